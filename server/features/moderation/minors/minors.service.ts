// Suspends a member who may be a minor, asks for proof of age, and ends that by what a person decides.
import { randomUUID } from 'node:crypto'
import { berlinDay } from '#contract/day.ts'
import { findMailLanguage } from '#server/features/accounts/accounts.ts'
import { impose, lift } from '#server/features/moderation/statements/imposing.service.ts'
import {
  leaveUntilDecided,
  type KeepOutLeave,
} from '#server/features/moderation/statements/keepingOut.service.ts'
import { statementById } from '#server/features/moderation/statements/statements.service.ts'
import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { formatDay } from '#server/text/days.ts'
import { mailTranslator } from '#server/text/words.ts'
import { suspensionEnd, proofDeadline, suspendsAtOnce } from './minors.policy.ts'
import {
  closeCheck,
  countWaiting,
  findEarlierChecks,
  insertCheck,
  upholdCheck,
} from './minors.queries.ts'

type Suspicion = {
  userId: string
  caseId: string
  source: 'report' | 'notice' | 'own'
  /** The staff member who found it, or the reporter, whose report nobody has checked yet. */
  by: { staffId: string } | { reporterId: string }
}

/**
 * Somebody may be a minor: they are suspended until a person has decided, and asked to show their
 * age. Answers whether they are suspended for it now; nobody of the staff is.
 */
export async function suspectMinor(tx: Sql, app: App, suspicion: Suspicion): Promise<boolean> {
  const { userId, by } = suspicion
  await holdAccount(tx, userId)
  const leave = await leaveUntilDecided(tx, userId)
  const before = await findEarlierChecks(tx, userId)
  const waiting = 'reporterId' in by ? await countWaiting(tx, by.reporterId) : 0
  const standing = { ...before, isStaff: leave === null, waiting }
  if (!leave || !suspendsAtOnce(standing, 'staffId' in by)) return before.isOpen
  await suspend(tx, app, suspicion, leave)
  return true
}

async function suspend(
  tx: Sql,
  app: App,
  { userId, caseId, source, by }: Suspicion,
  leave: KeepOutLeave,
): Promise<void> {
  const at = app.now()
  const proofDueAt = proofDeadline(at)
  const language = await findMailLanguage(tx, userId)
  const text = mailTranslator(language)
  const day = formatDay(berlinDay(proofDueAt), language)
  const staffId = 'staffId' in by ? by.staffId : null
  const statementId = await impose(tx, app, {
    userId,
    kind: 'suspension',
    endsAt: suspensionEnd(at),
    leave,
    facts: text('age.facts', { day }),
    ground: 'law',
    rule: text('age.rule'),
    source,
    caseId,
    by: staffId,
    isAutomated: staffId === null,
  })
  await insertCheck(tx, { id: randomUUID(), userId, caseId, statementId, at, proofDueAt })
}

/**
 * A moderator looked, and cannot tell without proof: the member is suspended if they were not yet, and the
 * days to show their age run from here. Returns until when; null when somebody did this before.
 */
export async function askForProof(
  tx: Sql,
  app: App,
  suspicion: Suspicion & { by: { staffId: string }; leave: KeepOutLeave },
): Promise<Date | null> {
  const { userId, by, leave } = suspicion
  await holdAccount(tx, userId)
  const { isOpen } = await findEarlierChecks(tx, userId)
  if (!isOpen) await suspend(tx, app, suspicion, leave)
  const at = app.now()
  const proofDueAt = proofDeadline(at)
  const statementId = await upholdCheck(tx, userId, { by: by.staffId, at, proofDueAt })
  if (statementId === null) return null
  // a member who is being notified of the suspension itself need not be notified twice
  if (isOpen) await app.jobs.send(tx, 'mail_statement', { statementId, event: 'upheld' })
  return proofDueAt
}

/** A person decided how old somebody is. Who is of age gets everything back; false when nothing was open. */
export async function settleAge(
  tx: Sql,
  app: App,
  { userId, outcome, by }: { userId: string; outcome: 'adult' | 'minor'; by: string },
): Promise<boolean> {
  const statementId = await closeCheck(tx, userId, { outcome, at: app.now() })
  if (statementId === null) return false
  const statement = outcome === 'adult' && (await statementById(tx, statementId))
  if (statement) {
    const reason = mailTranslator(statement.language)('age.lifted')
    await lift(tx, app, statement, { by, reason })
  }
  return true
}
