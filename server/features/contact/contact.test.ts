import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answerMessage, listMessages, sendMessage, sendNotice } from '#contract/contact.ts'
import { limits, rates } from '#contract/limits.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { aMessage, aNotice, insertMessage } from '#testing/moderation/messages.ts'
import { operator } from '#testing/club/operator.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00Z'
const send = (club: Club, fields: Parameters<typeof aMessage>[0] = {}, headers = {}) =>
  club.call(null, sendMessage, { body: aMessage(fields) }, { headers })
const tell = (club: Club, fields: Parameters<typeof aNotice>[0] = {}, headers = {}) =>
  club.call(null, sendNotice, { body: aNotice(fields) }, { headers })
const sources = async ({ dataDir }: Club) => {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch((): string[] => [])
  names.sort()
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}
const rowsOf = (club: Club, table: 'messages' | 'notices') =>
  club.db.rows<Record<string, unknown>>(
    table === 'messages' ? sql`select * from messages` : sql`select * from notices`,
  )
const listed = async (club: Club, query: { filter?: 'open' | 'all'; after?: string } = {}) => {
  const found = await club.call(await club.member({ isAdmin: true }), listMessages, { query })
  if (!found.ok) throw new Error(found.code)
  return found.answer
}

test('a message from anyone gets a receipt on screen and by mail, and waits for an answer', async () => {
  await using club = await openClub({ now: NOW, config: { operator } })
  const sent = await send(club, {
    email: 'Mia@example.org',
    topic: 'privacy',
    text: 'Löscht mich.',
  })
  if (!sent.ok) throw new Error(sent.code)
  const { reference } = sent.answer
  expect(reference).toMatch(/^K-2026-\d{6}$/)
  const [mail, ...others] = await club.mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: 'mia@example.org',
    subject: `We have received your message (${reference})`,
  })
  expect(mail?.text).toContain(`Your reference: ${reference}`)
  expect((await sources(club))[0]).toMatch(/^Reply-To: hallo@salon\.example\r$/m)
  const { messages, open, next } = await listed(club)
  expect({ open, next }).toEqual({ open: 1, next: null })
  expect(messages).toMatchObject([
    {
      reference,
      topic: 'privacy',
      name: 'Mia',
      email: 'mia@example.org',
      text: 'Löscht mich.',
      receivedAt: '2026-05-04T20:00:00.000Z',
      answer: null,
    },
  ])
})

test('a member may write as well, without a name; the receipt speaks the language of the form', async () => {
  await using club = await openClub({ now: NOW })
  const suspended = await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' })
  const { name: _, ...body } = aMessage({ language: 'de' })
  expect(await club.call(suspended, sendMessage, { body })).toMatchObject({ ok: true })
  await send(club, { language: 'mul' })
  const subjects = (await club.mails()).map(({ subject }) => subject.replace(/ \(.*/, ''))
  expect(new Set(subjects)).toEqual(
    new Set(['Ihre Nachricht ist angekommen', 'We have received your message']),
  )
  const { messages } = await listed(club)
  expect(new Set(messages.map(({ name }) => name))).toEqual(new Set(['Mia', null]))
})

test('a reference tells nobody how many messages there are', async () => {
  await using club = await openClub({ now: NOW, config: { limitsFactor: 100 } })
  const numbers: number[] = []
  for (let count = 0; count < 12; count += 1) {
    const sent = await send(club)
    if (sent.ok) numbers.push(Number(sent.answer.reference.slice(-6)))
  }
  expect(new Set(numbers).size).toBe(12)
  const steps = numbers.slice(1).map((number, index) => number - numbers[index]!)
  expect(steps.filter((step) => Math.abs(step) <= 5).length).toBeLessThan(3)
})

test('a receipt repeats nothing of what was written: nobody can send others words through it', async () => {
  await using club = await openClub({ now: NOW })
  const words = 'Buy-now https://evil.example'
  await send(club, { email: 'victim@example.org', name: words, text: words })
  await tell(club, {
    kind: 'fraud',
    email: 'victim@example.org',
    name: words,
    location: words,
    explanation: words,
  })
  expect(await club.mails()).toHaveLength(2)
  for (const source of await sources(club)) expect(source).not.toMatch(/evil|Buy-now/)
})

test('a repeat gets the first receipt, one mail, and costs nothing', async () => {
  await using club = await openClub({ now: NOW })
  const [message, notice] = [aMessage(), aNotice({ name: 'Mia', email: 'mia@example.org' })]
  const sent = await Promise.all(
    Array.from({ length: 30 }, () => club.call(null, sendMessage, { body: message })),
  )
  const responses = await Promise.all(
    Array.from({ length: 70 }, () => club.call(null, sendNotice, { body: notice })),
  )
  for (const answers of [sent, responses]) {
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(new Set(answers.map((one) => one.ok && one.answer.reference)).size).toBe(1)
  }
  expect(await rowsOf(club, 'messages')).toHaveLength(1)
  expect(await rowsOf(club, 'notices')).toHaveLength(1)
  expect(await club.mails()).toHaveLength(2)
})

test('other words under the same id are refused rather than lost', async () => {
  await using club = await openClub({ now: NOW })
  const [message, notice] = [aMessage(), aNotice()]
  await club.call(null, sendMessage, { body: message })
  await club.call(null, sendNotice, { body: notice })
  const errors = [{ path: 'id', message: 'invalid' }]
  expect(
    await club.call(null, sendMessage, { body: { ...message, text: 'And when do you close?' } }),
  ).toMatchObject({ code: 'invalid_input', body: { errors } })
  expect(
    await club.call(null, sendNotice, { body: { ...notice, location: 'Elsewhere' } }),
  ).toMatchObject({ code: 'invalid_input', body: { errors } })
  expect((await listed(club)).messages).toMatchObject([{ text: 'When do you open?' }])
})

test('messages are limited by e-mail and by address range, and nothing of a refused one is kept', async () => {
  await using club = await openClub({
    now: NOW,
    config: { trustedProxies: parseNetworks(['127.0.0.0/8']) },
  })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const email = 'Mia@Example.org'
  for (let count = 0; count < rates.contact.max; count += 1)
    expect(await send(club, { email }, from(`203.0.113.${count}`))).toMatchObject({ ok: true })
  expect(await send(club, { email: 'mia@example.org' }, from('203.0.113.99'))).toMatchObject({
    code: 'too_many_attempts',
    body: { retryAfter: 3600 },
  })

  for (let count = 0; count < rates.contactPerAddress.max; count += 1)
    expect(await send(club, {}, from(`2001:db8:1:2::${count + 1}`))).toMatchObject({ ok: true })
  expect(await send(club, {}, from('2001:db8:1:2:ffff::1'))).toMatchObject({
    code: 'too_many_attempts',
  })
  expect(await send(club, {}, from('2001:db8:1:3::1'))).toMatchObject({ ok: true })
  const all = rates.contact.max + rates.contactPerAddress.max + 1
  expect(await rowsOf(club, 'messages')).toHaveLength(all)
  expect(await club.mails()).toHaveLength(all)
  club.clock.advance({ minutes: 60, seconds: 1 })
  expect(await send(club, { email }, from('203.0.113.99'))).toMatchObject({ ok: true })
})

test('of many messages at once only as many come in as the limit allows', async () => {
  await using club = await openClub({ now: NOW })
  const email = 'mia@example.org'
  const sent = await Promise.all(Array.from({ length: 15 }, () => send(club, { email })))
  expect(sent.filter(({ ok }) => ok)).toHaveLength(rates.contact.max)
  expect(await rowsOf(club, 'messages')).toHaveLength(rates.contact.max)
})

test('notices are limited by e-mail and by address, too', async () => {
  await using club = await openClub({
    now: NOW,
    config: { trustedProxies: parseNetworks(['127.0.0.0/8']) },
  })
  const mia = { kind: 'rules', name: 'Mia', email: 'mia@example.org' } as const
  for (let count = 0; count < rates.notice.max; count += 1)
    expect(await tell(club, mia, { 'x-forwarded-for': `203.0.113.${count}` })).toMatchObject({
      ok: true,
    })
  expect(await tell(club, mia)).toMatchObject({ code: 'too_many_attempts' })
  for (let count = 0; count < rates.noticePerAddress.max; count += 1)
    expect(await tell(club)).toMatchObject({ ok: true })
  expect(await tell(club)).toMatchObject({ code: 'too_many_attempts' })
})

test('a notice from anyone is kept as it was given, and its receipt is mailed', async () => {
  await using club = await openClub({ now: NOW })
  const notice = aNotice({
    kind: 'intimate',
    location: 'https://club.example/member/1',
    explanation: 'That is me, and I never agreed.',
    name: 'Mia Beispiel',
    email: 'mia@example.org',
    language: 'de',
  })
  const response = await club.call(null, sendNotice, { body: notice })
  if (!response.ok) throw new Error(response.code)
  const { reference } = response.answer
  expect(reference).toMatch(/^M-2026-\d{6}$/)
  const { isGoodFaith: _, ...rest } = notice
  expect(await rowsOf(club, 'notices')).toEqual([
    {
      ...rest,
      reference,
      receivedAt: '2026-05-04T20:00:00.000Z',
      concludedAt: null,
      confirmHash: null,
      confirmedAt: null,
      senderForgottenAt: null,
    },
  ])
  expect(await club.mails()).toMatchObject([
    { to: 'mia@example.org', subject: `Ihre Meldung ist angekommen (${reference})` },
  ])
})

test('only a notice of a child may come without a name, and it must be given in good faith', async () => {
  await using club = await openClub({ now: NOW })
  expect(await tell(club, { kind: 'minor' })).toMatchObject({ ok: true })
  expect(await club.mails()).toEqual([])
  const kinds = ['illegal', 'intimate', 'threat', 'fraud', 'rights', 'rules', 'other'] as const
  for (const kind of kinds)
    for (const who of [{}, { name: 'Mia' }, { email: 'mia@example.org' }])
      expect(await tell(club, { kind, ...who }), kind).toMatchObject({
        code: 'invalid_input',
        body: { errors: [{ path: 'email', message: 'email_invalid' }] },
      })
  expect(await tell(club, { isGoodFaith: false as never })).toMatchObject({
    body: { errors: [{ path: 'isGoodFaith', message: 'good_faith_required' }] },
  })
  expect(await rowsOf(club, 'notices')).toHaveLength(1)
  // nor by any other way into the database
  await expect(club.db.run(sql`update notices set kind = 'fraud'`)).rejects.toMatchObject({
    code: '23514',
  })
})

test.each([
  ['a second header in the address', { email: 'mia@example.org\r\nBcc: all@example.org' }],
  ['a second address', { email: 'mia@example.org, all@example.org' }],
  ['a second address behind a name', { email: 'Mia <mia@example.org>, all@example.org' }],
  [
    'a second header in a name',
    { email: 'Mia\r\nBcc: all <mia@example.org>\r\nBcc: x@example.org' },
  ],
  ['a quoted address', { email: '"a\r\nBcc: b"@example.org' }],
  ['an encoded break', { email: 'mia%0d%0aBcc:x@example.org\n' }],
  ['no words', { text: ' \u200b\u202e \n' }],
  ['no name', { name: '\u0000' }],
  ['too many words', { text: 'x'.repeat(limits.contactText + 1) }],
  ['an unknown topic', { topic: 'love' as never }],
  ['no id', { id: '1' }],
])('a message with %s is refused', async (_, fields) => {
  await using club = await openClub({ now: NOW })
  expect(await send(club, fields)).toMatchObject({ code: 'invalid_input' })
  expect(await rowsOf(club, 'messages')).toEqual([])
  expect(await club.mails()).toEqual([])
})

test('every script of the world arrives whole, up to the limit; what disguises is taken out', async () => {
  await using club = await openClub({ now: NOW })
  const long = '🦊'.repeat(limits.contactText)
  expect(await send(club, { text: long })).toMatchObject({ ok: true })
  expect(await send(club, { text: `${long}🦊` })).toMatchObject({ code: 'invalid_input' })
  expect(await send(club, { text: 'x'.repeat(70_000) })).toMatchObject({ code: 'too_large' })
  const text = 'مرحبا\u202e olleh\u0000\u0007\r\n\r\nשלום 👩‍👩‍👧 e\u0301 <b>&amp;</b> \ud800'
  expect(await send(club, { name: 'Mi\r\na\u200b', text })).toMatchObject({ ok: true })
  const { messages } = await listed(club)
  expect(messages.map((one) => one.text).sort()).toEqual(
    [long, 'مرحبا olleh\n\nשלום 👩‍👩‍👧 é <b>&amp;</b> \ufffd'].sort(),
  )
})

test('a name and a place are one line each, whatever was pasted', async () => {
  await using club = await openClub({ now: NOW })
  await send(club, { name: 'Mia\r\nBen\u2028Eve' })
  await tell(club, {
    location: 'The third photo\n\nof Ben',
    name: 'Mia\fBen',
    email: 'm@example.org',
  })
  expect((await listed(club)).messages).toMatchObject([{ name: 'Mia Ben Eve' }])
  expect(await rowsOf(club, 'notices')).toMatchObject([
    { location: 'The third photo of Ben', name: 'Mia Ben' },
  ])
})

test('an answer is mailed, escaped, in the language of who asked, and stays with the message', async () => {
  await using club = await openClub({ now: NOW, config: { operator } })
  await send(club, { email: 'mia@example.org', language: 'de' })
  const [message] = (await listed(club)).messages
  const admin = await club.member({ isAdmin: true, username: 'Ida' })
  club.clock.advance({ hours: 2 })
  const text = 'Um acht.\r\nKommen Sie <b>gern</b>!\n\n\nBcc: niemand@example.org & "Gruß"'
  const params = { messageId: message!.id }
  expect(await club.call(admin, answerMessage, { params, body: { text } })).toMatchObject({
    ok: true,
  })
  const [, mail] = await club.mails()
  expect(mail).toMatchObject({
    to: 'mia@example.org',
    subject: `Unsere Antwort auf Ihre Nachricht (${message!.reference})`,
  })
  expect(mail?.text.replaceAll('\r', '')).toContain(
    'Um acht.\n\nKommen Sie <b>gern</b>!\n\nBcc: niemand@example.org & "Gruß"',
  )
  const [, source = ''] = await sources(club)
  const [head = ''] = source.split('\r\n\r\n')
  expect(head).not.toMatch(/^Bcc:/im)
  expect(head).toMatch(/^Reply-To: hallo@salon\.example\r$/m)
  const html = source.slice(source.indexOf('<!doctype html>'))
  expect(html).toContain('&lt;b&gt;gern')
  expect(html).not.toContain('<b>')
  expect(await listed(club)).toMatchObject({ messages: [], open: 0 })
  expect((await listed(club, { filter: 'all' })).messages).toMatchObject([
    {
      answer: {
        text: 'Um acht.\nKommen Sie <b>gern</b>!\n\n\nBcc: niemand@example.org & "Gruß"',
        by: 'Ida',
        at: '2026-05-04T22:00:00.000Z',
      },
    },
  ])
  const details = { message: message!.id, reference: message!.reference }
  expect(await readTraces(club)).toContainEqual({
    action: 'message_answered',
    actorId: admin.userId,
    subjectId: null,
    details,
  })
})

test('of two who answer at once one does; the other is told, and one mail goes out', async () => {
  await using club = await openClub({ now: NOW })
  const params = { messageId: (await insertMessage(club)).id }
  const admins = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      club.call(admins[index % 2]!, answerMessage, { params, body: { text: `Answer ${index}` } }),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.flatMap((one) => (one.ok ? [] : [one.code]))).toEqual(
    Array(7).fill('already_decided'),
  )
  const [mail, ...others] = await club.mails()
  expect(others).toEqual([])
  const won = answers.findIndex(({ ok }) => ok)
  expect(mail?.text).toContain(`Answer ${won}`)
  expect((await readTraces(club)).map(({ action }) => action)).toEqual(['message_answered'])
  const gone = { messageId: uuid() }
  expect(
    await club.call(admins[0]!, answerMessage, { params: gone, body: { text: 'Hello?' } }),
  ).toMatchObject({ code: 'PGRST116' })
})

test('an answer outlives the account of who gave it', async () => {
  await using club = await openClub({ now: NOW })
  const params = { messageId: (await insertMessage(club)).id }
  const admin = await club.member({ isAdmin: true })
  await club.call(admin, answerMessage, { params, body: { text: 'At eight.' } })
  await club.db.run(sql`delete from users where id = ${admin.userId}`)
  expect((await listed(club, { filter: 'all' })).messages).toMatchObject([
    { answer: { text: 'At eight.', by: '' } },
  ])
})

test('the queue comes in pages, what waits oldest first, everything newest first; looking is written down', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const count = 2 * limits.doorLinesPerPage + 3
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    // several of the same moment
    const at = new Date(Date.parse(NOW) + Math.floor(index / 7) * 60_000)
    ids.push((await insertMessage(club, { at, text: String(index) })).id)
  }
  const pages = async (filter: 'open' | 'all') => {
    const seen: { id: string; receivedAt: string }[] = []
    for (let next: string | null | undefined; next !== null;) {
      const found = await club.call(admin, listMessages, {
        query: { filter, ...(next && { after: next }) },
      })
      if (!found.ok) throw new Error(found.code)
      expect(found.answer.open).toBe(count)
      expect(found.answer.messages.length).toBeLessThanOrEqual(limits.doorLinesPerPage)
      seen.push(...found.answer.messages)
      next = found.answer.next
    }
    return seen
  }
  const [open, all] = [await pages('open'), await pages('all')]
  expect(open.map(({ id }) => id).sort()).toEqual(ids.toSorted())
  expect(open.map(({ receivedAt }) => receivedAt)).toEqual(
    open.map(({ receivedAt }) => receivedAt).sort(),
  )
  expect(all.map(({ id }) => id)).toEqual(open.map(({ id }) => id).reverse())
  expect((await readTraces(club)).map(({ action, actorId }) => [action, actorId])).toEqual([
    ['contact_list_viewed', admin.userId],
  ])
})
