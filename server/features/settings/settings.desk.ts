import type * as contract from '#contract/admin/admin.ts'
import type { Config } from '#server/config.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { needsConfirmation } from './settings.policy.ts'
import { readSettings, updateDiscreet } from './settings.queries.ts'

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
