import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { places, post, TestRoom, postEvent, readyEvent } from '#web/testing/room.ts'
import { FeedClient } from './FeedClient.ts'

/** Lets everything run that is not waiting for the wire. */
async function settled() {
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve()
}

/** What can happen between a room and a tab that looks at it. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('post' as const), fate: fate() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('keep back' as const),
      which: fc.nat(200),
      fate: fate(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('show again' as const), fate: fate() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unsay' as const), which: fc.nat(200) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('flood' as const), many: fc.nat(130) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), which: fc.nat(200) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'deliver late' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'return' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'answer' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'earlier' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'forget' as const }) },
)
function fate() {
  return fc.constantFrom('heard' as const, 'twice' as const, 'late' as const, 'lost' as const)
}

test.each(places)(
  'whatever events are lost, doubled or out of order, a place ends equal to a fresh load: %s',
  async (place) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(150), fc.array(step, { maxLength: 40 }), async (atFirst, steps) => {
        const room = new TestRoom()
        for (let count = 0; count < atFirst; count += 1) room.add()
        // answers wait in the wire, as the room was when they were given
        const wire: (() => void)[] = []
        const reader = new FeedClient(place, (question) => {
          const page = structuredClone(room.page(question))
          return new Promise((resolve) => wire.push(() => resolve(page)))
        })
        const late: number[] = []
        const hear = (number: number) =>
          reader.hear(postEvent(place, number, room.posts[number - 1] ?? null))
        const ready = () => reader.hear(readyEvent(place, room.posts.length))
        const suffer = (number: number, fate: 'heard' | 'twice' | 'late' | 'lost') => {
          if (fate === 'late') late.push(number)
          if (fate === 'heard' || fate === 'twice') hear(number)
          if (fate === 'twice') hear(number)
        }

        let edits = 0
        const edit = (which: number) => {
          const before = room.posts[which % (room.posts.length || 1)]
          if (!before) return
          edits += 1
          const editedAt = new Date(edits * 1_000).toISOString()
          room.posts[before.number - 1] = { ...before, text: `edit ${edits}`, editedAt }
        }

        const unsay = (which: number) => {
          const { number } = room.posts[which % (room.posts.length || 1)] ?? { number: 0 }
          if (number === 0) return
          room.posts[number - 1] = null
          reader.changed(number, null)
        }

        reader.open()
        for (const one of steps) {
          if (one.kind === 'post') suffer(room.add(), one.fate)
          if (one.kind === 'keep back' && room.posts.length > 0) {
            const number = (one.which % room.posts.length) + 1
            room.keepBack(number)
            suffer(number, one.fate)
          }
          if (one.kind === 'show again') {
            room.showAgain()
            if (one.fate !== 'lost') ready()
          }
          if (one.kind === 'unsay') unsay(one.which)
          if (one.kind === 'edit') edit(one.which)
          if (one.kind === 'flood') for (let count = 0; count < one.many; count += 1) room.add()
          if (one.kind === 'deliver late')
            for (const number of late.splice(0).reverse()) hear(number)
          if (one.kind === 'return') ready()
          if (one.kind === 'answer') wire.shift()?.()
          if (one.kind === 'earlier') void reader.showEarlier()
          if (one.kind === 'forget') reader.forgetOldest(25)
          await settled()
        }

        // the line comes back, and nothing more happens
        ready()
        for (let quiet = 0; quiet < 60; quiet += 1) {
          wire.shift()?.()
          await settled()
        }
        reader.close()

        const shown = reader.view().posts
        const oldest = shown.at(-1)?.number ?? 1
        const real = room.posts.filter((one) => one !== null).reverse()
        expect(shown).toEqual(real.filter(({ number }) => number >= oldest))
        expect(shown.slice(0, limits.postsShownPerRoom)).toEqual(room.page({}).posts)
      }),
      { numRuns: 1_000 },
    )
  },
  60_000,
)

test('what was kept back and is shown again stands where it stood, once the room was read again', async () => {
  const room = new TestRoom()
  for (let count = 0; count < 45; count += 1) room.add()
  const reader = new FeedClient('lounge', async (question) => room.page(question))
  reader.open()
  await settled()
  await reader.showEarlier()
  const before = reader.view().posts
  const ready = () => reader.hear(readyEvent('lounge', 46))

  // one that was shown, one that was heard of without its words, and one of one's own
  for (const number of [44, 20]) room.keepBack(number)
  room.posts[29] = null
  reader.changed(30, null)
  reader.hear({ type: 'post', room: 'lounge', number: room.add(), post: null })
  room.keepBack(46)
  ready()
  await settled()
  const numbers = () => reader.view().posts.map(({ number }) => number)
  expect(numbers()).toEqual(
    before.map(({ number }) => number).filter((number) => ![44, 30, 20].includes(number)),
  )

  room.showAgain()
  ready()
  await settled()
  expect(reader.view().posts).toEqual([post(46), ...before.filter(({ number }) => number !== 30)])
  // what stood there all along is not drawn anew
  for (const one of reader.view().posts)
    if (![46, 44, 20].includes(one.number)) expect(before).toContain(one)
})

test('an answer from before somebody removed their post does not bring it back', async () => {
  const room = new TestRoom()
  for (let count = 0; count < 3; count += 1) room.add()
  const wire: (() => void)[] = []
  const reader = new FeedClient('lounge', (question) => {
    const page = structuredClone(room.page(question))
    return new Promise((resolve) => wire.push(() => resolve(page)))
  })
  reader.open()
  wire.shift()!()
  await settled()
  reader.check()
  room.posts[1] = null
  reader.changed(2, null)
  wire.shift()!()
  await settled()
  expect(reader.view().posts.map(({ number }) => number)).toEqual([3, 1])
})

test('paging back shows every post once', async () => {
  const room = new TestRoom()
  for (let count = 0; count < 95; count += 1) room.add()
  room.posts[40] = null
  const reader = new FeedClient('lounge', async (question) => room.page(question))
  reader.open()
  await settled()
  expect(reader.view().posts).toHaveLength(limits.postsShownPerRoom)
  while (reader.view().hasEarlier) {
    // somebody goes on talking meanwhile
    const number = room.add()
    reader.hear(postEvent('lounge', number, post(number)))
    await reader.showEarlier()
  }
  expect(reader.view().posts).toEqual(room.posts.filter((one) => one !== null).reverse())
})

test('a number without a post closes the gap it would otherwise leave', async () => {
  const room = new TestRoom()
  room.add()
  let asked = 0
  const reader = new FeedClient('lounge', async (question) => ((asked += 1), room.page(question)))
  reader.open()
  await settled()
  const before = asked
  reader.hear(postEvent('lounge', 2, null))
  reader.hear(postEvent('lounge', 3, post(3)))
  await settled()
  expect(reader.view().posts.map(({ number }) => number)).toEqual([3, 1])
  expect(asked).toBe(before)
})

test('when the club went back to an earlier state, a tab shows what it has now, and what comes then', async () => {
  const room = new TestRoom()
  for (let count = 0; count < 30; count += 1) room.add()
  const reader = new FeedClient('lounge', async (question) => structuredClone(room.page(question)))
  const shown = () => reader.view().posts.map(({ number }) => number)
  reader.open()
  await settled()
  expect(shown()[0]).toBe(30)
  room.posts.length = 25
  const ready = () => reader.hear(readyEvent('lounge', room.posts.length))
  ready()
  await settled()
  expect(shown()[0]).toBe(25)
  const number = room.add()
  reader.hear(postEvent('lounge', number, post(number)))
  await settled()
  expect(shown()[0]).toBe(26)
})
