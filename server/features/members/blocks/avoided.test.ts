import { expect, test } from 'vitest'
import { limits, rates } from '#contract/limits.ts'
import {
  avoidAddress,
  findAvoidedAddress,
  listAvoidedAddresses,
  removeAvoidedAddress,
} from '#contract/members/avoidedAddresses.ts'
import { listBlocks, unblockMember } from '#contract/members/blocks.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { dropPassing } from '#testing/club/call.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { enterClub, seesNothing, type Newcomer } from '#testing/fixtures/apart.ts'
import { askToMove, confirmMove, move, readMailedToken } from '#testing/fixtures/emailChange.ts'
import { block } from '#testing/fixtures/notifications.ts'
import { downloadCopy } from '#testing/privacy/exports.ts'
import { normalizeMailbox } from '#server/platform/mail/mailbox.ts'
import { leaveForGood } from '#testing/privacy/leaving.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00.000Z'
const BEN = 'ben.miller@gmail.com'
const ALIAS = 'BenMiller+salon@googlemail.com'

const avoid = (club: Club, who: { cookie: string }, email: string) =>
  club.call(who, avoidAddress, { body: { email } })
const remove = (club: Club, who: { cookie: string }, entryId: string) =>
  club.call(who, removeAvoidedAddress, { params: { entryId } })

async function listed(club: Club, who: { cookie: string }) {
  const response = await club.call(who, listAvoidedAddresses, {})
  if (!response.ok) throw new Error(response.code)
  return response.answer.entries
}
async function find(club: Club, who: { cookie: string }, email: string) {
  const response = await club.call(who, findAvoidedAddress, { body: { email } })
  if (!response.ok) throw new Error(response.code)
  return response.answer.entry
}
const apart = (club: Club, one: Newcomer, other: Newcomer) =>
  Promise.all([seesNothing(club, one, other), seesNothing(club, other, one)])

/** All that an answer says but when it was sent. */
async function raw(club: Club, who: { cookie: string }, email: string) {
  const said = await fetch(club.url + avoidAddress.path, {
    method: 'POST',
    headers: {
      cookie: who.cookie,
      origin: club.config.publicUrl,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email }),
  })
  const headers = [...dropPassing(said.headers)]
  return JSON.stringify([said.status, headers, await said.text()])
}

test.each([
  ['is a member already', true],
  ['comes later', false],
])(
  'somebody whose address is avoided, and who %s, is not there, nor are they for them',
  async (_, isThere) => {
    await using club = await openClub({ now: NOW })
    const [mia, cleo] = [await club.member(), await club.member()]
    const before = isThere ? await club.member({ email: BEN }) : null
    expect(await avoid(club, mia, ALIAS)).toMatchObject({ ok: true, answer: { done: true } })
    const ben = before ?? (await enterClub(club, BEN))
    expect(await apart(club, mia, ben)).toEqual([true, true])
    expect(await apart(club, cleo, ben)).toEqual([false, false])
    expect(await apart(club, mia, await enterClub(club))).toEqual([false, false])
  },
)

test('a member who moves to an avoided address, or confirms it, is invisible from then on', async () => {
  await using club = await openClub({ now: NOW, config: { emailConfirmation: 'required' } })
  const [mia, ben] = [await club.member(), await club.member()]
  await avoid(club, mia, BEN)
  await move(club, ben, ALIAS.toLowerCase())
  expect(await apart(club, mia, ben)).toEqual([true, true])
  expect(await apart(club, mia, await enterClub(club, BEN))).toEqual([true, true])
})

test('the answer is the same to the byte whether somebody has the address or not, and how often it is added', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await club.member({ email: BEN })
  const answers = []
  for (const email of [BEN, 'nobody@example.org', BEN, ALIAS, 'nobody@example.org'])
    answers.push(await raw(club, mia, email))
  expect(new Set(answers).size).toBe(1)
  expect(await listed(club, mia)).toHaveLength(2)
})

test('neither the list of blocks nor what is told to open streams says whether anybody has the address', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  await club.member({ email: BEN })
  const received = []
  for (const [who, email] of [
    [mia, BEN],
    [tom, 'nobody@example.org'],
  ] as const) {
    const stream = await club.follow(who)
    await stream.next('ready')
    await avoid(club, who, email)
    const events = [await stream.next('rooms'), await stream.next('ready')]
    const [entry] = await listed(club, who)
    await remove(club, who, entry!.id)
    events.push(await stream.next('rooms'), await stream.next('ready'))
    stream.close()
    received.push(JSON.stringify(events).replaceAll(who.userId, 'member'))
    await avoid(club, who, email)
    expect(await club.call(who, listBlocks, {})).toMatchObject({
      answer: { blocks: [], hiddenPosts: 0 },
    })
  }
  expect(received[0]).toBe(received[1])
})

test('the copy of one’s data says the same with and without somebody behind the address', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  await club.member({ email: BEN })
  await avoid(club, mia, BEN)
  await avoid(club, tom, 'nobody@example.org')
  for (const who of [mia, tom]) {
    const { json, text } = await downloadCopy(club, who)
    const data = json.data as Record<string, { items: object[] }>
    expect(data['blocks']?.items).toEqual([])
    expect(data['apart_marks']?.items).toEqual([
      { provided_by_subject: false, kind: 'address', since: NOW },
    ])
    expect(text).not.toContain(BEN)
  }
})

test('an entry shows since when, is found by its address however written, and lifts the block as it goes', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, ben, cleo] = [
    await club.member(),
    await club.member({ email: BEN }),
    await club.member(),
  ]
  await avoid(club, mia, BEN)
  club.clock.advance({ minutes: 1 })
  await avoid(club, mia, 'other@example.org')
  const [newer, older] = await listed(club, mia)
  expect([newer?.addedAt, older?.addedAt]).toEqual(['2026-05-04T20:01:00.000Z', NOW])
  expect(await find(club, mia, ALIAS)).toEqual(older)
  expect(await find(club, mia, 'third@example.org')).toBeNull()
  // nobody else’s list is asked, or can be taken from
  expect(await find(club, cleo, BEN)).toBeNull()
  for (const who of [cleo, ben])
    expect(await remove(club, who, older!.id)).toMatchObject({ ok: true })
  expect(await remove(club, mia, uuid())).toMatchObject({ ok: true })
  expect(await apart(club, mia, ben)).toEqual([true, true])
  for (let times = 0; times < 2; times += 1)
    expect(await remove(club, mia, older!.id.toUpperCase())).toMatchObject({ ok: true })
  expect(await apart(club, mia, ben)).toEqual([false, false])
  expect(await listed(club, mia)).toEqual([newer])
})

test('another reason for a block outlasts the address, and the address outlasts the other', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, ben] = [await club.member(), await club.member({ email: BEN })]
  await block(club, mia, ben)
  await avoid(club, mia, BEN)
  const [entry] = await listed(club, mia)
  await remove(club, mia, entry!.id)
  expect(await apart(club, mia, ben)).toEqual([true, true])
  // neither is an entry a block one can lift by its id
  await avoid(club, mia, BEN)
  const [again] = await listed(club, mia)
  for (const memberId of [again!.id, ben.userId])
    await club.call(mia, unblockMember, { params: { memberId } })
  expect(await apart(club, mia, ben)).toEqual([true, true])
  await remove(club, mia, again!.id)
  expect(await apart(club, mia, ben)).toEqual([false, false])
})

test('both who avoid each other’s addresses are free once both have taken it back', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, ben] = [
    await club.member({ email: 'mia@example.org' }),
    await club.member({ email: BEN }),
  ]
  await avoid(club, mia, BEN)
  await avoid(club, ben, 'mia@example.org')
  await remove(club, mia, (await listed(club, mia))[0]!.id)
  expect(await apart(club, mia, ben)).toEqual([true, true])
  await remove(club, ben, (await listed(club, ben))[0]!.id)
  expect(await apart(club, mia, ben)).toEqual([false, false])
})

test('the list outlives the account behind an address, and goes with its owner’s', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, ben] = [await club.member(), await club.member({ email: BEN })]
  await avoid(club, mia, BEN)
  await leaveForGood(club, ben)
  const back = await enterClub(club, BEN)
  const later = { ...mia, ...(await club.session(mia)) }
  expect(await apart(club, later, back)).toEqual([true, true])
  expect(await listed(club, later)).toHaveLength(1)
  await leaveForGood(club, later)
  expect(await club.db.rows(sql`select from apart_marks`)).toEqual([])
  expect(await club.db.rows(sql`select from blocks`)).toEqual([])
})

test('a list holds fifty addresses; what is in it already is no fifty-first', async () => {
  await using club = await openClub({ now: NOW, config: { limitsFactor: 10 } })
  const mia = await club.member()
  for (let at = 1; at < limits.avoidedAddresses; at += 1)
    expect((await avoid(club, mia, `${at}@example.org`)).ok).toBe(true)
  // of two at once one is the last
  const last = await Promise.all(['a', 'b'].map((name) => avoid(club, mia, `${name}@example.org`)))
  expect(last.map((one) => (one.ok ? 'ok' : one.code)).sort()).toEqual([
    'address_limit_reached',
    'ok',
  ])
  expect(await avoid(club, mia, '1@example.org')).toMatchObject({ ok: true })
  expect(await listed(club, mia)).toHaveLength(limits.avoidedAddresses)
  await remove(club, mia, (await listed(club, mia))[0]!.id)
  expect(await avoid(club, mia, 'c@example.org')).toMatchObject({ ok: true })
})

test('what is no address, or one’s own, is refused', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member({ email: 'mia@example.org' })
  for (const email of [
    '',
    'mia',
    '@example.org',
    'mia@',
    `${'a'.repeat(300)}@example.org`,
    'a b@c.de',
  ])
    expect(await avoid(club, mia, email)).toMatchObject({ code: 'invalid_input' })
  for (const email of ['mia@example.org', 'Mia+here@Example.org'])
    expect(await avoid(club, mia, email)).toMatchObject({
      code: 'invalid_input',
      body: { errors: [{ path: 'email' }] },
    })
  expect(await listed(club, mia)).toEqual([])
})

test('addresses cannot be tried out by the hundred', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  for (let at = 0; at < rates.avoidAddress.max; at += 1) {
    expect(await avoid(club, mia, 'ben@example.org')).toMatchObject({ ok: true })
    for (const { id } of await listed(club, mia)) await remove(club, mia, id)
  }
  expect(await avoid(club, mia, 'ben@example.org')).toMatchObject({ code: 'too_many_attempts' })
})

test('the same address added twice at once is one entry', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, ben] = [await club.member(), await club.member({ email: BEN })]
  const added = await Promise.all([BEN, ALIAS, BEN].map((email) => avoid(club, mia, email)))
  expect(added.every(({ ok }) => ok)).toBe(true)
  expect(await listed(club, mia)).toHaveLength(1)
  expect(await apart(club, mia, ben)).toEqual([true, true])
})

test.each(['the address', 'the change'] as const)(
  'an address that is added while somebody moves to it is met, when %s is first',
  async (first) => {
    await using club = await openClub({ now: NOW })
    const [mia, ben] = [await club.member(), await club.member()]
    await askToMove(club, ben, BEN)
    const token = await readMailedToken(club, BEN, 'email')
    const acts = {
      'the address': () => avoid(club, mia, ALIAS),
      'the change': () => confirmMove(club, token),
    }
    const second = first === 'the address' ? 'the change' : 'the address'
    const done = await club.app.db.transaction(async (tx) => {
      // the first has its turn at the mailbox, and goes no further
      await tx.run(sql`lock table blocks in exclusive mode`)
      const asked = [acts[first]()]
      await untilSomebodyWaits(club)
      asked.push(acts[second]())
      await untilSomebodyWaits(club, 2)
      return asked
    })
    for (const said of await Promise.all(done)) expect(said.ok).toBe(true)
    expect(await apart(club, mia, ben)).toEqual([true, true])
  },
)

test('no address is kept', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await avoid(club, mia, 'canary@example.org')
  const stored = await club.db.rows(sql`select t::text as line from apart_marks t`)
  expect(JSON.stringify(stored)).not.toContain('canary')
  const plain = await club.db.row<{ isPlain: boolean }>(sql`
    select address_mark = sha256('canary@example.org'::bytea) as is_plain from apart_marks`)
  expect(plain).toEqual({ isPlain: false })
})

test('the database knows a mailbox by the same form as the server', async () => {
  await using club = await openClub({ now: NOW })
  const names = [
    'mia',
    'm.i.a',
    'mia+club',
    'mia+club+two',
    '+mia',
    'mia+',
    '.',
    "o'neil+x",
    'a.b+c.d',
  ]
  const domains = [
    'example.org',
    'gmail.com',
    'googlemail.com',
    'mail.gmail.com',
    'xn--mller-kva.de',
  ]
  const emails = names.flatMap((name) => domains.map((domain) => `${name}@${domain}`))
  const rows = await club.db.rows<{ mailbox: string }>(sql`
    select mailbox_of(email) as mailbox from unnest(${emails}::text[]) with ordinality e (email, at)
    order by at`)
  expect(rows.map(({ mailbox }) => mailbox)).toEqual(emails.map(normalizeMailbox))
})
