import type * as contract from '#contract/admin/admin.ts'
import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { CachedQuery } from '#server/platform/database/cachedQuery.ts'
import type { Config } from '#server/config.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { type StoredSettings, readSettings, updateDiscreet } from './settings.queries.ts'
import { needsConfirmation } from './settings.policy.ts'

/** What admins have set, as this process remembers it: for screens, where a moment does not matter. */
export const clubSettings = (
  app: Pick<App, 'config' | 'db' | 'bus' | 'now'>,
): Promise<StoredSettings> => getSettingsCache(app).get()

/** What admins have set. */
const getSettingsCache = perApp(
  (app: Pick<App, 'config' | 'db' | 'bus' | 'now'>) =>
    new CachedQuery(app, 'settings_changed', () => readSettings(app.db, app.config)),
)

const asSet = async (on: Sql, config: Config): Promise<contract.ClubSettings> => ({
  isDiscreet: (await readSettings(on, config)).isDiscreet,
  mayBeDiscreet: needsConfirmation(config),
})

export const getClubSettings: Handler<typeof contract.getClubSettings> = ({ db, config }) =>
  asSet(db, config)

/** Where addresses are not confirmed, the answer to a sign-up shows whether an address is known. */
export const setClubSettings: Handler<typeof contract.setClubSettings> = async (
  ctx,
  { body: { isDiscreet } },
) => {
  if (isDiscreet && !needsConfirmation(ctx.config)) return ctx.refuse('confirmation_off')
  await ctx.db.transaction(async (tx) => {
    if (!(await updateDiscreet(tx, isDiscreet))) return
    const entry = { actorId: ctx.viewer.userId, action: 'settings_set' } as const
    await audit(tx, { ...entry, at: ctx.now(), details: { isDiscreet } })
  })
  return asSet(ctx.db, ctx.config)
}
