// Somebody about whom the club keeps something of every kind, among others who are in it as well.
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { sql, type Query } from '#server/platform/database/database.ts'
import { uuid } from '#testing/random.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { fillBell } from './everything.bell.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { fillSafety } from './everything.safety.ts'
import { insertPhoto } from '#testing/fixtures/photos.ts'
import { stateDecision } from '#testing/moderation/statements.ts'
import { insertSubmission } from '#testing/fixtures/submissions.ts'

/** Whatever names one of these people says something of somebody else. */
type Others = { names: string[]; words: string[] }

const bytes = (fill: string) => Buffer.from(fill.repeat(32).slice(0, 32))
const AT = '2026-10-01T10:00:00.000Z'
const LATER = '2026-10-02T10:00:00.000Z'
/** What would let somebody in, or open something. */
const SECRET = 'canary-secret'

/** Fills every table with a row about the member; answers what of it is about others. */
export async function fillEveryTable(club: Club, mia: TestMember): Promise<Others> {
  const [ben, cleo, admin] = await Promise.all([
    club.member({ username: 'canary-ben', email: 'canary-ben@example.org' }),
    club.member({ username: 'canary-cleo', email: 'canary-cleo@example.org' }),
    club.member({ username: 'canary-admin', email: 'canary-admin@example.org', isAdmin: true }),
  ])
  const me = mia.userId
  const room = await club.room({ name: 'Am Kamin' })
  for (const somebody of [mia, ben]) await club.join(somebody, room)
  const run = async (...queries: Query[]) => {
    for (const query of queries) await club.db.run(query)
  }
  await insertPhoto(club, me)
  const contract = await createContract(club, mia)
  const submission = await insertSubmission(club, mia)

  await stateDecision(club.db, me, LATER, 'canary facts')
  await run(
    sql`update users set language = 'en', suspended_until = ${AT}, suspension_reason = 'canary suspension',
      restricted_at = ${AT}, last_seen_on = '2026-10-01', inactivity_warned_on = '2026-09-01'
      where id = ${me}`,
    sql`update profiles set bio = 'canary bio', city = 'canary city', verification_status = 'verified',
      verification_method = 'id_manual', verified_at = ${AT} where id = ${me}`,
    sql`insert into user_roles values (${me}, 'admin')`,
    sql`insert into role_changes values (${uuid()}, ${me}, 'admin', false, ${ben.userId}, ${AT},
      ${LATER}, ${admin.userId})`,
    sql`insert into hidden_members values (${me}, ${AT})`,
    sql`insert into data_requests (id, number, user_id, kind, text, received_at, due_at, extended_at,
        extension_reason, closed_at, answer, answered_by)
      values (${uuid()}, 'DS-2026-000001', ${me}, 'objection', 'canary request', ${AT}, ${LATER},
        ${AT}, 'canary extension', ${LATER}, 'canary answer', ${admin.userId})`,
    sql`insert into sent_mails values (${uuid()}, ${me}, 'canary subject', ${AT})`,
    sql`insert into refused_addresses values (${mia.email}, 3, ${AT})`,
    sql`update sessions set user_agent = 'canary agent', proved_at = ${AT}, factor_at = ${AT}
      where user_id = ${me}`,
    sql`insert into email_tokens values (${bytes(`${SECRET}2`)}, ${me}, 'reset', ${bytes(SECRET)}, ${AT}, ${LATER})`,
    sql`insert into known_devices values (${bytes(`${SECRET}3`)}, ${me}, ${AT})`,
    sql`insert into log_ins values (${uuid()}, ${me}, ${AT}, 'second_factor', true, 'firefox', 'linux')`,
    sql`insert into passkeys values (${uuid()}, ${me}, ${bytes(SECRET)}, ${bytes(SECRET)}, 7,
      '{usb}', 'canary passkey', ${AT}, ${LATER})`,
    sql`insert into totp_secrets values (${me}, ${bytes(SECRET)}, ${AT}, 5, ${AT})`,
    sql`insert into recovery_codes values (${me}, ${bytes(SECRET)}, ${AT})`,
    sql`insert into email_changes (id, user_id, old_email, new_email, undo_hash, requested_at,
        confirmed_at, expires_at)
      values (${uuid()}, ${me}, 'canary-old@example.org', 'canary-new@example.org',
        ${bytes(SECRET)}, ${AT}, ${LATER}, ${LATER})`,
    sql`insert into waitlist (id, email, language, requested_at, words_version, requested_from,
        confirmed_at, admitted_at, declined_at, declined_reason)
      values (${uuid()}, ${mia.email}, 'en', ${AT}, '1', ${bytes(SECRET)}, ${AT}, ${LATER},
        ${AT}, 'canary declined')`,
    sql`insert into waitlist_tokens
      select ${bytes(SECRET)}, id, 'leave', ${LATER}, ${AT}, ${LATER} from waitlist`,
    sql`insert into audit (at, actor_id, action, subject_id, details) values (${AT}, ${admin.userId},
      'id_viewed', ${me}, ${JSON.stringify({ submission: submission.id, side: 'front', purpose: 'review' })})`,
    sql`insert into audit (at, actor_id, action, subject_id, details) values (${AT}, ${me},
      'door_admitted', ${ben.userId}, ${JSON.stringify({ side: 'canary-of-ben' })})`,
  )
  const [ofBen, ofBens, noteId] = [uuid(), uuid(), uuid()]
  await run(
    sql`insert into invitations (id, email, inviter_id, note, max_uses, uses, created_at, expires_at, revoked_at)
      values (${uuid()}, ${cleo.email}, ${me}, 'canary-note of cleo', 3, 1, ${AT}, ${LATER}, ${LATER})`,
    sql`insert into invitations (id, inviter_id, created_at, expires_at)
      values (${ofBen}, ${ben.userId}, ${AT}, ${LATER})`,
    sql`insert into invitation_uses values (${me}, ${ofBen}, true, ${AT})`,
    sql`insert into presence_off values (${me}, ${AT})`,
    sql`update room_members set dormant_at = ${AT}, muted_at = ${AT} where user_id = ${me}`,
    sql`insert into blocks values (${me}, ${ben.userId}, 'canary-ben', ${AT})`,
    sql`insert into private_notes values (${noteId}, ${me}, ${ben.userId},
      ${Buffer.from(await club.app.strongbox.seal('private-note', noteId, Buffer.from('canary private note')))}, ${AT})`,
    sql`insert into signals values (${me}, ${ben.userId}, 'rude', ${AT})`,
    sql`insert into signals_seen values (${ben.userId}, ${AT}, ${me}, ${LATER})`,
    sql`insert into mutes values (${me}, ${cleo.userId}, ${AT})`,
    sql`insert into blocks values (${me}, ${cleo.userId}, null, ${LATER}, ${ofBens})`,
    sql`insert into apart_marks values (${me}, 'address', ${ofBens}, decode(repeat('07', 32), 'hex'),
      ${AT}, ${AT})`,
    sql`insert into posts (id, room_id, number, user_id, text, icebreaker_id, created_at, removed_at,
        taken_back_by)
      select ${uuid()}, ${room.id}, 1, ${me}, 'canary post', id, ${AT}, ${LATER}, ${me}
      from icebreakers limit 1`,
    sql`insert into posts (id, room_id, number, user_id, text, created_at)
      values (${ofBens}, ${room.id}, 2, ${ben.userId}, 'canary-words of ben', ${AT})`,
    sql`insert into post_mentions values (${ofBens}, ${me}, 'canary mention')`,
    sql`update posts set edited_at = ${LATER}, reply_to = ${ofBens}, reply_number = 2
      where user_id = ${me}`,
    sql`insert into hidden_posts select ${me}, id, ${AT} from posts where user_id = ${ben.userId}`,
    sql`update verification_submissions set status = 'rejected', reviewer_id = ${admin.userId},
      review_note = 'canary review', decided_at = ${LATER} where user_id = ${me}`,
    sql`insert into shred_receipts values (${uuid()}, ${me}, ${uuid()}, '{front,selfie}',
      'replaced', ${AT})`,
    sql`insert into terms_mails select ${me}, id, ${AT} from consent_versions where document = 'terms'`,
    sql`insert into consent_log (created_at, session_id, user_id, analytics_consent,
        marketing_consent, method, policy_version, banner_text_sha256, language, user_agent)
      values (${AT}, ${uuid()}, ${me}, true, false, 'custom', '1.0.0', ${bytes('w')}, 'de',
        'canary browser')`,
    sql`insert into messages values (${uuid()}, 'K-2026-000001', 'question', 'canary name',
      ${mia.email}, 'canary message', 'de', ${AT}, 'canary reply', ${admin.userId}, ${LATER})`,
    sql`insert into notices (id, reference, kind, location, explanation, name, email, language,
        received_at, concluded_at)
      values (${uuid()}, 'M-2026-000001', 'other', 'canary location', 'canary explanation',
        'canary reporter', ${mia.email}, 'de', ${AT}, ${LATER}),
      -- of others: one that names the member as well
      (${uuid()}, 'M-2026-000002', 'other', ${mia.username}, 'canary-words of a reporter',
        'canary-ben', ${ben.email}, 'de', ${AT}, null)`,
    sql`insert into messages values (${uuid()}, 'K-2026-000002', 'question', 'canary-ben',
      ${ben.email}, 'canary-words to the club', 'de', ${AT})`,
  )
  await fillSafety(club, mia, { ben, admin })
  await fillBell(club, mia, ben)
  await keepContractOf(club, mia, { contract, admin })
  return {
    names: [ben, cleo, admin].flatMap(({ userId, email, username }) => [userId, email, username]),
    words: [
      'canary-words',
      'canary-note',
      'canary-of-ben',
      'canary-ben',
      'canary-cleo',
      'canary-admin',
      SECRET,
    ],
  }
}

type Made = { contract: Awaited<ReturnType<typeof createContract>>; admin: TestMember }

async function keepContractOf(club: Club, mia: TestMember, { contract, admin }: Made) {
  const { id, priceId } = contract
  const invoice = await club.db.row<{ id: string }>(
    sql`select id from invoices where subscription_id = ${id} limit 1`,
  )
  const declarationId = uuid()
  const queries = [
    sql`update subscriptions set language = 'de', ends_at = ${LATER} where id = ${id}`,
    sql`insert into order_intents values (${uuid()}, ${mia.userId}, ${priceId}, ${documentVersions.terms}, ${AT},
      ${LATER}, ${id})`,
    sql`insert into paid_access values (${mia.userId}, ${LATER})
      on conflict (user_id) do update set active_until = ${LATER}`,
    sql`insert into invoices select ${uuid()}, 'R-2026-900000', 'credit_note', ${invoice!.id},
        subscription_id, 'refund:canary', issued_at, period_start, period_end, -100, -84, -16,
        vat_percent, currency, seller from invoices where id = ${invoice!.id}`,
    sql`insert into refunds values (${uuid()}, ${id}, 'pay-1', 100, 'goodwill', 'done', ${AT},
      ${LATER}, null, 1, 'refund-1', ${LATER}, 'canary refund', null)`,
    sql`insert into provider_drift (subscription_id, found, is_repaired, at)
      values (${id}, 'canary drift', true, ${AT})`,
    sql`insert into declarations values (${declarationId}, 'KU-2026-000001', 'cancellation', true,
      'canary reason', 'canary declarer', 'canary contract', ${mia.email}, '2026-12-01', 'de', ${AT})`,
    sql`insert into declaration_states values (${declarationId}, 'settled', ${id}, ${[bytes(SECRET)]},
      ${LATER}, ${LATER}, ${admin.userId}, 'canary settled')`,
  ]
  for (const query of queries) await club.db.run(query)
}
