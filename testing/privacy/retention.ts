// Things every rule of retention is about, made at any moment.
import { insertStrangersTable } from '#testing/fixtures/tables.ts'
import { berlinDay } from '#contract/day.ts'
import { countRows } from '#server/features/privacy/retention/retention.queries.ts'
import { countOverdue } from '#server/features/privacy/retention/retention.service.ts'
import {
  retentionRules,
  type RuleInForce,
} from '#server/features/privacy/retention/retention.rules.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { sql } from '#server/platform/database/database.ts'
import { letters, serial, uuid } from '#testing/random.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { insertMessage, insertNotice } from '#testing/moderation/messages.ts'
import { insertDeclaration } from '#testing/billing/declarations.ts'
import { deskThings } from './retention.desk.ts'
import { insertMailed } from '#testing/authorisation/standings.ts'
import { isThere, type Thing } from '#testing/authorisation/things.ts'
import { insertSubmission } from '#testing/fixtures/submissions.ts'
import { insertContract } from '#testing/billing/vouchers.ts'

const documents =
  (status: 'verified' | 'rejected' | 'pending'): Thing =>
  async (club, at) => {
    const { userId } = await club.member()
    const { id } = await insertSubmission(club, { userId }, { at })
    if (status !== 'pending')
      await club.db.run(sql`
        update verification_submissions set status = ${status}, decided_at = created_at,
          review_note = 'Gesehen.' where id = ${id}`)
    return () =>
      isThere(
        club,
        sql`select from verification_files f join id_file_keys k on k.file_id = f.id
          where f.submission_id = ${id}`,
      )
  }

/** An address in line; answers it. */
async function insertInLine(
  club: Club,
  { requestedAt, confirmedAt }: { requestedAt: Date; confirmedAt?: Date },
): Promise<string> {
  const email = `${letters(16)}@example.org`
  await club.db.run(sql`
    insert into waitlist (id, email, requested_at, words_version, requested_from, confirmed_at)
    values (${uuid()}, ${email}, ${requestedAt.toISOString()}, '1.0.0', '\\x01',
      ${confirmedAt?.toISOString() ?? null})`)
  return email
}

/** For every rule in force, a thing it is about. */
export const THINGS: Record<RuleInForce, Thing> = {
  identityApproved: documents('verified'),
  identityRejected: documents('rejected'),
  identityAbandoned: documents('pending'),
  async auditLog(club, at) {
    const subjectId = uuid()
    await audit(club.db, { at, actorId: null, action: 'role_granted', subjectId })
    return () => isThere(club, sql`select from audit where subject_id = ${subjectId}`)
  },
  async bellItems(club, at) {
    const id = uuid()
    const { userId } = await club.member()
    await club.db.run(sql`
      insert into bell_items (id, user_id, kind, reference, created_at)
      values (${id}, ${userId}, 'decision', 'S-2026-000001', ${at.toISOString()})`)
    return () => isThere(club, sql`select from bell_items where id = ${id}`)
  },
  async tables(club, at) {
    const id = await insertStrangersTable(club, { openedAt: at, endedAt: at })
    return () => isThere(club, sql`select from tables where id = ${id}`)
  },
  async tableWaits(club, at) {
    const id = await insertStrangersTable(club, { createdAt: at })
    return () => isThere(club, sql`select from tables where id = ${id}`)
  },
  async tableWords(club, at) {
    const tableId = await insertStrangersTable(club, { openedAt: club.app.now() })
    await club.db.run(sql`
      insert into table_messages (id, table_id, number, user_id, sealed, created_at)
      select ${uuid()}, ${tableId}, 1, one_id, '\\x01', ${at.toISOString()}
      from tables where id = ${tableId}`)
    return () => isThere(club, sql`select from table_messages where table_id = ${tableId}`)
  },
  async signals(club, at) {
    const [giver, about] = [await club.member(), await club.member()]
    await club.db.run(sql`
      insert into signals values (${giver.userId}, ${about.userId}, 'rude', ${at.toISOString()})`)
    return () => isThere(club, sql`select from signals where about_id = ${about.userId}`)
  },
  async backups(club, at) {
    const userId = uuid()
    await club.db.run(sql`insert into tombstones values (${userId}, ${at.toISOString()})`)
    return () => isThere(club, sql`select from tombstones where user_id = ${userId}`)
  },
  async loginCookies(club, at) {
    const { sessionId } = await club.member()
    // used then for the last time
    await club.db.run(sql`
      update sessions set last_used_at = ${at.toISOString()},
        expires_at = ${new Date(at.getTime() + 30 * DAY_MS).toISOString()} where id = ${sessionId}`)
    return () => isThere(club, sql`select from sessions where id = ${sessionId}`)
  },
  async logIns(club, at) {
    const id = uuid()
    const { userId } = await club.member()
    await club.db.run(sql`
      insert into log_ins values (${id}, ${userId}, ${at.toISOString()}, 'password', true, 'other',
        'other')`)
    return () => isThere(club, sql`select from log_ins where id = ${id}`)
  },
  async mailTokens(club, at) {
    const member = await club.member()
    await insertMailed(club, 'confirm', member)
    await club.db.run(sql`
      update email_tokens set created_at = ${at.toISOString()},
        expires_at = ${new Date(at.getTime() + DAY_MS).toISOString()}
      where user_id = ${member.userId}`)
    return () => isThere(club, sql`select from email_tokens where user_id = ${member.userId}`)
  },
  async unconfirmedAccounts(club, at) {
    const { userId } = await club.member({ isConfirmed: false })
    await club.db.run(sql`delete from sessions where user_id = ${userId}`)
    await club.db.run(sql`update users set created_at = ${at.toISOString()} where id = ${userId}`)
    return () => isThere(club, sql`select from users where id = ${userId}`)
  },
  async waitlistUnconfirmed(club, at) {
    const email = await insertInLine(club, { requestedAt: at })
    return () => isThere(club, sql`select from waitlist where email = ${email}`)
  },
  async waitlistConfirmed(club, at) {
    const email = await insertInLine(club, { requestedAt: at, confirmedAt: at })
    return () => isThere(club, sql`select from waitlist where email = ${email}`)
  },
  async waitlistDeclined(club, at) {
    // confirmed so long ago that it would have gone, had nobody answered
    const email = await insertInLine(club, { requestedAt: at, confirmedAt: at })
    await club.db.run(sql`
      update waitlist set requested_at = requested_at - interval '2 years', requested_from = null,
        confirmed_at = confirmed_at - interval '2 years', declined_at = ${at.toISOString()},
        declined_reason = 'Not now.' where email = ${email}`)
    return () => isThere(club, sql`select from waitlist where email = ${email}`)
  },
  async addresses(club, at) {
    const email = await insertInLine(club, { requestedAt: at, confirmedAt: club.app.now() })
    return () =>
      isThere(club, sql`select from waitlist where email = ${email} and requested_from is not null`)
  },
  async invitations(club, at) {
    const id = uuid()
    await club.db.run(sql`
      insert into invitations (id, email, created_at, expires_at)
      values (${id}, 'mia@example.org', ${at.toISOString()}, ${at.toISOString()})`)
    return () => isThere(club, sql`select from invitations where id = ${id}`)
  },
  async consents(club, at) {
    const id = uuid()
    await club.db.run(sql`
      insert into consent_log (created_at, session_id, analytics_consent, marketing_consent,
        method, policy_version, banner_text_sha256, language)
      values (${at.toISOString()}, ${id}, false, false, 'necessary', '1.0.0',
        sha256('words'::bytea), 'de')`)
    return () => isThere(club, sql`select from consent_log where session_id = ${id}`)
  },
  async messages(club, at) {
    const { id } = await insertMessage(club, { at })
    return () => isThere(club, sql`select from messages where id = ${id}`)
  },
  async notices(club, at) {
    const { id } = await insertNotice(club, at)
    return () => isThere(club, sql`select from notices where id = ${id}`)
  },
  async declarations(club, at) {
    const { id } = await insertDeclaration(club, { at })
    return () => isThere(club, sql`select from declarations where id = ${id}`)
  },
  async providerNotices(club, at) {
    const id = uuid()
    await club.db.run(sql`
      insert into webhooks (id, provider, received_at, headers, body, status)
      values (${id}, 'house', ${at.toISOString()}, '{}', 'words'::bytea, 'applied')`)
    return () => isThere(club, sql`select from webhooks where id = ${id}`)
  },
  async vouchers(club, at) {
    const subscriptionId = await insertContract(club, { at })
    const id = uuid()
    await club.db.run(sql`
      insert into invoices (id, number, kind, subscription_id, reference, issued_at, period_start,
        period_end, cents, net_cents, vat_cents, vat_percent, currency, seller)
      values (${id}, ${`R-${at.getUTCFullYear()}-000001`}, 'invoice', ${subscriptionId}, ${id},
        ${at.toISOString()}, ${at.toISOString()}, ${at.toISOString()}, 1990, 1672, 318, 19, 'EUR',
        '{}')`)
    return () => isThere(club, sql`select from invoices where id = ${id}`)
  },
  async exports(club, at) {
    const { userId } = await club.member()
    const id = uuid()
    await club.db.run(sql`
      insert into exports (id, user_id, state, requested_at, ready_at, expires_at, bytes, epoch, wrapped)
      values (${id}, ${userId}, 'ready', ${at.toISOString()}, ${at.toISOString()},
        ${new Date(at.getTime() + 7 * DAY_MS).toISOString()}, 1, '2026-01', '\\x01')`)
    return () => isThere(club, sql`select from exports where id = ${id} and state = 'ready'`)
  },
  async sentMails(club, at) {
    const { userId } = await club.member()
    const id = uuid()
    await club.db.run(sql`
      insert into sent_mails values (${id}, ${userId}, 'Neues Passwort', ${at.toISOString()})`)
    return () => isThere(club, sql`select from sent_mails where id = ${id}`)
  },
  async dataRequests(club, at) {
    const id = uuid()
    const number = `DS-2026-${String(serial()).padStart(6, '0')}`
    const time = at.toISOString()
    await club.db.run(sql`
      insert into data_requests (id, number, kind, received_at, due_at, closed_at)
      values (${id}, ${number}, 'access', ${time}, ${time}, ${time})`)
    return () => isThere(club, sql`select from data_requests where id = ${id}`)
  },
  ...deskThings,
  async inactiveAccounts(club, at) {
    const { userId } = await club.member()
    const week = berlinDay(new Date(club.app.now().getTime() - 8 * DAY_MS))
    await club.db.run(sql`
      update users set last_seen_on = ${berlinDay(at)}, inactivity_warned = 3,
        inactivity_warned_on = ${week} where id = ${userId}`)
    return () => isThere(club, sql`select from users where id = ${userId}`)
  },
  async deletedAccounts(club, at) {
    const { userId } = await club.member()
    await club.db.run(sql`
      insert into account_deletions (user_id, requested_at, purge_at, reason)
      values (${userId}, ${at.toISOString()},
        ${new Date(at.getTime() + 30 * DAY_MS).toISOString()}, 'asked')`)
    return () => isThere(club, sql`select from users where id = ${userId}`)
  },
}

/** How many rows of a rule are older than they may be now, where addresses have to be confirmed. */
export function countRule({ app }: Club, rule: RuleInForce): Promise<number> {
  const now = app.now()
  const counting = { now, cut: retentionCutoff(rule, now), mustConfirm: true }
  return countRows(app.db, retentionRules[rule].overdue(counting))
}

/** How many rows each rule of a club has left past their time, as a day's run counts them. */
export async function countAll({ app }: Club): Promise<Record<RuleInForce, number>> {
  const failures: unknown[] = []
  const counts = await countOverdue(app, app.now(), failures)
  if (failures.length > 0) throw failures[0]
  return counts as Record<RuleInForce, number>
}

export const openStrictClub = () => openClub({ config: { emailConfirmation: 'required' } })

type Run = {
  run: string
  rule: RuleInForce
  at: string
  removed: number
  isDaily: boolean
  overdue: number | null
}
/** What the runs wrote down, oldest first. */
export const proofs = (club: Club): Promise<Run[]> =>
  club.db.rows<Run>(
    sql`select run, rule, at, removed, is_daily, overdue from retention_runs order by at, rule`,
  )

export const runJob = async (club: Club): Promise<void> => {
  await club.app.jobs.send(club.db, 'keep_retention', {})
  await club.app.jobs.drain()
}
