import { expect, test } from 'vitest'
import { listBell, readBell } from '#contract/notifications/bellItems.ts'
import { addPushBrowser, saveNotifications } from '#contract/notifications/notifications.ts'
import { createPost } from '#contract/posts/posts.ts'
import { waveBack } from '#contract/posts/waves.ts'
import { editPost } from '#contract/posts/ownPosts.ts'
import { markRead } from '#contract/rooms/unread.ts'
import { UNSAID } from '#server/features/notifications/settings.policy.ts'
import { listBellItems, readUnreadCount, waveToPost } from '#testing/fixtures/notifications.ts'
import { getReport } from '#contract/moderation/reports.ts'
import { listStatements, readStatementByLink } from '#contract/moderation/statements.ts'
import { impose } from '#server/features/moderation/statements/imposing.service.ts'
import {
  postDecision,
  profileTarget,
  queue,
  readStatements,
  reportTarget,
} from '#testing/moderation/cases.ts'
import type { TestMember } from '#testing/club/club.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { aBrowser, openPushService } from '#testing/fixtures/push.ts'
import { sit } from '#testing/fixtures/tables.ts'
import { uuid } from '#testing/random.ts'
import { sendDigests } from '#server/features/notifications/digest/digest.service.ts'
import { pushBell } from '#server/features/notifications/push/push.sending.ts'

const NOON = '2026-05-04T10:00:00.000Z'
const params = { slug: 'lounge' }

async function openNoon() {
  const lounge = await openLounge({ now: NOON })
  const service = await openPushService()
  const { club } = lounge
  const mia = await lounge.guest({ username: 'Mia' })
  const ben = await lounge.guest({ username: 'Ben' })
  const { body } = aBrowser(`${service.url}/one`)
  await club.call(mia, addPushBrowser, { body })
  await club.call(mia, saveNotifications, {
    body: { ...UNSAID, hasDigest: true, quietUntil: 22 },
  })
  const say = async (who: TestMember, text: string, replyTo: string | null = null) => {
    const id = uuid()
    const response = await club.call(who, createPost, { params, body: { id, text, replyTo } })
    if (!response.ok) throw new Error(response.code)
    return id
  }
  return {
    ...lounge,
    club,
    mia,
    ben,
    service,
    say,
    read: (number: number) => club.call(mia, markRead, { params, body: { number } }),
    /** A minute goes by, and the hour of digests. */
    pass: async () => {
      club.clock.advance({ minutes: 1 })
      await pushBell(club.app)
      await sendDigests(club.app)
      return (await club.mails()).filter(({ to }) => to === mia.email).length
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await lounge[Symbol.asyncDispose]()
    },
  }
}

test('a reply, a mention and a wave at what was read in the room are read in the bell, and told neither by push nor by mail', async () => {
  await using noon = await openNoon()
  const { club, mia, ben, service, say, read, pass } = noon
  const own = await say(mia, 'Wer kommt?')
  await say(ben, 'Ich', own)
  await say(ben, 'Und du, @Mia?')
  await waveToPost(club, ben, own)
  expect(await readUnreadCount(club, mia)).toBe(3)
  const stream = await club.follow(await club.session(mia))
  await read(1)
  expect(await stream.next('bell')).toMatchObject({ unread: 2 })
  const unread = (await listBellItems(club, mia)).filter(({ isRead }) => !isRead)
  expect(unread.map(({ kind }) => kind).sort()).toEqual(['mention', 'reply'])
  // nothing is unread that stands before, and the badge of every tab says so
  await read(3)
  expect(await readUnreadCount(club, mia)).toBe(0)
  expect(await stream.next('bell')).toMatchObject({ unread: 0 })
  expect(await pass()).toBe(0)
  expect(service.received).toEqual([])
})

test('a wave that was answered is read, and one is told of what it became alone', async () => {
  await using noon = await openNoon()
  const { club, mia, ben, service, say, pass } = noon
  const own = await say(mia, 'Hallo')
  await say(ben, 'Hallo')
  await waveToPost(club, ben, own)
  await club.call(mia, waveBack, { params: { memberId: ben.userId } })
  const lines = (await listBellItems(club, mia)).map(({ kind, isRead }) => [kind, isRead])
  expect(lines).toHaveLength(2)
  expect(lines).toEqual(
    expect.arrayContaining([
      ['mutual_wave', false],
      ['wave', true],
    ]),
  )
  // whoever sits down with somebody has seen that they may
  await sit(club, mia, ben)
  expect(await readUnreadCount(club, mia)).toBe(0)
  expect(await pass()).toBe(0)
  expect(service.received).toEqual([])
})

test('what rings after one has read on is news, also of an old post', async () => {
  await using noon = await openNoon()
  const { club, mia, ben, service, say, read, pass } = noon
  const own = await say(mia, 'Hallo')
  const theirs = await say(ben, 'Hallo')
  await read(2)
  await waveToPost(club, ben, own)
  const body = { text: 'Hallo @Mia' }
  await club.call(ben, editPost, { params: { ...params, postId: theirs }, body })
  expect(await readUnreadCount(club, mia)).toBe(2)
  expect(await pass()).toBe(1)
  expect(service.received).toHaveLength(1)
})

test('what was read in the bell is told by push and mail no more, and what another room holds stays', async () => {
  await using noon = await openNoon()
  const { club, mia, ben, service, say, read, pass } = noon
  const other = await club.room({ slug: 'other' })
  for (const who of [mia, ben]) await club.join(who, other)
  const body = { id: uuid(), text: '@Mia', replyTo: null }
  await club.call(ben, createPost, { params: { slug: 'other' }, body })
  club.clock.advance({ seconds: 1 })
  await say(ben, '@Mia')
  await read(900)
  expect(await listBellItems(club, mia)).toMatchObject([{ isRead: true }, { isRead: false }])
  const response = await club.call(mia, listBell, { query: {} })
  if (!response.ok) throw new Error(response.code)
  await club.call(mia, readBell, { body: { until: response.answer.items[0]!.at } })
  expect(await pass()).toBe(0)
  expect(service.received).toEqual([])
})

test('a decision that was read where it stands is read in the bell, and told neither by push nor by digest', async () => {
  await using noon = await openNoon()
  const { club, mia, ben, service, pass } = noon
  const ida = await club.member({ isModerator: true })
  const warn = () =>
    club.app.db.transaction((tx) =>
      impose(tx, club.app, {
        userId: mia.userId,
        kind: 'warning',
        facts: 'You asked members for money.',
        ground: 'terms',
        rule: 'House rules, 4',
        source: 'own',
        by: null,
      }),
    )
  const unread = async () =>
    (await listBellItems(club, mia)).filter(({ isRead }) => !isRead).map(({ kind }) => kind)
  const report = await reportTarget(club, mia, profileTarget(ben))
  const stream = await club.follow(await club.session(mia))
  const [open] = await queue(club, ida)
  await postDecision(club, ida, open!.id, { kind: 'no_breach' })
  await warn()
  expect(await unread()).toEqual(['decision', 'decision'])
  // who asks only whether there is an answer has read nothing
  const { cookie } = await club.session(mia)
  for (const path of ['reports', `reports/${report.number}`, 'statements']) {
    const head = await fetch(`${club.url}/api/${path}`, { method: 'HEAD', headers: { cookie } })
    expect(head.status).toBe(200)
  }
  expect(await unread()).toEqual(['decision', 'decision'])
  // another's look settles nothing, nor does a look at the other decision
  await club.call(ida, listStatements, {})
  await club.call(mia, getReport, { params: { number: report.number } })
  expect(await stream.next('bell')).toMatchObject({ unread: 1 })
  const statement = (await listBellItems(club, mia)).find(({ isRead }) => !isRead)
  expect(statement?.reference).toMatch(/^S/)
  await readStatements(club, mia)
  expect(await unread()).toEqual([])

  // by the link in the mail, without a log-in
  const before = new Set((await club.mails()).map(({ text }) => text))
  await warn()
  const mail = (await club.mails()).find(
    ({ text }) => text.includes('#token=') && !before.has(text),
  )
  const token = /#token=([\w-]+)/.exec(mail!.text)![1]!
  await club.call(null, readStatementByLink, { body: { token } })
  expect(await readUnreadCount(club, mia)).toBe(0)
  const mailsSoFar = (await club.mails()).filter(({ to }) => to === mia.email).length
  expect(await pass()).toBe(mailsSoFar)
  expect(service.received).toEqual([])
})
