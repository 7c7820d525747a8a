import { expect, test } from 'vitest'
import { setLanguage } from '#contract/accounts/session.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { termsChanges } from '#contract/consent/termsChanges.ts'
import { jobSchedule } from '#server/jobs.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { acceptEarlier, give } from '#testing/privacy/consents.ts'
import { leave } from '#testing/privacy/leaving.ts'
import { makeTermsEditions } from '#testing/termsEditions.ts'
import { announceTerms } from './renewal.service.ts'

const NOW = '2026-12-01T20:00:00.000Z'

/** Somebody who accepted the terms of before, and not yet those in force. */
async function earlier(
  club: Club,
  { version, ...fields }: Parameters<Club['member']>[0] & { version?: string } = {},
) {
  const member = await club.member({ ...fields, hasTerms: false })
  await acceptEarlier(club, member.userId, version)
  return member
}

/** All mails so far, after the hourly look. */
async function announce(club: Club) {
  await club.app.jobs.send(club.db, 'announce_terms', {})
  return club.mails()
}
const readers = async (club: Club) => (await announce(club)).map(({ to }) => to).toSorted()
const emails = (...members: { email: string }[]) => members.map(({ email }) => email).toSorted()

test('new terms are mailed once to everybody who accepted others, and to nobody else', async () => {
  await using club = await openClub({ now: NOW, config: { emailConfirmation: 'required' } })
  expect(jobSchedule.announce_terms).toMatch(/^\d+ \* \* \* \*$/)
  await club.member()
  await club.member({ hasTerms: false })
  await earlier(club, { isConfirmed: false })
  const made = await earlier(club)
  await club.db.run(sql`update users set is_demo = true where id = ${made.userId}`)
  const decided = await earlier(club)
  await give(club, decided, 'terms')
  const [mia, tom] = [await earlier(club), await earlier(club, { isAdmitted: false })]
  const held = await earlier(club, { suspendedUntil: '2999-01-01T00:00:00Z' })

  expect(await readers(club)).toEqual(emails(mia, tom, held))
  const noted = await club.db.rows(sql`select distinct created_at as at from terms_mails`)
  expect(noted).toEqual([{ at: NOW }])
  club.clock.advance({ hours: 1 })
  const ben = await earlier(club)
  expect(await readers(club)).toEqual(emails(mia, tom, held, ben))
  club.clock.advance({ days: 400 })
  expect(await announce(club)).toHaveLength(4)
})

test('somebody written to about other terms is written to about these as well', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await earlier(club)
  await club.db.run(sql`
    insert into terms_mails (user_id, consent_version_id, created_at)
    select ${mia.userId}, id, '2025-01-01T00:00:00Z' from consent_versions
    where document = 'terms' and version = '1.9.0'`)
  expect(await readers(club)).toEqual([mia.email])
})

test.each([
  ['de', 'Neue Fassung unserer Geschäftsbedingungen', '2.0.0 vom 21.11.2026'],
  ['en', 'New version of our terms of service', '2.0.0 of 21 November 2026'],
] as const)(
  'the mail says what changed and where to read it: in %s',
  async (language, subject, version) => {
    using _ = makeTermsEditions(termsChanges, documentVersions.terms)
    await using club = await openClub({ now: NOW })
    const mia = await earlier(club)
    await club.call(mia, setLanguage, { body: { language } })
    const [mail] = await announce(club)
    expect(mail?.subject).toBe(subject)
    expect(mail?.text).toContain(version)
    expect(mail?.text).toContain(`\n${club.config.publicUrl}/legal/terms\n`)
    const changes = termsChanges[documentVersions.terms]![language]
    expect(changes.length).toBeGreaterThan(0)
    for (const change of changes) expect(mail?.text).toContain(`• ${change}`)
    // somebody who looks over a shoulder learns of no flirting, and of nobody's name
    expect(mail?.subject + (mail?.text ?? '')).not.toMatch(/flirt|sex|dating/i)
    expect(mail?.text).not.toContain(mia.username)
  },
)

test('the mail says what every version changed since the one its reader accepted', async () => {
  using editions = makeTermsEditions(termsChanges, documentVersions.terms)
  await using club = await openClub({ now: NOW })
  const { versions, first } = editions
  for (const version of [...versions.slice(1), first]) {
    const { email } = await earlier(club, { version })
    const mail = (await announce(club)).find(({ to }) => to === email)
    const place = versions.indexOf(version)
    const shown = place < 0 ? versions : versions.slice(0, place)
    const changes = shown.flatMap((one) => termsChanges[one]!.en)
    const lines = mail?.text.split('\n').filter((line) => line.startsWith('• '))
    expect(lines?.join(' ')).toBe(changes.map((change) => `• ${change}`).join(' '))
    const heads = [...(mail?.text.matchAll(/^Version ([\d.]+):$/gm) ?? [])].map(([, one]) => one)
    expect(heads, version).toEqual(shown.length > 1 ? shown : [])
  }
})

test('a mail about terms that are past by now, or accepted, or to somebody gone, is not sent', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom, ben] = [await earlier(club), await earlier(club), await earlier(club)]
  await give(club, ben, 'terms')
  await club.app.jobs.send(club.db, 'mail_terms', {
    userId: ben.userId,
    version: documentVersions.terms,
  })
  await club.app.jobs.send(club.db, 'mail_terms', { userId: mia.userId, version: '1.9.0' })
  await club.app.jobs.send(club.db, 'mail_terms', {
    userId: tom.userId,
    version: documentVersions.terms,
  })
  await club.db.run(sql`delete from users where id = ${tom.userId}`)
  expect(await club.mails()).toEqual([])
})

test('a mail that could not go at once does not go to a member who left meanwhile, or is restricted', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom, ben] = [await earlier(club), await earlier(club), await earlier(club)]
  // nobody listens there
  club.config.smtpUrl = 'smtp://127.0.0.1:1'
  await announce(club)
  await leave(club, mia)
  await club.db.run(sql`update users set restricted_at = ${NOW} where id = ${tom.userId}`)
  club.config.smtpUrl = null
  club.clock.advance({ hours: 1 })
  await club.app.jobs.drain({ later: true })
  const mails = (await club.mails()).filter(({ subject }) => subject.startsWith('New version'))
  expect(mails.map(({ to }) => to)).toEqual([ben.email])
})

test('of many members nobody is left out, and two servers at once write to each only once', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await earlier(club)
  await club.db.run(sql`
    with made as (
      insert into users (id, email, password_hash, email_confirmed_at, created_at)
      select gen_random_uuid(), 'm' || n || '@example.org', '', ${NOW}, ${NOW}
      from generate_series(1, 450) n returning id)
    insert into user_consents (user_id, consent_version_id, created_at)
    select made.id, v.id, ${NOW} from made join consent_versions v on v.version = '1.9.0'`)
  const second = await club.secondServer()
  await Promise.all([announceTerms(club.app), announceTerms(second.app)])
  const queued = await club.db.rows<{ userId: string }>(
    sql`select data ->> 'userId' as user_id from pgboss.job where name = 'mail_terms'`,
  )
  expect(queued).toHaveLength(451)
  expect(new Set(queued.map(({ userId }) => userId)).has(mia.userId)).toBe(true)
  expect(new Set(queued.map(({ userId }) => userId)).size).toBe(451)
})
