import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import { normalizeMailbox } from '#server/platform/mail/mailbox.ts'
import {
  deleteBannedAddresses,
  deleteEnded,
  holdsBan,
  insertMarks,
  isKeptOut,
  listActiveMarks,
} from './bans.queries.ts'

type Core = Pick<App, 'now' | 'strongbox'>

const USE = 'banned addresses'

const makeMark = ({ strongbox }: Pick<Core, 'strongbox'>, email: string): Promise<Buffer> =>
  strongbox.mark(USE, normalizeMailbox(email))

/** Marks outlast the key that made them: nobody has the addresses any more to make them again. */
const listMarks = ({ strongbox }: Pick<Core, 'strongbox'>, email: string): Promise<Buffer[]> =>
  strongbox.marks(USE, normalizeMailbox(email))

/**
 * If the member is banned or suspended, stores marks of their addresses for as long as that lasts;
 * the addresses themselves are not stored.
 */
export async function keepBannedAddresses(
  tx: Sql,
  app: Core,
  userId: string,
  emails: readonly string[],
): Promise<void> {
  const now = app.now()
  if (!(await isKeptOut(tx, userId, now))) return
  // purged while the club is restored: the backup holds what was remembered when the ban was spoken
  if (!(await app.strongbox.hasKey())) return
  const marks = await Promise.all(emails.map((email) => makeMark(app, email)))
  await insertMarks(tx, { userId, marks }, now)
}

/** Whether a sign-up with this address waits for an admin, even while the club admits everybody. */
export const isHeldAtDoor = async (on: Sql, app: Core, email: string): Promise<boolean> =>
  holdsBan(on, { email, marks: await listMarks(app, email) }, app.now())

/** Those of these addresses with which somebody was banned. */
export async function filterBanned(
  on: Sql,
  app: Core,
  emails: readonly string[],
): Promise<Set<string>> {
  const marks = await Promise.all(emails.map((email) => listMarks(app, email)))
  const active = await listActiveMarks(on, marks.flat(), app.now())
  return new Set(
    emails.filter((_, at) => marks[at]?.some((mark) => active.has(mark.toString('hex')))),
  )
}

/** No mark outlasts its rule, though the ban may. */
export async function forgetBans({ db, now }: App): Promise<Removed> {
  const at = now()
  await deleteEnded(db, at)
  return { banEvidence: await deleteBannedAddresses(db, retentionCutoff('banEvidence', at)) }
}
