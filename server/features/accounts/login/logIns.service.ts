import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/accounts/security.ts'
import { accountByEmail } from '#server/features/accounts/accounts.queries.ts'
import { parseUserAgent } from '#server/features/accounts/sessions/userAgent.policy.ts'
import type { App, Asking } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { JobData } from '#server/platform/jobs/jobs.data.ts'
import { insertLogIn, findLogIns } from './logIns.queries.ts'

type How = contract.LogIn['how']
type Noting = Pick<App, 'now'> & Pick<Asking, 'userAgent'>

/** Notes, for the owner of the account, how somebody came in. */
export const noteLogIn = (ctx: Noting, on: Sql, userId: string, how: How): Promise<void> =>
  note(ctx, on, { userId, how, isRefused: false })

/** Notes that somebody was refused at an account which they showed to be meant, and answered nothing yet. */
export const noteRefused = (ctx: Noting & Pick<App, 'db'>, userId: string, how: How) =>
  note(ctx, ctx.db, { userId, how, isRefused: true })

/**
 * Notes at once, for the owner of the account, that somebody has the password and owes the second
 * factor: somebody who stops there leaves no other trace. It goes once the factor is given, or refused, which is
 * noted by itself.
 */
export const noteOwed = (ctx: Noting, on: Sql, id: string, userId: string): Promise<void> =>
  note(ctx, on, { id, userId, how: 'second_factor', isRefused: true })

const note = (
  { now, userAgent }: Noting,
  on: Sql,
  { id = randomUUID(), ...what }: { id?: string; userId: string; how: How; isRefused: boolean },
): Promise<void> =>
  insertLogIn(on, {
    id,
    at: now().toISOString(),
    ...parseUserAgent(userAgent),
    ...what,
  })

/** Notes a refused password. Costs the same for every address; the job finds out whether there is an account. */
export const noteRefusedPassword = (
  { db, jobs, now, userAgent }: Noting & Pick<App, 'db' | 'jobs'>,
  email: string,
): Promise<void> =>
  jobs.send(db, 'note_refused_log_in', {
    email,
    at: now().toISOString(),
    ...parseUserAgent(userAgent),
  })

export async function noteRefusedLogIn(
  { db, job }: App,
  { email, ...rest }: JobData['note_refused_log_in'],
): Promise<void> {
  const account = await accountByEmail(db, email)
  if (!account) return
  // done again after a crash, it is the same row
  const id = job?.id ?? randomUUID()
  await insertLogIn(db, { id, userId: account.id, how: 'password', isRefused: true, ...rest })
}

export const listLogIns: Handler<typeof contract.listLogIns> = async ({ db, viewer }) => ({
  logIns: await findLogIns(db, viewer.userId),
})
