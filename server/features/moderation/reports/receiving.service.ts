import { randomUUID } from 'node:crypto'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { allocateReference } from '#server/platform/lists/numbers.ts'
import { raiseUrgency, openCase } from '#server/features/moderation/cases/cases.queries.ts'
import { deadlineHours, caseDueDate } from './reports.policy.ts'
import { insertReport, isFlaggers, trustReport } from './reports.queries.ts'

export { isFlaggers }

type Arriving = { userId: string | null; reason: string; isTrusted: boolean }

/** The case something that was reported belongs to: one for each member, while it is open. */
export async function findOrOpenCase(
  app: App,
  tx: Sql,
  { userId, reason, isTrusted: trusted }: Arriving,
): Promise<string> {
  const openedAt = app.now()
  const hours = deadlineHours(reason)
  const dueAt = caseDueDate(hours, openedAt)
  const id = randomUUID()
  const one = { id, userId, hours, isTrusted: trusted, openedAt, dueAt }
  const open = await allocateReference('C', openedAt, (number) => openCase(tx, one, number))
  const isNew = open.id === id
  if (!isNew) await raiseUrgency(tx, open.id, one)
  // an hour is short: moderators are notified at once, about a case and not about each report of it
  if (hours === 1 && (isNew || open.hours > 1))
    await app.jobs.send(tx, 'mail_desk', { about: [userId ? [userId] : []] })
  return open.id
}

type ReceivedNotice = {
  id: string
  reference: string
  kind: string
}

/**
 * A notice from anyone becomes a case of its own until the desk finds whom it is about. It stands as
 * any other, whatever address was typed, until that address has answered (`trustNotice`).
 */
export async function receiveNotice(app: App, tx: Sql, notice: ReceivedNotice): Promise<void> {
  const { id, reference, kind } = notice
  const caseId = await findOrOpenCase(app, tx, { userId: null, reason: kind, isTrusted: false })
  const report = {
    id: randomUUID(),
    caseId,
    reporterId: null,
    noticeId: id,
    evidenceId: null,
    targetKind: null,
    reason: kind,
    details: null,
    explanation: null,
    receivedAt: app.now(),
    isTrusted: false,
  }
  await insertReport(tx, report, reference)
}

/** The address of a notice has answered: it counts for more if it is a trusted flagger's. */
export async function trustNotice(
  tx: Sql,
  { noticeId, email }: { noticeId: string; email: string | null },
): Promise<void> {
  if (await isFlaggers(tx, email)) await trustReport(tx, noticeId)
}
