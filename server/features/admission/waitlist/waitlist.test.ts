import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { admit, decline, listWaiting } from '#contract/admission/admission.ts'
import {
  confirmWaitlist,
  getWaitlist,
  joinWaitlist,
  leaveWaitlist,
  unsubscribe,
} from '#contract/admission/waitlist.ts'
import { countInNets } from '#server/platform/limits/nets.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { openMailServer } from '#testing/club/mailServer.ts'
import { insertEntry, insertEntryLink } from '#testing/fixtures/admission.ts'

const NOW = '2026-06-15T12:00:00Z'
const EMAIL = 'nora@example.org'
const codes = (results: { ok: boolean }[]) =>
  results.map((result) => ('code' in result ? result.code : 'ok'))

const join_ = (club: Club, email = EMAIL, more: object = {}) =>
  club.call(null, joinWaitlist, { body: { email, ...more } })
const entries = ({ db }: Club) =>
  db.rows<Record<string, unknown>>(sql`select * from waitlist order by email`)
const tokenIn = (text: string, purpose: 'confirm' | 'leave') =>
  new RegExp(`/waitlist#${purpose}=([\\w-]+)`).exec(text)?.[1] ?? 'none'
const lastMail = async (club: Club) => (await club.mails()).at(-1)!
const line = async (club: Club) => {
  const listed = await club.call(await club.member({ isAdmin: true }), listWaiting, { query: {} })
  return listed.ok ? listed.answer.waiting.map(({ email }) => email) : []
}

test('an address is on the waitlist once its owner has followed the mailed link, and not before', async () => {
  await using club = await openClub({ now: NOW })
  expect(await join_(club, ' Nora@Example.ORG ')).toMatchObject({ ok: true })
  expect(await line(club)).toEqual([])

  const mail = await lastMail(club)
  expect(mail).toMatchObject({ to: EMAIL, subject: 'Please confirm your email address' })
  const token = tokenIn(mail.text, 'confirm')
  club.clock.advance({ minutes: 5 })
  expect((await club.call(null, confirmWaitlist, { body: { token } })).ok).toBe(true)
  expect(await line(club)).toEqual([EMAIL])
  const [entry] = await entries(club)
  expect(entry).toMatchObject({
    requestedAt: '2026-06-15T12:00:00.000Z',
    confirmedAt: '2026-06-15T12:05:00.000Z',
    wordsVersion: '1.0.0',
  })
})

test.each([
  [{}, 'Please confirm your email address'],
  [{ language: 'mul' }, 'Please confirm your email address'],
  [{ language: 'en' }, 'Please confirm your email address'],
  [{ language: 'de' }, 'Bitte bestätigen Sie Ihre E-Mail-Adresse'],
])('the mail is in the language of the request: %o', async (more, subject) => {
  await using club = await openClub()
  await join_(club, EMAIL, more)
  expect((await lastMail(club)).subject).toBe(subject)
})

test('a mail about the list says nothing of the club in its subject, fetches nothing and can be stopped', async () => {
  await using club = await openClub({ config: { clubName: 'Nachtsalon' } })
  await join_(club)
  await club.mails()
  const folder = join(club.dataDir, 'mail')
  const [name = ''] = await readdir(folder)
  const source = (await readFile(join(folder, name), 'utf8')).replace(/=\r?\n/g, '')
  const head = source.split('\r\n\r\n')[0]!.replace(/\r\n\s/g, ' ')
  expect(/^Subject: .*$/m.exec(head)?.[0]).not.toMatch(/Nachtsalon|club|wait|warte/i)
  expect(source).not.toMatch(/<img|<link|<style|<script|src=|@import|utm_/i)
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const address = /^List-Unsubscribe: *<(.*)>/m.exec(head)?.[1] ?? ''
  expect(address).toContain(`${club.config.publicUrl}/api/waitlist/unsubscribe?token=`)

  // opened by hand, or looked at by a scanner of mails, it changes nothing
  const before = await entries(club)
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(303)
  expect(before).toHaveLength(1)
  expect(await entries(club)).toEqual(before)

  // as a mail provider posts it: no origin, no cookie, a form
  const left = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect([left.status, await left.json()]).toEqual([200, { done: true }])
  expect(await entries(club)).toEqual([])
})

test('following a link changes nothing before its page asks for it', async () => {
  await using club = await openClub()
  await join_(club)
  const url = /http\S+\/waitlist#confirm=\S+/.exec((await lastMail(club)).text)?.[0] ?? ''
  await fetch(url)
  expect(await entries(club)).toMatchObject([{ confirmedAt: null }])
})

test('nothing that opens a link is in the database', async () => {
  await using club = await openClub()
  await join_(club)
  const { text } = await lastMail(club)
  const stored = JSON.stringify(
    await club.db.rows(sql`
      select encode(token_hash, 'escape'), t::text from waitlist_tokens t
      union all select '', w::text from waitlist w union all select '', j.data::text from pgboss.job j`),
  )
  expect(stored).toContain(EMAIL)
  for (const purpose of ['confirm', 'leave'] as const)
    expect(stored).not.toContain(tokenIn(text, purpose))
})

test('a link is good for seven days; following it again changes nothing', async () => {
  await using club = await openClub({ now: NOW })
  await join_(club)
  const token = tokenIn((await lastMail(club)).text, 'confirm')
  const confirm = () => club.call(null, confirmWaitlist, { body: { token } })
  club.clock.advance({ days: 6, hours: 23, minutes: 59 })
  expect(codes([await confirm()])).toEqual(['ok'])
  const before = await entries(club)
  expect(codes([await confirm()])).toEqual(['ok'])
  expect(await entries(club)).toEqual(before)
  club.clock.advance({ minutes: 1 })
  expect(codes([await confirm()])).toEqual(['invalid_link'])

  await join_(club, 'late@example.org')
  const late = tokenIn((await lastMail(club)).text, 'confirm')
  club.clock.advance({ days: 7 })
  expect(codes([await club.call(null, confirmWaitlist, { body: { token: late } })])).toEqual([
    'invalid_link',
  ])
  expect(await line(club)).toEqual([EMAIL])
})

test('a link to confirm does not leave, one to leave does not confirm, and a made-up one does neither', async () => {
  await using club = await openClub()
  const entry = await insertEntry(club, { isConfirmed: false })
  const [confirm, leave] = [
    await insertEntryLink(club, entry, 'confirm'),
    await insertEntryLink(club, entry, 'leave'),
  ]
  for (const call of [
    club.call(null, leaveWaitlist, { body: { token: confirm } }),
    club.call(null, unsubscribe, { query: { token: confirm } }),
    club.call(null, confirmWaitlist, { body: { token: leave } }),
    club.call(null, confirmWaitlist, { body: { token: 'x'.repeat(43) } }),
    club.call(null, leaveWaitlist, { body: { token: 'x'.repeat(43) } }),
  ])
    expect(codes([await call])).toEqual(['invalid_link'])
  expect(await entries(club)).toMatchObject([{ confirmedAt: null }])
})

test.each([
  ['', 'email_invalid'],
  ['nora@', 'email_invalid'],
  [`${'x'.repeat(244)}@example.org`, 'email_too_long'],
])('%j is no address to join with', async (email, message) => {
  await using club = await openClub()
  expect(await join_(club, email)).toMatchObject({
    code: 'invalid_input',
    body: { errors: [{ path: 'email', message }] },
  })
  expect(await entries(club)).toEqual([])
})

test('the answer says that an address is on the waitlist already; its owner is mailed how to leave', async () => {
  await using club = await openClub()
  await insertEntry(club, { email: EMAIL })
  expect(await join_(club, 'NORA@example.org')).toMatchObject({ status: 409, code: '23505' })
  const mail = await lastMail(club)
  expect(mail.subject).toBe('News about your entry')
  const token = tokenIn(mail.text, 'leave')
  expect((await club.call(null, leaveWaitlist, { body: { token } })).ok).toBe(true)
  expect(await entries(club)).toEqual([])
})

test('an address nobody has confirmed is as good as new: anyone could have entered it', async () => {
  await using club = await openClub()
  expect(codes([await join_(club), await join_(club)])).toEqual(['ok', 'ok'])
  expect(await entries(club)).toHaveLength(1)
  const mails = await club.mails()
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array(2).fill('Please confirm your email address'),
  )
  for (const { text } of mails)
    expect(
      (await club.call(null, confirmWaitlist, { body: { token: tokenIn(text, 'confirm') } })).ok,
    ).toBe(true)
  expect(await line(club)).toEqual([EMAIL])
})

test('the answer for an address with an account is the same, and its owner is mailed that there is an account', async () => {
  await using club = await openClub()
  const member = await club.member()
  const waiting = await club.member({ isAdmitted: false })
  for (const { email } of [member, waiting]) {
    expect(await join_(club, email)).toMatchObject({ code: '23505' })
    const mail = await lastMail(club)
    expect(mail).toMatchObject({ to: email, subject: 'News about your account' })
    expect(mail.text).toContain('/login')
    expect(mail.text).not.toContain('#confirm')
  }
  expect(await entries(club)).toEqual([])
})

test('an account nobody has confirmed gives away nothing and takes nobody’s place', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  const { email } = await club.member({ isAdmitted: false, isConfirmed: false })
  expect(codes([await join_(club, email)])).toEqual(['ok'])
  const token = tokenIn((await lastMail(club)).text, 'confirm')
  await club.call(null, confirmWaitlist, { body: { token } })
  expect(await line(club)).toEqual([email])
})

test('fifty who join with one address at once make one entry; five of them are counted', async () => {
  await using club = await openClub({ now: NOW })
  const tries = await Promise.all(Array.from({ length: 50 }, () => join_(club)))
  expect(codes(tries).filter((code) => code === 'ok')).toHaveLength(5)
  const refused = tries.find((result) => !result.ok)
  expect(refused).toMatchObject({ code: 'too_many_attempts', body: { retryAfter: 3600 } })
  expect(await entries(club)).toHaveLength(1)
  expect(await club.mails()).toHaveLength(5)
  club.clock.advance({ minutes: 60 })
  expect(codes([await join_(club)])).toEqual(['ok'])
})

const STRANGERS = { isLocal: false, trustedProxies: parseNetworks(['127.0.0.1']) }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const probe = (club: Club, email: string, address: string) =>
  club.call(null, joinWaitlist, { body: { email } }, from(address))

test('a range of addresses learns of ten entries and accounts an hour, then gets the same answer for everybody', async () => {
  await using club = await openClub({ now: NOW, config: STRANGERS })
  const known = [
    ...(await Promise.all(Array.from({ length: 6 }, () => insertEntry(club)))),
    ...(await Promise.all(Array.from({ length: 6 }, () => club.member()))),
  ].map(({ email }) => email)
  // those who honestly join spend nothing
  for (let i = 0; i < 3; i += 1)
    expect(codes([await probe(club, `honest${i}@example.org`, '2001:db8::1')])).toEqual(['ok'])
  const parallel = await Promise.all(known.map((email, i) => probe(club, email, `2001:db8::${i}`)))
  expect(codes(parallel).filter((code) => code === '23505')).toHaveLength(10)
  expect(codes(parallel).filter((code) => code === 'too_many_attempts')).toHaveLength(2)

  const one = await probe(club, known[0]!, '2001:db8::9')
  const other = await probe(club, 'nobody@example.org', '2001:db8::9')
  expect(one).toMatchObject({ code: 'too_many_attempts' })
  expect(other).toMatchObject({ status: one.status, body: 'body' in one ? one.body : {} })
  expect(codes([await probe(club, known[0]!, '2001:db8:0:1::1')])).toEqual(['23505'])
})

test('a range of addresses joins a hundred times an hour', async () => {
  await using club = await openClub({ config: STRANGERS })
  for (let i = 0; i < 100; i += 1)
    await countInNets({ ...club.app, address: '203.0.113.9' }, club.db, 'waitlistPerAddress')
  expect(codes([await probe(club, EMAIL, '203.0.113.9')])).toEqual(['too_many_attempts'])
})

test('a discreet club answers every address alike and tells the truth by mail alone', async () => {
  await using club = await openClub({ config: { ...STRANGERS, discreet: true } })
  const member = await club.member()
  const entry = await insertEntry(club)
  const answers = await Promise.all(
    [member.email, entry.email, EMAIL].map((email) => probe(club, email, '203.0.113.9')),
  )
  for (const answer of answers) expect(answer).toMatchObject({ ok: true, answer: { done: true } })
  const subjects = new Map((await club.mails()).map(({ to, subject }) => [to, subject]))
  expect(subjects.get(member.email)).toBe('News about your account')
  expect(subjects.get(entry.email)).toBe('News about your entry')
  expect(subjects.get(EMAIL)).toBe('Please confirm your email address')
  expect(new Set((await entries(club)).map(({ email }) => email))).toEqual(
    new Set([entry.email, EMAIL]),
  )
})

test('leaving takes an address out for good, code and all, and may be repeated', async () => {
  await using club = await openClub()
  const admin = await club.member({ isAdmin: true })
  const { id, email } = await insertEntry(club)
  await club.call(admin, admit, { body: { ids: [id] } })
  const token = tokenIn((await lastMail(club)).text, 'leave')
  const leave = () => club.call(null, leaveWaitlist, { body: { token } })
  expect(codes([await leave(), await leave()])).toEqual(['ok', 'ok'])
  const left = await club.db.rows<{ t: string }>(sql`
    select w::text as t from waitlist w union all select i::text from invitations i`)
  expect(JSON.stringify(left)).not.toContain(email)
})

test('confirming and leaving at once end in either, and never in a mistake', async () => {
  await using club = await openClub()
  for (let round = 0; round < 10; round += 1) {
    const entry = await insertEntry(club, { isConfirmed: false })
    const confirm = await insertEntryLink(club, entry, 'confirm')
    const leave = await insertEntryLink(club, entry, 'leave')
    const [confirmed, left] = await Promise.all([
      club.call(null, confirmWaitlist, { body: { token: confirm } }),
      club.call(null, leaveWaitlist, { body: { token: leave } }),
    ])
    expect(left.ok).toBe(true)
    expect(['ok', 'invalid_link']).toContain(codes([confirmed])[0])
  }
  expect(await entries(club)).toEqual([])
})

test('an address that was declined reads why; it may join again after ninety days', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const { id } = await insertEntry(club, { email: EMAIL })
  const reason = 'We are full this summer.'
  await club.call(admin, decline, { body: { id, reason } })
  expect(await line(club)).toEqual([])
  const mail = await lastMail(club)
  expect(mail).toMatchObject({ to: EMAIL, subject: 'News about your entry' })
  expect(mail.text).toContain(reason)
  expect(mail.text).toContain('13 September 2026')

  // to anybody else it is an address like any other; the day that was named begins in Berlin
  club.clock.set('2026-09-12T21:59:00Z')
  expect(codes([await join_(club)])).toEqual(['ok'])
  expect((await lastMail(club)).text).toContain(reason)
  club.clock.set('2026-09-12T22:00:00Z')
  expect(codes([await join_(club)])).toEqual(['ok'])
  const token = tokenIn((await lastMail(club)).text, 'confirm')
  expect(await line(club)).toEqual([])
  expect((await club.call(null, confirmWaitlist, { body: { token } })).ok).toBe(true)
  expect(await line(club)).toEqual([EMAIL])
})

test('an old link does not undo a refusal, and neither does leaving', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const entry = await insertEntry(club, { email: EMAIL, isConfirmed: false })
  const [first, second] = [
    await insertEntryLink(club, entry, 'confirm'),
    await insertEntryLink(club, entry, 'confirm'),
  ]
  await club.call(null, confirmWaitlist, { body: { token: first } })
  await club.call(admin, decline, { body: { id: entry.id, reason: 'No.' } })
  club.clock.advance({ minutes: 1 })
  for (const token of [first, second]) await club.call(null, confirmWaitlist, { body: { token } })
  await club.call(null, leaveWaitlist, {
    body: { token: await insertEntryLink(club, entry, 'leave') },
  })
  expect(await line(club)).toEqual([])
  await join_(club)
  expect((await lastMail(club)).text).not.toContain('#confirm')
})

test('how long it took others is the median of thirty days, shown from twenty cases on', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const median = async () => {
    const response = await club.call(null, getWaitlist, {})
    return response.ok ? response.answer.medianDays : undefined
  }
  const admitAfter = async (days: number) => {
    const at = new Date(club.app.now().getTime() - days * 86_400_000)
    const { id } = await insertEntry(club, { at })
    await club.call(admin, admit, { body: { ids: [id] } })
  }
  for (let days = 1; days <= 19; days += 1) await admitAfter(days)
  expect(await median()).toBe(null)
  club.clock.advance({ days: 1 })
  await admitAfter(20)
  expect(await median()).toBe(10.5)
  club.clock.advance({ days: 29 })
  expect(await median()).toBe(null)
})

test('an address that took no mail so far gets its code once somebody asks for it there, and not unasked', async () => {
  await using server = await openMailServer()
  await using club = await openClub({ now: NOW, config: { smtpUrl: server.url } })
  const admin = await club.member({ isAdmin: true })
  const { id } = await insertEntry(club, { email: EMAIL })
  await club.db.run(sql`
    insert into refused_addresses (email, times, refused_at) values (${EMAIL}, 3, ${NOW})`)
  await club.call(admin, admit, { body: { ids: [id] } })
  await club.app.jobs.drain()
  expect(server.taken).toEqual([])
  expect(codes([await join_(club)])).toEqual(['23505'])
  await club.app.jobs.drain()
  expect(server.taken.map(({ to }) => to)).toEqual([EMAIL])
})
