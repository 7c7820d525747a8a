import { expect, test } from 'vitest'
import {
  confirmEmail,
  logIn,
  requestPasswordReset,
  resendConfirmation,
} from '#contract/accounts/auth.ts'
import { setPassword } from '#contract/accounts/recovery.ts'
import { startPasskeyLogIn, startSecondFactor } from '#contract/accounts/secondFactor.ts'
import { checkInvite, redeemInvite } from '#contract/admission/invitations.ts'
import { joinWaitlist } from '#contract/admission/waitlist.ts'
import { sendMessage, sendNotice } from '#contract/contact.ts'
import { rates } from '#contract/limits.ts'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { appealByLink } from '#contract/moderation/appeals.ts'
import { readStatementByLink } from '#contract/moderation/statements.ts'
import { wider, type NetRateName } from '#contract/nets.ts'
import { createPost } from '#contract/posts/posts.ts'
import { sql } from '#server/platform/database/database.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { markCounted } from '#server/platform/limits/attempts.ts'
import { addressRange, widerRange } from '#server/platform/limits/nets.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { insertInvite } from '#testing/fixtures/admission.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { makePasskey, resultCode, signInBrowser } from '#testing/fixtures/secondFactor.ts'
import { ban } from '#testing/moderation/banning.ts'
import { uuid } from '#testing/random.ts'

const STRICT = {
  now: '2026-06-15T12:00:00Z',
  config: { isLocal: false, trustedProxies: parseNetworks(['127.0.0.1']) },
} as const
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const range = <T>(length: number, make: (n: number) => T): T[] =>
  Array.from({ length }, (_, n) => make(n))
const all = async (answers: Promise<object>[]) => [
  ...new Set((await Promise.all(answers)).map(resultCode)),
]

/** Each of whom somebody else may stand behind: one address for all, or one of a /64 for each. */
const shared = [
  ['a flat', () => '203.0.113.9'],
  ['a carrier', () => '100.64.3.7'],
  ['a hotel’s /64', (n: number) => `2001:db8:1:1::${n.toString(16)}`],
] as const

test.each(shared)('forty behind %s write, log in again and join the waitlist', async (_, at) => {
  await using club = await openClub(STRICT)
  const room = await club.room()
  const members = await Promise.all(range(40, () => club.member()))
  for (const one of members) await club.join(one, room)
  const each = (ask: (n: number) => Promise<object>) => all(range(40, ask))
  const call = <E extends Parameters<Club['call']>[1]>(
    n: number,
    endpoint: E,
    request: Parameters<typeof club.call<E>>[2],
    as: { cookie: string } | null = null,
  ) => club.call(as, endpoint, request, from(at(n)))

  const post = () => ({ id: uuid(), text: 'hello', icebreakerId: null, replyTo: null })
  const posting = () => ({ params: { slug: room.slug }, body: post() })
  expect(await each((n) => call(n, createPost, posting(), members[n]!))).toEqual(['ok'])
  // on browsers the club never met; that a right password spends nothing is in `nets.test`
  const mine = (n: number) => ({ body: { email: members[n]!.email } })
  expect(await each((n) => call(n, requestPasswordReset, mine(n)))).toEqual(['ok'])
  club.clock.advance({ minutes: 61 })
  const theirs = (n: number) => ({ body: { email: `new${n}@example.org` } })
  expect(await each((n) => call(n, joinWaitlist, theirs(n)))).toEqual(['ok'])
  expect(await each((n) => call(n, resendConfirmation, theirs(n)))).toEqual(['ok'])
})

test('forty behind one address sign in and send two photos each at the same instant, and all are served', async () => {
  await using club = await openClub(STRICT)
  const here = from('203.0.113.9')
  const members = await Promise.all(range(40, () => club.member()))
  const signIn = ({ email }: (typeof members)[number]) =>
    club.call(null, logIn, { body: { email, password: PASSWORD } }, here)
  expect(await all(members.map(signIn))).toEqual(['ok'])
  const file = await photo()
  // as many of each as a page sends at a time
  const sending = members.flatMap((one) => range(2, () => club.call(one, addPhoto, { file }, here)))
  expect(await all(sending)).toEqual(['ok'])
})

/** Uses up everything an address and the net around it have, as a neighbour could within the hour. */
async function useUp(club: Club, address: string): Promise<void> {
  const at = club.app.now()
  for (const name of Object.keys(wider) as NetRateName[])
    for (const [net, times] of [
      [addressRange({ address }), 1],
      [widerRange({ address }), wider[name]],
    ] as const) {
      const identifier = await markCounted(club.app, net)
      const ends = new Date(at.getTime() + rates[name].minutes * 60_000)
      await club.db.run(sql`
        insert into attempts (action, identifier, times, expires_at)
        values (${name}, ${identifier},
          array_fill(${at}::timestamptz, array[${rates[name].max * times}::integer]), ${ends})
        on conflict (action, identifier) do update set times = excluded.times`)
    }
}

test.each(shared)('one bad neighbour behind %s keeps out nobody the club knows', async (_, at) => {
  await using club = await openClub(STRICT)
  const here = from(at(1))
  const room = await club.room()
  const mia = await club.member()
  const staff = await club.member()
  await club.join(mia, room)
  const { email } = mia
  const browser = openBrowser(club)
  const signIn = { body: { email, password: PASSWORD } }
  expect(resultCode(await browser.call(logIn, signIn, here))).toBe('ok')
  const withKey = await signInBrowser(club, staff)
  await makePasskey(club, withKey)
  const waiting = await club.member({ isAdmitted: false })
  const { code } = await insertInvite(club)
  const tom = await club.member()
  await ban(club, tom)
  const mail = (await club.mails()).find(({ to }) => to === tom.email)!
  const token = /#token=([\w-]+)/.exec(mail.text)![1]!
  await useUp(club, at(9))
  const stranger = (ask: Promise<object>) => ask.then(resultCode)

  // who is known by nothing waits, whatever they ask
  const tooMany = 'too_many_attempts'
  expect(await stranger(club.call(null, logIn, signIn, here))).toBe(tooMany)
  expect(await stranger(club.call(null, requestPasswordReset, { body: { email } }, here))).toBe(
    tooMany,
  )
  expect(await stranger(club.call(null, startPasskeyLogIn, {}, here))).toBe(tooMany)
  expect(await stranger(club.call(null, checkInvite, { body: { code } }, here))).toBe(tooMany)
  const typed = { body: { email, code: 'ABCD-2345' } }
  expect(await stranger(club.call(null, confirmEmail, typed, here))).toBe(tooMany)
  const wrong = { body: { token: 'x'.repeat(43) } }
  expect(await stranger(club.call(null, readStatementByLink, wrong, here))).toBe(tooMany)

  // by their browser
  expect(resultCode(await browser.call(requestPasswordReset, { body: { email } }, here))).toBe('ok')
  expect(resultCode(await browser.call(startPasskeyLogIn, {}, here))).toBe('ok')
  expect(resultCode(await browser.call(logIn, signIn, here))).toBe('ok')
  const post = { id: uuid(), text: 'hello', icebreakerId: null, replyTo: null }
  const posting = { params: { slug: room.slug }, body: post }
  expect(resultCode(await browser.call(createPost, posting, here))).toBe('ok')
  // by their session
  const message = {
    id: uuid(),
    topic: 'other' as const,
    name: 'Mia',
    email,
    text: 'Somebody here is not nice.',
  }
  expect(resultCode(await browser.call(sendMessage, { body: message }, here))).toBe('ok')
  const notice = {
    id: uuid(),
    kind: 'minor' as const,
    location: 'Salon',
    explanation: 'He is fifteen.',
    isGoodFaith: true as const,
  }
  expect(resultCode(await browser.call(sendNotice, { body: notice }, here))).toBe('ok')
  expect(resultCode(await club.call(waiting, redeemInvite, { body: { code } }, here))).toBe('ok')
  // by their second factor, once the password was right
  const other = { body: { email: staff.email, password: PASSWORD } }
  expect(resultCode(await withKey.call(logIn, other, here))).toBe('ok')
  expect(resultCode(await withKey.call(startSecondFactor, {}, here))).toBe('ok')
  // by what was mailed to them
  expect(resultCode(await club.call(null, readStatementByLink, { body: { token } }, here))).toBe(
    'ok',
  )
  const appeal = { token, id: uuid(), text: 'It was not me.' }
  expect(resultCode(await club.call(null, appealByLink, { body: appeal }, here))).toBe('ok')
  const change = { body: { password: 'another good one', currentPassword: PASSWORD } }
  expect(resultCode(await browser.call(setPassword, change, here))).toBe('ok')
})

test('what a member sends is counted alone, and so is each passkey question of a browser', async () => {
  await using club = await openClub(STRICT)
  const [mia, ben] = [await club.member(), await club.member()]
  const send = (who: typeof mia, email: string) =>
    club.call(who, sendMessage, {
      body: { id: uuid(), topic: 'other', name: 'M', email, text: 'Hello.' },
    })
  const sent = await Promise.all(range(8, (n) => send(mia, `m${n}@example.org`)))
  expect(sent.filter(({ ok }) => ok)).toHaveLength(rates.contact.max)
  expect(resultCode(await send(ben, 'ben@example.org'))).toBe('ok')
  const browser = await signInBrowser(club, mia)
  const { max } = rates.passkeyChallenge
  const responses = await Promise.all(range(max + 3, () => browser.call(startPasskeyLogIn, {})))
  expect(responses.filter(({ ok }) => ok)).toHaveLength(max)
})
