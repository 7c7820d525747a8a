import { createHash, createPublicKey, verify } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { logOut } from '#contract/accounts/session.ts'
import { deleteAccount } from '#contract/privacy/ownData.ts'
import {
  addPushBrowser,
  getNotifications,
  removePushBrowser,
  saveNotifications,
} from '#contract/notifications/notifications.ts'
import { readBellItem } from '#contract/notifications/bellItems.ts'
import { editPost } from '#contract/posts/ownPosts.ts'
import { UNSAID } from '#server/features/notifications/settings.policy.ts'
import type { Config } from '#server/config.ts'
import { sql } from '#server/platform/database/database.ts'
import { isPublic } from '#server/platform/limits/address.ts'
import { PrivateAddress, postToHost } from '#server/platform/mail/outbound.ts'
import { block, insertPost, listBellItems, waveToPost } from '#testing/fixtures/notifications.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { aBrowser, openPushService } from '#testing/fixtures/push.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { encryptMessage } from './push.encryption.ts'
import { isPushAddress } from './push.policy.ts'
import { pushBell } from './push.sending.ts'

// ten in the evening in Berlin is two hours ahead
const EVENING = '2026-05-04T18:00:00.000Z'
const bytes = (text: string) => Buffer.from(text, 'base64url')
test('a message is sealed as RFC 8291 shows it', () => {
  const sent = encryptMessage(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      publicKey: bytes(
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      authKey: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    {
      secret: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    },
  )
  expect(sent.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

async function openEvening(now = EVENING, config: Partial<Config> = {}) {
  const salon = await openLounge({ now, config })
  const service = await openPushService()
  const [mia, ben] = await Promise.all([
    salon.guest({ username: 'Mia' }),
    salon.guest({ username: 'Ben' }),
  ])
  const { club } = salon
  return {
    ...salon,
    club,
    service,
    mia,
    ben,
    subscribe: async (as: { cookie: string }, path = '/one') => {
      const browser = aBrowser(service.url + path)
      const added = await club.call(as, addPushBrowser, { body: browser.body })
      if (!added.ok) throw new Error(added.code)
      return { ...browser, id: added.answer.id }
    },
    wave: async (from: TestMember, to: TestMember) =>
      waveToPost(club, from, await insertPost(club, to, { slug: 'lounge' }, 'Geheim')),
    /** A minute goes by. */
    pass: async (time: Parameters<typeof club.clock.advance>[0] = { seconds: 60 }) => {
      club.clock.advance(time)
      await pushBell(club.app)
      await club.app.jobs.drain({ later: true })
      await club.app.jobs.drain()
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await salon[Symbol.asyncDispose]()
    },
  }
}

test('browsers that change places at the same moment are each kept once, and nothing fails', async () => {
  await using evening = await openEvening(EVENING, { limitsFactor: 100 })
  const { club, mia, ben, service } = evening
  const sessions = [mia, ben, await club.session(mia), await club.session(ben)]
  const browsers = ['/one', '/two', '/three'].map((path) => aBrowser(service.url + path))
  for (let round = 0; round < 12; round += 1) {
    const answers = await Promise.all(
      sessions.flatMap((session, turn) =>
        browsers.map((_, index) => {
          const { body } = browsers[(index + turn) % browsers.length]!
          return club.call(session, addPushBrowser, { body })
        }),
      ),
    )
    expect(answers.filter(({ ok }) => !ok)).toEqual([])
  }
  const stored = await club.db.rows<{ endpoint: string; sessionId: string }>(
    sql`select endpoint, session_id from push_subscriptions`,
  )
  expect(new Set(stored.map(({ endpoint }) => endpoint)).size).toBe(stored.length)
  expect(new Set(stored.map(({ sessionId }) => sessionId)).size).toBe(stored.length)
  // the last member has it
  await evening.subscribe(mia, '/one')
  const owners = await club.db.rows<{ userId: string }>(
    sql`select user_id from push_subscriptions where endpoint = ${`${service.url}/one`}`,
  )
  expect(owners).toEqual([{ userId: mia.userId }])
})

test('a browser offered while its account is deleted stands in nobody’s way, and is not kept', async () => {
  await using evening = await openEvening()
  const { club, mia, ben, service, subscribe } = evening
  await proveSession(club, mia)
  await subscribe(ben)
  // mia's waits for the row of the browser's previous member, and that one's log-out for mia's
  const { body } = aBrowser(`${service.url}/one`)
  const answers = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from push_subscriptions for update`)
    const offered = club.call(mia, addPushBrowser, { body })
    await untilSomebodyWaits(club)
    const left = club.call(mia, deleteAccount, {})
    await untilSomebodyWaits(club, 2)
    return [offered, left] as const
  })
  const [offered, left] = await Promise.all(answers)
  expect([offered.ok, left.ok]).toEqual([true, true])
  expect(await club.db.rows(sql`select user_id from push_subscriptions`)).toEqual([])
})

test('nobody gets pushes until they choose it; then once a minute, in neutral words, by the club and nobody else', async () => {
  await using evening = await openEvening()
  const { club, service, mia, ben, subscribe, wave, pass } = evening
  await wave(ben, mia)
  await pass()
  const browser = await subscribe(mia)
  await pass()
  expect(service.received).toEqual([])
  await wave(ben, mia)
  await wave(ben, mia)
  await pass()
  await pass()
  expect(service.received).toHaveLength(1)
  const [{ path, headers, body } = { path: '', headers: {}, body: Buffer.of() }] = service.received
  expect(path).toBe('/one')
  expect(browser.read(body)).toEqual({
    title: 'Parlour',
    body: 'There is something new for you.',
    language: 'en',
    path: '/notices',
  })
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200' })

  const response = await club.call(mia, getNotifications, {})
  if (!response.ok) throw new Error(response.code)
  const { pushKey, browsers, settings } = response.answer
  expect(settings).toEqual(UNSAID)
  expect(browsers).toMatchObject([{ service: new URL(service.url).host, isCurrent: true }])
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '')!
  expect(key).toBe(pushKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = bytes(pushKey)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  )
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x!, y: y! },
  })
  const signed = Buffer.from(`${head}.${claims}`)
  expect(
    verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature)),
  ).toBe(true)
  expect(JSON.parse(bytes(claims).toString())).toMatchObject({ aud: service.url })
})

test('whose data is only kept gets no push', async () => {
  await using evening = await openEvening()
  const { club, service, mia, ben, subscribe, wave, pass } = evening
  await subscribe(mia)
  await restrict(club, mia)
  await wave(ben, mia)
  await pass()
  expect(service.received).toEqual([])
  await restrict(club, mia, { isRestricted: false })
  await wave(ben, mia)
  await pass()
  expect(service.received).toHaveLength(1)
})

test('only members who chose content get names, and what can still be undone is not sent', async () => {
  await using evening = await openEvening()
  const { club, service, mia, ben, subscribe, wave, pass } = evening
  const browser = await subscribe(mia)
  await club.call(mia, saveNotifications, { body: { ...UNSAID, showsContent: true } })
  await wave(ben, mia)
  await pass({ seconds: 9 })
  expect(service.received).toEqual([])
  await pass()
  const words = service.received.map(({ body }) => browser.read(body).body)
  expect(words).toEqual(['Ben waved at your post in “Room”'])
})

test('a member named in a post, no longer, and again, gets one push', async () => {
  await using evening = await openEvening()
  const { club, service, mia, ben, subscribe, post, pass } = evening
  await subscribe(mia)
  const made = await post(ben, { text: 'Na, @Mia' })
  if (!made.ok) throw new Error(made.code)
  const params = { slug: 'lounge', postId: made.answer.id }
  await pass()
  for (const text of ['Na?', 'Na, @Mia', 'Na!', '@Mia']) {
    const edited = await club.call(ben, editPost, { params, body: { text } })
    expect(edited).toMatchObject({ ok: true })
    await pass()
  }
  expect(service.received).toHaveLength(1)
})

test('in quiet hours nothing is sent; what is unread when they end causes one push', async () => {
  await using evening = await openEvening('2026-05-04T20:30:00.000Z')
  const { service, mia, ben, subscribe, wave, pass } = evening
  await subscribe(mia)
  await wave(ben, mia)
  await pass()
  await pass({ hours: 9 })
  expect(service.received).toEqual([])
  await pass({ minutes: 30 })
  expect(service.received).toHaveLength(1)
})

test('what a push service did not take before the quiet hours waits for their end', async () => {
  await using evening = await openEvening('2026-05-04T19:55:00.000Z')
  const { club, service, mia, ben, subscribe, wave, pass } = evening
  await subscribe(mia)
  service.answer.status = 503
  await wave(ben, mia)
  await pass()
  service.answer.status = 201
  service.received.length = 0
  await pass({ minutes: 10 })
  expect(service.received).toEqual([])
  club.clock.advance({ hours: 10 })
  await club.app.jobs.drain({ later: true })
  expect(service.received).toHaveLength(1)
})

test('what was read while the push service had no time is not told, and what rang with it is', async () => {
  await using evening = await openEvening()
  const { club, service, mia, ben, subscribe, post, wave, pass } = evening
  const browser = await subscribe(mia)
  await club.call(mia, saveNotifications, { body: { ...UNSAID, showsContent: true } })
  service.answer.status = 503
  await wave(ben, mia)
  club.clock.advance({ seconds: 1 })
  await post(ben, { text: 'Na, @Mia' })
  await pass()
  const [newest] = await listBellItems(club, mia)
  expect(newest).toMatchObject({ kind: 'mention' })
  await club.call(mia, readBellItem, { params: { itemId: newest!.id } })
  service.received.length = 0
  service.answer.status = 201
  await club.app.jobs.drain({ later: true })
  const words = service.received.map(({ body }) => browser.read(body).body)
  expect(words).toEqual(['Ben waved at your post in “Room”'])
})

test('what is blocked between ringing and sending is not sent', async () => {
  await using evening = await openEvening()
  const { club, service, mia, ben, subscribe, wave, pass } = evening
  await subscribe(mia)
  await wave(ben, mia)
  await block(club, mia, ben)
  await pass()
  expect(service.received).toEqual([])
})

test.each([
  { retryAfter: '180' },
  // the other form of RFC 9110, by the sender's clock
  { retryAfter: 'Tue, 05 May 2026 20:03:00 GMT', date: 'Tue, 05 May 2026 20:00:00 GMT' },
])(
  'a push service that asks twice in a row to be left alone is not asked before, by no message: %o',
  async (rest) => {
    await using evening = await openEvening()
    const { club, service, mia, ben, subscribe, wave, pass } = evening
    await subscribe(mia)
    await subscribe(ben, '/two')
    Object.assign(service.answer, { status: 429, ...rest })
    await wave(ben, mia)
    await wave(mia, ben)
    await pass()
    expect(service.received).toHaveLength(2)
    await club.app.jobs.drain({ later: true })
    expect(service.received).toHaveLength(2)
    Object.assign(service.answer, { status: 201, retryAfter: undefined })
    club.clock.advance({ minutes: 4 })
    await club.app.jobs.drain({ later: true })
    expect(service.received).toHaveLength(4)
  },
)

test('a member who has more messages sent than the push service takes for them hushes nobody else', async () => {
  await using evening = await openEvening()
  const { service, mia, ben, subscribe, wave, pass } = evening
  await subscribe(mia)
  await subscribe(ben, '/two')
  Object.assign(service.answer, { status: 429, retryAfter: '3600' })
  await wave(mia, ben)
  await pass()
  expect(service.received.map(({ path }) => path)).toContain('/two')
  Object.assign(service.answer, { status: 201, retryAfter: undefined })
  await wave(ben, mia)
  await pass()
  expect(service.received.map(({ path }) => path)).toContain('/one')
})

test('a push service that one member alone uses is asked again when it says, and not before', async () => {
  await using evening = await openEvening()
  const { club, service, mia, ben, subscribe, wave, pass } = evening
  await subscribe(mia)
  Object.assign(service.answer, { status: 429, retryAfter: '600' })
  await wave(ben, mia)
  await pass()
  await wave(ben, mia)
  await pass()
  expect(service.received).toHaveLength(1)
  Object.assign(service.answer, { status: 201, retryAfter: undefined })
  club.clock.advance({ minutes: 10 })
  await club.app.jobs.drain({ later: true })
  expect(service.received.length).toBeGreaterThan(1)
})

test.each([503, 429, 406, 408, 425])(
  'a push service that says %i has no time now: it is asked again, however often it says so',
  async (status) => {
    await using evening = await openEvening()
    const { club, service, mia, ben, subscribe, wave, pass } = evening
    await subscribe(mia)
    service.answer.status = status
    for (let times = 0; times < 3; times += 1) {
      await wave(ben, mia)
      await pass()
    }
    const tried = service.received.length
    service.answer.status = 201
    await club.app.jobs.drain({ later: true })
    expect(service.received.length).toBeGreaterThan(tried)
    expect(await listed(club, mia)).toHaveLength(1)
  },
)

test('a push subscription ends with its session, with the browser’s next member, and on request', async () => {
  await using evening = await openEvening()
  const { club, mia, ben, subscribe } = evening
  const phone = await club.session(mia)
  const list = () =>
    club.db.rows<{ path: string }>(sql`
      select right(endpoint, 4) as path from push_subscriptions order by endpoint`)
  await subscribe(mia, '/one')
  await subscribe(mia, '/two')
  await subscribe(phone, '/tri')
  expect((await list()).map(({ path }) => path)).toEqual(['/tri', '/two'])
  const { id } = await subscribe(ben, '/two')
  expect((await list()).map(({ path }) => path)).toEqual(['/tri', '/two'])
  await club.call(mia, removePushBrowser, { params: { browserId: id } })
  expect(await list()).toHaveLength(2)
  await club.call(ben, removePushBrowser, { params: { browserId: id } })
  await club.call(phone, logOut, {})
  expect(await list()).toEqual([])
})

test('an expired session gets no push, also before it is removed', async () => {
  await using evening = await openEvening()
  const { club, service, mia, ben, subscribe, wave, pass } = evening
  await subscribe(mia)
  const { expiresAt } = (await club.db.row<{ expiresAt: string }>(
    sql`select expires_at from sessions where user_id = ${mia.userId}`,
  ))!
  club.clock.set(expiresAt)
  await wave(await club.session(ben).then((session) => ({ ...ben, ...session })), mia)
  await pass({ hours: 12 })
  expect(service.received).toEqual([])
})

test.each([401, 403, 404, 410])(
  'a browser for which a push service says %i can never be told again: it is taken out',
  async (status) => {
    await using evening = await openEvening()
    const { club, service, mia, ben, subscribe, wave, pass } = evening
    await subscribe(mia)
    service.answer.status = status
    await wave(ben, mia)
    await pass()
    expect(await listed(club, mia)).toEqual([])
  },
)

test('a machine whose clock is wrong, and so cannot prove who sends, takes no browser out', async () => {
  await using evening = await openEvening()
  const { club, service, mia, ben, subscribe, wave, pass } = evening
  await subscribe(mia)
  await wave(ben, mia)
  service.answer.status = 403
  vi.setSystemTime('2046-01-01')
  try {
    await pass()
  } finally {
    vi.useRealTimers()
  }
  expect(await listed(club, mia)).toHaveLength(1)
  service.answer.status = 201
  await pass()
  expect(service.received).toHaveLength(2)
})

const listed = async (club: Club, as: TestMember) => {
  const response = await club.call(as, getNotifications, {})
  if (!response.ok) throw new Error(response.code)
  return response.answer.browsers.map(({ mark }) => mark)
}

test('other refusals take a browser out after three in a row, and one that was taken forgets them', async () => {
  await using evening = await openEvening()
  const { club, service, mia, ben, subscribe, wave, pass } = evening
  await subscribe(mia)
  const known = await listed(club, mia)
  expect(known).toEqual([createHash('sha256').update(`${service.url}/one`).digest('base64url')])
  const tell = async (status: number) => {
    service.answer.status = status
    await wave(ben, mia)
    await pass()
  }
  for (const status of [400, 413, 201, 400, 400]) await tell(status)
  expect(await listed(club, mia)).toEqual(known)
  await tell(400)
  expect(await listed(club, mia)).toEqual([])
})

test('a push service that does not answer is asked three times, then left alone for a while, and others are told meanwhile', async () => {
  await using evening = await openEvening()
  const { club, service, mia, ben, subscribe, wave, pass } = evening
  const away = await openPushService()
  const { body } = aBrowser(away.url.replace('127.0.0.1', '127.0.0.2'))
  await club.call(ben, addPushBrowser, { body })
  await away[Symbol.asyncDispose]()
  await subscribe(mia)
  await wave(mia, ben)
  await wave(ben, mia)
  await pass()
  expect(service.received).toHaveLength(1)
  const waiting = () =>
    club.db.rows<{ state: string; tries: number }>(sql`
      select state, retry_count as tries from pgboss.job
      where name = 'send_push' and state <> 'completed'`)
  for (let n = 0; n < 4; n += 1) await club.app.jobs.drain({ later: true })
  expect(await waiting()).toEqual([])
  // another message for it is not even begun, until ten minutes are over
  await wave(mia, ben)
  await pass()
  expect(await waiting()).toHaveLength(1)
  // nothing was wrong with the browser
  expect(await listed(club, ben)).toHaveLength(1)
})

test('the club calls nobody in a private network, by whatever name', async () => {
  const local = { isLocal: true, pushHosts: [] }
  const open = { isLocal: false, pushHosts: ['push.example.org', '10.0.0.1', '.push.example.net'] }
  const ADDRESSES = [
    'https://10.0.0.2/',
    'https://[::1]/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest',
    'https://localhost/',
    'http://push.example.org/',
    'https://push.example.org:8443/',
    'https://me:you@push.example.org/',
    'ftp://push.example.org/',
    // nobody's whom the club knows
    'https://example.com/',
    'https://8.8.8.8/',
    'https://push.example.net/',
    'https://fcm.googleapis.com.example.com/',
    'https://evilfcm.googleapis.com/',
    'https://storage.googleapis.com/',
    'https://fcm.googleapis.com:8443/',
    'https://fcm.googleapis.com@example.com/',
    'https://notify.windows.com/',
    'https://evilpush.services.mozilla.com/',
    'nonsense',
  ]
  expect(ADDRESSES.filter((one) => isPushAddress(open, one))).toEqual([])
  const VENDORS = [
    'https://fcm.googleapis.com/fcm/send/x',
    'https://FCM.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/x',
    // as the operator says
    'https://push.example.org/x',
    'https://a.push.example.net/x',
  ]
  expect(VENDORS.filter((one) => !isPushAddress(open, one))).toEqual([])
  expect(isPushAddress(local, 'http://127.0.0.1:3999/x')).toBe(true)
  expect(isPushAddress(local, 'http://10.0.0.1/')).toBe(false)
  expect(['8.8.8.8', '2606:4700::1111'].every(isPublic)).toBe(true)
  expect(
    (
      '192.168.1.1 100.64.0.1 fe80::1 fe80::1%eth0 fd00::1 x 64:ff9b::a00:1 ::ffff:a00:1 ' +
      '0:0:0:0:0:ffff:10.0.0.1 ::ffff:0:10.0.0.1 2002:a00:1::1 2001:0:a00:1::1 3fff::1 5f00::1 ' +
      '64:ff9b:1::1 ::10.0.0.1'
    )
      .split(' ')
      .some(isPublic),
  ).toBe(false)
  const options = { headers: {}, body: Buffer.of(), mayStayHere: false }
  // a name that leads home
  await expect(postToHost('https://localhost/', options)).rejects.toThrow(PrivateAddress)
  await expect(postToHost('http://127.0.0.1/', options)).rejects.toThrow(PrivateAddress)
})
