import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { totpStep, stepOfCode } from './totp.codes.ts'
import { takeStep, findTotp } from './totp.queries.ts'

type Core = Pick<App, 'now' | 'strongbox'>

const USE = 'totp'
/** Steps by which clocks differ that are right: one further ahead than that was set back since. */
const AHEAD = 20

export const sealTotpSecret = ({ strongbox }: Core, userId: string, secret: string) =>
  strongbox.seal(USE, userId, Buffer.from(secret))

export const openTotpSecret = async ({ strongbox }: Core, userId: string, sealed: Buffer) =>
  (await strongbox.open(USE, userId, sealed)).toString()

/** Accepts an authenticator's code once: not again, and none from before it. */
export async function takeTotpCode(
  app: Core,
  tx: Sql,
  userId: string,
  code: string,
): Promise<boolean> {
  const stored = await findTotp(tx, userId)
  if (!stored?.confirmedAt) return false
  const { sealed } = stored
  const now = app.now()
  const step = stepOfCode(await openTotpSecret(app, userId, sealed), code, now)
  return step !== null && takeStep(tx, userId, { sealed, step, aheadFrom: totpStep(now) + AHEAD })
}
