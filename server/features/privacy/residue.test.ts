import pino from 'pino'
import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { logCookieChoice } from '#contract/consent/consent.ts'
import { sendMessage, sendNotice } from '#contract/contact.ts'
import { cookieBanner } from '#contract/consent/cookieBanner.ts'
import { declareCancellation } from '#contract/billing/declarations.ts'
import { issueInvitation } from '#contract/admission/admission.ts'
import { createInvitation, redeemInvite } from '#contract/admission/invitations.ts'
import { editPost } from '#contract/posts/ownPosts.ts'
import { saveProfile } from '#contract/members/profiles.ts'
import { joinWaitlist } from '#contract/admission/waitlist.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { Canaries, inDatabase, inFiles } from '#testing/authorisation/canaries.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { aCancellation } from '#testing/billing/declarations.ts'
import { handInDocuments } from '#testing/fixtures/documents.ts'
import { leave, purgeHour } from '#testing/privacy/leaving.ts'
import { workOffDeletions } from '#server/platform/files/deletions.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { aNotice } from '#testing/moderation/messages.ts'
import { upload } from '#testing/fixtures/photos.ts'
import { stateDecision } from '#testing/moderation/statements.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { subscribeMember, turn } from '#testing/billing/subscribers.ts'
import { uuid } from '#testing/random.ts'
import { keepRetention } from '#server/features/privacy/retention/retention.service.ts'

const NOW = '2026-05-04T20:00:00Z'

async function must<T>(asked: Promise<{ ok: boolean; code?: string } & T>): Promise<T> {
  const answer = await asked
  if (!answer.ok) throw new Error(`refused: ${answer.code}`)
  return answer
}

/** Everything somebody can be known by, or can enter anywhere, each with a word of its own. */
async function plant(club: Club, word: (name: string) => string): Promise<TestMember> {
  const email = `${word('email')}@example.org`
  await club.call(null, joinWaitlist, { body: { email } })
  const member = await club.member({ email, username: word('username'), isAdmitted: false })
  const admin = await club.member({ isAdmin: true })
  await proveSession(club, admin)
  const note = word('note of the invitation')
  const issued = await must(
    club.call(admin, issueInvitation, { body: { maxUses: 1, days: 30, email, note } }),
  )
  if (!issued.ok) throw new Error('no invitation')
  await must(club.call(member, redeemInvite, { body: { code: issued.answer.code } }))
  await club.join(
    member,
    (await club.db.row<{ id: string }>(sql`select id from rooms where slug = ${lounge.slug}`))!,
  )

  const browser = openBrowser(club)
  const headers = { 'user-agent': word('user agent') }
  await must(browser.call(logIn, { body: { email, password: member.password } }, { headers }))
  const choice = {
    sessionId: uuid(),
    analytics: false,
    marketing: false,
    method: 'necessary' as const,
    bannerVersion: cookieBanner.version,
    language: 'de' as const,
  }
  await must(browser.call(logCookieChoice, { body: choice }, { headers }))
  const profile = { username: word('username'), city: word('city'), bio: word('bio') }
  await must(browser.call(saveProfile, { body: profile }))
  const invited = { email: `${word('guest')}@example.org` }
  await must(browser.call(createInvitation, { body: invited }))

  const message = { name: word('name in a message'), text: word('message') }
  await must(
    club.call(null, sendMessage, {
      body: { id: uuid(), topic: 'question', email, ...message },
    }),
  )
  const notice = {
    name: word('name in a notice'),
    email,
    location: word('noticed where'),
    explanation: word('noticed what'),
  }
  await must(club.call(null, sendNotice, { body: { ...aNotice(), kind: 'fraud', ...notice } }))
  const declared = {
    name: word('name in a declaration'),
    email: `${word('email in a declaration')}@example.org`,
    contract: word('contract'),
    kind: 'extraordinary' as const,
    reason: word('reason'),
  }
  await must(club.call(null, declareCancellation, { body: aCancellation(declared) }))
  return { ...member, cookie: browser.cookie }
}

/** What no form of the club takes, or not yet: put where it would be kept. */
async function insertRest(club: Club, { userId }: TestMember, word: (name: string) => string) {
  const at = club.app.now().toISOString()
  await club.db.run(sql`
    insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
    values (${uuid()}, ${userId}, '\\x01', '\\x02', 0, '{}', ${word('passkey')}, ${at})`)
  await club.db.run(sql`
    insert into email_changes (id, user_id, old_email, new_email, requested_at, confirmed_at, expires_at)
    values (${uuid()}, ${userId}, ${`${word('old email')}@example.org`},
      ${`${word('email')}@example.org`}, ${at}, ${at}, ${at})`)
  await club.db.run(sql`
    insert into messages (id, reference, topic, email, text, received_at)
    values (${uuid()}, 'K-2026-999999', 'question', ${`${word('old email')}@example.org`},
      ${word('message from the old address')}, ${at})`)
  await club.db.run(sql`
    insert into data_requests (id, number, user_id, kind, text, received_at, due_at, closed_at, answer)
    values (${uuid()}, 'DS-2026-999999', ${userId}, 'objection', ${word('request')}, ${at}, ${at},
      ${at}, ${word('answer to the request')})`)
  const [about, statementId] = [uuid(), uuid()]
  await club.db.run(sql`
    insert into cases (id, number, user_id, urgency, opened_at, due_at, decided_at)
    values (${about}, 'C-2026-999999', ${userId}, 72, ${at}, ${at}, ${at})`)
  await club.db.run(sql`
    insert into statements (id, number, user_id, kind, removed_kind, removed_text, starts_at, facts,
      ground, rule, source, language, case_id, lifted_at, lift_reason)
    values (${statementId}, 'S-2026-999999', ${userId}, 'removal', 'post', ${word('removed text')}, ${at},
      ${word('facts')}, 'terms', 'a rule', 'report', 'de', ${about}, ${at}, ${word('reason to lift')})`)
  const takenBy = await stateDecision(club.db, userId, null, word('facts of a removal'), {
    kind: 'removal',
    removedKind: 'profile',
  })
  await club.db.run(sql`
    insert into taken_away (statement_id, user_id, kind, taken_at, sealed)
    values (${takenBy}, ${userId}, 'profile', ${at}, ${Buffer.from(word('taken away'))})`)
  await club.db.run(sql`
    insert into private_notes (id, writer_id, about_id, sealed, written_at)
    select ${uuid()}, ${userId}, p.id, ${Buffer.from(word('private note'))}, ${at}
    from profiles p where p.id <> ${userId} order by p.id limit 1`)
  await club.db.run(sql`
    insert into appeals (id, statement_id, user_id, text, received_at, due_at, decided_at, is_granted, answer)
    values (${uuid()}, ${statementId}, ${userId}, ${word('appeal')}, ${at}, ${at}, ${at}, true,
      ${word('answer to the appeal')})`)
  await club.db.run(sql`
    insert into case_decisions (id, case_id, kind, decided_at, about_id, facts, rule)
    values (${uuid()}, ${about}, 'remove', ${at}, ${userId}, ${word('case notes')}, 'a rule')`)
  await club.db.run(sql`
    insert into reports (id, number, case_id, reporter_id, target_kind, reason, details, received_at)
    values (${uuid()}, 'R-2026-999999', ${about}, ${userId}, 'profile', 'spam',
      ${word('reported what')}, ${at})`)
  await club.db.run(sql`
    update verification_submissions set status = 'rejected', decided_at = ${at},
      review_note = ${word('note of the review')} where user_id = ${userId}`)
}

test('after the purge nothing of anybody is left but what the law keeps: in tables, files and logs', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  await using salon = await openLounge({
    now: NOW,
    log,
    payments: 'house',
    config: { admission: 'invitation' },
  })
  const { club } = salon
  const canaries = new Canaries()
  const word = (name: string) => canaries.word(name)
  const mia = await plant(club, word)
  canaries.watch('user id', mia.userId)
  const said = await must(salon.post(mia, { text: word('post') }))
  const postId = (said.ok && said.answer.id) || ''
  await must(salon.post(await salon.guest(), { text: `@${word('username')}!`, replyTo: postId }))
  const edited = {
    params: { ...lounge, postId },
    body: { text: `${word('post')}, ${word('edit')}` },
  }
  await must(club.call(mia, editPost, edited))
  canaries.watch('photo', await upload(club, mia))
  await handInDocuments(club, mia)
  const order = await subscribeMember(club, mia)
  canaries.watch('order number', order.number)
  await turn(club)
  await insertRest(club, mia, word)
  await club.mails()
  expect(Object.keys(await inDatabase(club, canaries)).sort()).toEqual(canaries.names)

  await leave(club, mia)
  await turn(club)
  await club.db.run(sql`update refunds set note = ${word('note of a refund')}`)
  expect(await inDatabase(club, canaries)).toHaveProperty('note of a refund')
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  await turn(club)
  // the names of folders, for as long as the lists of a store may be behind
  club.clock.advance({ hours: 1 })
  await workOffDeletions(club.app)

  const LAW = {
    // what was declared, to prove what was declared (§§ 312k, 356a BGB): three years
    'name in a declaration': ['public.declarations'],
    'email in a declaration': ['public.declarations'],
    contract: ['public.declarations'],
    reason: ['public.declarations'],
    // notices about others, without their sender (Art. 16, 17 DSA): three years
    'noticed where': ['public.notices'],
    'noticed what': ['public.notices'],
    // the same of what was reported in the club, and of what the desk found (Art. 17 DSA): a year
    'reported what': ['public.reports'],
    'case notes': ['public.case_decisions'],
    // a number that names nobody any more: consents (Art. 7 (1) GDPR), the audit log, the tombstone
    'user id': ['public.audit', 'public.consent_ledger', 'public.tombstones'],
    // of the contract its number and its sums (§ 147 AO)
    'order number': ['public.subscriptions'],
  }
  expect(await inDatabase(club, canaries)).toEqual(LAW)

  // one mail is out: the last one, which says so; what stands for a mail server forgets it by rule,
  // and so it does with the receipt of what was declared
  const mails = (await club.mails()).filter(({ to }) => canaries.in(to).includes('email'))
  expect(mails.map(({ subject }) => subject)).toEqual(['Your account has been deleted'])
  const anEml = [expect.stringMatching(/^mail\/.*\.eml$/)]
  const { 'order number': books, ...files } = await inFiles(club, canaries)
  expect(files).toEqual({
    email: anEml,
    'name in a declaration': anEml,
    'email in a declaration': anEml,
    contract: anEml,
    reason: anEml,
  })
  club.clock.advance({ days: 91 })
  await keepRetention(club.app)
  expect(await inFiles(club, canaries)).toEqual({ 'order number': books })
  // the provider's own, which stands in for somebody else's machine
  expect(books?.every((path) => path.startsWith('house'))).toBe(true)
  expect(lines.length).toBeGreaterThan(0)
  expect(canaries.in(lines.join('\n'))).toEqual([])
})
