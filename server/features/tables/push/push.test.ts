import { expect, test } from 'vitest'
import { muteMember, unmuteMember } from '#contract/members/mutes.ts'
import { readBell } from '#contract/notifications/bellItems.ts'
import { addPushBrowser, saveNotifications } from '#contract/notifications/notifications.ts'
import { deleteTableMessage } from '#contract/tables/messages.ts'
import { markTableRead } from '#contract/tables/tables.ts'
import { UNSAID } from '#server/features/notifications/settings.policy.ts'
import { sendDigests } from '#server/features/notifications/digest/digest.service.ts'
import { pushBell } from '#server/features/notifications/push/push.sending.ts'
import { block, insertPost, waveToPost } from '#testing/fixtures/notifications.ts'
import { aBrowser, openPushService } from '#testing/fixtures/push.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { openTableForTwo, rise, say, seatBoth } from '#testing/fixtures/tables.ts'
import { pushMessages } from './tables.push.ts'

// eight in the evening in Berlin, which is two hours ahead
const EVENING = '2026-05-04T18:00:00.000Z'
const CHOSEN = { ...UNSAID, pushesMessages: true }

/** Two at a table, of whom Mia has a browser that is told by push, and wants to be told of messages. */
async function openEvening(now = EVENING) {
  const two = await openTableForTwo({ now })
  const service = await openPushService()
  const { club, mia, ben, tableId } = two
  const choose = (more: Partial<typeof CHOSEN> = {}) =>
    club.call(mia, saveNotifications, { body: { ...CHOSEN, ...more } })
  const browser = aBrowser(`${service.url}/mia`)
  const subscribe = async () => {
    const added = await club.call(mia, addPushBrowser, { body: browser.body })
    if (!added.ok) throw new Error(added.code)
  }
  // of the table itself the bell has rung
  await club.call(mia, readBell, { body: { until: club.app.now().toISOString() } })
  await choose()
  await subscribe()
  return {
    ...two,
    club,
    service,
    choose,
    subscribe,
    write: (text = 'Geheim') => say(club, ben, tableId, text),
    read: (number: number) =>
      club.call(mia, markTableRead, { params: { tableId }, body: { number } }),
    /** A minute goes by. */
    pass: async (time: Parameters<typeof club.clock.advance>[0] = { seconds: 60 }) => {
      club.clock.advance(time)
      await pushMessages(club.app)
      await club.app.jobs.drain({ later: true })
      await club.app.jobs.drain()
    },
    readPushes: () => service.received.map(({ body }) => browser.read(body)),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await two[Symbol.asyncDispose]()
    },
  }
}

test('unread messages cause one push, in the words of all pushes, and another only after they were read', async () => {
  await using evening = await openEvening()
  const { tableId, write, read, pass, readPushes } = evening
  await write()
  // a member whose screen shows the table has read it by now
  await pass({ seconds: 9 })
  expect(readPushes()).toEqual([])
  await pass()
  const first = {
    title: 'Parlour',
    body: 'There is something new for you.',
    language: 'en',
    path: `/table/${tableId}`,
  }
  expect(readPushes()).toEqual([first])
  const { number } = await write()
  await pass()
  expect(readPushes()).toHaveLength(1)
  await read(number)
  await pass()
  expect(readPushes()).toHaveLength(1)
  await write()
  await pass()
  await pass()
  expect(readPushes()).toEqual([first, first])
})

test('a member who wants pushes with content reads that it is a table, but neither who nor what', async () => {
  await using evening = await openEvening()
  const { tableId, ben, choose, write, pass, readPushes } = evening
  await choose({ showsContent: true })
  await write()
  await pass()
  expect(readPushes()).toMatchObject([
    { body: 'Somebody wrote to you at a table.', path: `/table/${tableId}` },
  ])
  expect(JSON.stringify(readPushes())).not.toMatch(new RegExp(`Ben|Geheim|${ben.userId}`))
})

test('nobody gets pushes about messages until they choose it', async () => {
  await using evening = await openEvening()
  const { choose, write, pass, readPushes } = evening
  await choose({ pushesMessages: false })
  await write()
  await pass()
  expect(readPushes()).toEqual([])
})

test('a tab that knows of no such choice changes nothing about it', async () => {
  await using evening = await openEvening()
  const { club, mia, choose } = evening
  const { pushesMessages: _, ...body } = { ...CHOSEN, showsContent: true }
  for (const pushesMessages of [true, false]) {
    await choose({ pushesMessages })
    expect(await club.call(mia, saveNotifications, { body })).toMatchObject({
      answer: { ...body, pushesMessages },
    })
  }
})

test('there is no push for a message that was read, taken back, is one’s own or older than the subscription', async () => {
  await using evening = await openEvening()
  const { club, mia, ben, tableId, subscribe, write, read, pass, readPushes } = evening
  const shown = await write()
  await read(shown.number)
  await say(club, mia, tableId)
  await pass()
  const { id: messageId } = await write()
  await club.call(ben, deleteTableMessage, { params: { tableId, messageId } })
  await pass()
  await write()
  club.clock.advance({ seconds: 1 })
  await subscribe()
  await pass()
  expect(readPushes()).toEqual([])
  await write()
  await pass()
  expect(readPushes()).toHaveLength(1)
})

test('there is no push for a muted member’s messages, also not once they are unmuted', async () => {
  await using evening = await openEvening()
  const { club, mia, ben, write, pass, readPushes, read } = evening
  const params = { memberId: ben.userId }
  await club.call(mia, muteMember, { params, body: {} })
  const { number } = await write()
  await pass()
  await club.call(mia, unmuteMember, { params })
  await pass()
  expect(readPushes()).toEqual([])
  await read(number)
  await write()
  await pass()
  expect(readPushes()).toHaveLength(1)
})

test.each(['rises', 'blocks', 'is suspended'] as const)(
  'nothing is told where the other %s, before it is sent or while it waits',
  async (what) => {
    await using evening = await openEvening()
    const { club, mia, ben, eve, tableId, write, pass, readPushes } = evening
    const go = {
      rises: () => rise(club, ben, tableId),
      blocks: () => block(club, mia, ben),
      'is suspended': () => suspend(club.db, ben.userId, '2026-06-01T00:00:00Z'),
    }[what]
    await write()
    club.clock.advance({ seconds: 60 })
    await pushMessages(club.app)
    await go()
    await pass()
    expect(readPushes()).toEqual([])
    // another table of hers goes on
    const other = await seatBoth(club, mia, eve)
    await say(club, eve, other)
    await pass()
    expect(readPushes()).toMatchObject([{ path: `/table/${other}` }])
  },
)

test('two processes that look at the same moment tell once', async () => {
  await using evening = await openEvening()
  const { club, write, pass, readPushes } = evening
  await write()
  club.clock.advance({ seconds: 60 })
  await Promise.all([pushMessages(club.app), pushMessages(club.app), pushMessages(club.app)])
  await pass()
  expect(readPushes()).toHaveLength(1)
})

test('in quiet hours there is no push; what is unread when they end causes one', async () => {
  await using evening = await openEvening('2026-05-04T20:30:00.000Z')
  const { write, pass, readPushes } = evening
  await write()
  await pass()
  await write()
  await pass({ hours: 9 })
  expect(readPushes()).toEqual([])
  await pass({ minutes: 30 })
  expect(readPushes()).toHaveLength(1)
})

test('a push service learns neither by length nor by head whether it is a message or the bell', async () => {
  await using evening = await openEvening()
  const { club, mia, ben, service, write, pass } = evening
  await write()
  await waveToPost(club, ben, await insertPost(club, mia, { slug: 'lounge' }))
  await pass()
  await pushBell(club.app)
  await club.app.jobs.drain()
  expect(service.received).toHaveLength(2)
  const seen = service.received.map(({ body, headers }) => [
    body.length,
    headers.topic,
    headers.ttl,
    headers.urgency,
  ])
  expect(seen[0]).toEqual(seen[1])
})

test('a digest says nothing of what is said at tables', async () => {
  await using evening = await openEvening()
  const { club, mia, choose, write, pass } = evening
  await choose({ hasDigest: true, showsContent: true })
  await write()
  await pass()
  club.clock.advance({ hours: 1 })
  await sendDigests(club.app)
  await club.app.jobs.drain()
  expect((await club.mails()).filter(({ to }) => to === mia.email)).toEqual([])
})
