import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { pages } from '#contract/pages.ts'
import { Overload } from '#server/platform/http/overload/overload.ts'
import { openClub } from '#testing/club/club.ts'

test('a call that waits for its browser takes no room from others', async () => {
  const overload = new Overload(() => 0)
  for (let n = 0; n < 320; n += 1) overload.begin()
  expect(overload.isFull()).toBe(true)
  const body = Promise.withResolvers<void>()
  const waiting = overload.whileUncounted(() => body.promise)
  expect(overload.isFull()).toBe(false)
  body.resolve()
  await waiting
  expect(overload.isFull()).toBe(true)
  overload.end()
  expect(overload.isFull()).toBe(false)
})

test('a queue before the database is refused, a slow turn of few is not', async () => {
  let waiting = 0
  const overload = new Overload(() => waiting)
  expect(overload.isFull()).toBe(false)
  waiting = 256
  expect(overload.isFull()).toBe(true)
  waiting = 0
  // the turn goes on, and the clock with it
  vi.spyOn(performance, 'now').mockReturnValue(Infinity)
  // forty members with two photos each in a long turn: the machine was busy, or read what they sent
  const crowd = Array.from({ length: 80 }, () => overload.isFull())
  expect(crowd).not.toContain(true)
  for (let n = 0; n < 60; n += 1) overload.isFull()
  expect(overload.isFull()).toBe(true)
  await nextTurn()
  expect(overload.isFull()).toBe(false)
})

test('a full house in which nobody is answered any more is stuck, a busy one is not', () => {
  const overload = new Overload(() => 0)
  let at = 60_000
  vi.spyOn(performance, 'now').mockImplementation(() => at)
  for (let n = 0; n < 320; n += 1) overload.begin()
  expect(overload.isStuck).toBe(false)
  at += 5_001
  expect(overload.isStuck).toBe(true)
  overload.end()
  overload.begin()
  expect(overload.isStuck).toBe(false)
})

test('a full club still lets in whoever ends a contract, whatever stands behind the question mark', async () => {
  await using club = await openClub()
  const { pool } = club.app.db
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const queue = Array.from({ length: 256 }, () => pool.connect())
  const isTurnedAway = async (path: string) =>
    (await (await fetch(club.url + path)).text()).startsWith('{"code":"unavailable"')
  try {
    for (const { path } of [pages.cancellation, pages.withdrawal])
      expect([await isTurnedAway(path), await isTurnedAway(`${path}?von=konto`)], path).toEqual([
        false,
        false,
      ])
    for (const path of ['/', '/?von=konto', `/rooms?to=${pages.cancellation.path}`])
      expect(await isTurnedAway(path), path).toBe(true)
  } finally {
    for (const client of held) client.release()
    for (const asked of queue) (await asked).release()
  }
})
