// The audit log: written in the transaction of the act, and chained by hashes so that no change goes unseen.
import { codes } from '#contract/errors.ts'
import { countAttempt } from './attempts.ts'
import type { App } from '#server/platform/context.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/process/refusal.ts'
import { retentionCutoff, type Removed } from './retention.ts'

/** Acts that leave a trace (control B6). */
export type AuditAction =
  | 'role_granted'
  | 'role_revoked'
  | 'admin_refused'
  | 'admin_list_viewed'
  | 'admin_proved'
  | 'staff_signed_in'
  | 'submission_opened'
  | 'id_submitted'
  | 'id_view_granted'
  | 'id_viewed'
  | 'id_view_cut_off'
  | 'id_views_unusual'
  | 'verification_decided'
  | 'review_overdue'
  | 'id_shredded'
  | 'key_destroyed'
  | 'lasting_key_turned'
  | 'lasting_key_destroyed'
  | 'files_moved'
  | 'folders_adopted'
  | 'door_viewed'
  | 'door_set'
  | 'door_admitted'
  | 'door_declined'
  | 'branch_viewed'
  | 'invitation_issued'
  | 'invitation_revoked'
  | 'contact_list_viewed'
  | 'message_answered'
  | 'money_viewed'
  | 'payment_refunded'
  | 'refund_retried'
  | 'refund_failed'
  | 'refund_late'
  | 'declaration_settled'
  | 'declaration_disputed'
  | 'ledger_exported'
  | 'audit_forgotten'
  | 'password_changed'
  | 'email_changed'
  | 'email_change_undone'
  | 'sessions_ended'
  | 'factor_changed'
  | 'id_exported'
  | 'requests_viewed'
  | 'request_answered'
  | 'request_extended'
  | 'birthdate_corrected'
  | 'processing_restricted'
  | 'processing_released'
  | 'deletion_requested'
  | 'deletion_undone'
  | 'account_purged'
  | 'backup_restored'
  | 'cases_viewed'
  | 'case_opened'
  | 'age_asked'
  | 'case_viewed'
  | 'evidence_viewed'
  | 'table_words_viewed'
  | 'case_assigned'
  | 'case_decided'
  | 'handover_proposed'
  | 'handover_answered'
  | 'handover_read'
  | 'restriction_imposed'
  | 'restriction_lifted'
  | 'appeals_viewed'
  | 'appeal_decided'
  | 'desk_figures_read'
  | 'flaggers_set'
  | 'profile_views_unusual'
  | 'room_created'
  | 'room_changed'
  | 'room_opened'
  | 'room_closed'
  | 'rooms_ordered'
  | 'icebreaker_added'
  | 'icebreaker_changed'
  | 'icebreaker_retired'
  | 'icebreaker_day_set'
  | 'icebreaker_day_freed'
  | 'settings_set'
  | 'members_searched'
  | 'member_viewed'
  | 'role_change_requested'
  | 'role_change_dropped'
  | 'audit_viewed'
  | 'word_added'
  | 'word_removed'

export type AuditEntry = {
  at: Date
  /** Null: the club itself, or somebody at its command line. */
  actorId: string | null
  action: AuditAction
  /** Whom or what it was about. */
  subjectId?: string | null
  /** Ids, numbers and words of our own: nothing a person wrote, nothing a document shows. */
  details?: Record<string, string | number | boolean | null>
}

/** Acts of admins that ask nowhere else, once they have begun, whether their maker is one still. */
const TAKES_AN_ADMIN: ReadonlySet<AuditAction> = new Set([
  'door_set',
  'door_admitted',
  'door_declined',
  'invitation_issued',
  'invitation_revoked',
  'message_answered',
  'flaggers_set',
  'room_created',
  'room_changed',
  'room_opened',
  'room_closed',
  'rooms_ordered',
  'icebreaker_added',
  'icebreaker_changed',
  'icebreaker_retired',
  'icebreaker_day_set',
  'icebreaker_day_freed',
  'settings_set',
  'word_added',
  'word_removed',
])

/**
 * Adds an entry in the transaction of what it is about: the one does not happen without the other. Refuses an act
 * of an admin who was dismissed while it waited for others.
 */
export async function audit(on: Sql, entry: AuditEntry): Promise<void> {
  const { at, actorId, action, subjectId = null, details = {} } = entry
  const added = await on.run(sql`
    insert into audit (at, actor_id, action, subject_id, details)
    select ${at.toISOString()}, ${actorId}, ${action}, ${subjectId}, ${JSON.stringify(details)}::jsonb
    where not ${TAKES_AN_ADMIN.has(action)}::boolean
      or exists (select from user_roles where user_id = ${actorId} and role = 'admin')`)
  if (added === 0) throw new Refusal(codes.forbidden)
}

/** Of what somebody keeps doing, to the same one, only the first within a minute. */
export async function auditRepeated(
  app: Pick<App, 'config' | 'db' | 'now' | 'strongbox'>,
  entry: AuditEntry,
  { of = entry.subjectId }: { of?: string | null } = {},
): Promise<void> {
  const { actorId, action } = entry
  await app.db.transaction(async (tx) => {
    const identifier = [action, actorId, of].join(' ')
    if ((await countAttempt(app, tx, 'trace', identifier)) === null) await audit(tx, entry)
  })
}

type AuditState = {
  entries: number
  /** The newest entry's hash: kept elsewhere, it proves later that nothing was cut off the end. */
  head: string
  /** The first entry that is not what was written, or follows a gap. */
  tampered: number | null
}

/** Follows the whole chain. It begins at 1, or where its own record says that it was shortened. */
export async function verifyAudit(on: Sql): Promise<AuditState> {
  const state = await on.row<AuditState>(sql`
    with chain as (
      select id, hash, prev_hash, audit_hash(audit) as sealed, min(id) over () as first,
        lag(hash) over (order by id) as before, row_number() over (order by id) as place
      from audit)
    select (select count(*) from chain) as entries,
      coalesce((select encode(hash, 'hex') from chain order by id desc limit 1), '') as head,
      (select min(id) from chain
       where hash <> sealed or id <> first + place - 1 or (id > first and prev_hash <> before)
         or (id = first and id = 1 and prev_hash <> '\\x')
         or (id = first and id > 1 and not exists (
           select from audit a where a.action = 'audit_forgotten'
             and a.details ->> 'through' = (chain.id - 1)::text
             and a.details ->> 'head' = encode(chain.prev_hash, 'hex')))) as tampered`)
  return state ?? { entries: 0, head: '', tampered: null }
}

/** Whether an entry has this hash, or was the last one taken out past its time. */
export async function hasHead(on: Sql, head: string): Promise<boolean> {
  const found = await on.row<{ has: boolean }>(sql`
    select exists (select from audit a where a.hash = decode(${head}, 'hex')
      or (a.action = 'audit_forgotten' and a.details ->> 'head' = ${head})) as has`)
  return found?.has ?? false
}

/**
 * The newest entry's number and hash: what is written down of them outside of the database proves
 * later that nothing before was changed or cut off. Null while there is none.
 */
export async function auditHead(on: Sql): Promise<{ entry: number; head: string } | null> {
  const row = await on.row<{ entry: number; head: string }>(sql`
    select id as entry, encode(hash, 'hex') as head from audit order by id desc limit 1`)
  return row ?? null
}

/** A line a day in the log, which leaves the machine with it. */
export async function logAuditHead({ db, log }: Pick<App, 'db' | 'log'>): Promise<void> {
  const head = await auditHead(db)
  if (head) log.info(head, 'the head of the audit log')
}

/** Takes out what is past its time, and adds how far: where the chain begins stays provable. */
export async function forgetAudit({ db, now }: Pick<App, 'db' | 'now'>): Promise<Removed> {
  const auditLog = await db.transaction(async (tx) => {
    const gone = await tx.row<{ through: number; head: string; removed: number }>(
      sql`select * from forget_audit(${retentionCutoff('auditLog', now()).toISOString()})`,
    )
    if (!gone) return 0
    const { through, head, removed } = gone
    await audit(tx, {
      at: now(),
      actorId: null,
      action: 'audit_forgotten',
      details: { through, head },
    })
    return removed
  })
  return { auditLog }
}
