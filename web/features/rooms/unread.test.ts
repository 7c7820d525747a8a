import { expect, test } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import type { Room } from '#contract/rooms/rooms.ts'
import { post } from '#web/testing/room.ts'
import { applyToUnread } from './useUnread.ts'

const MILA = '00000000-0000-4000-8000-00000000000f'
const room = (more: Partial<Room> = {}): Room => ({
  slug: 'bar',
  name: 'Bar',
  description: '',
  icon: 'glass',
  accessLevel: 'free',
  isMember: true,
  isDormant: false,
  isMuted: false,
  memberCount: 2,
  latest: 5,
  unread: 1,
  entryRefusal: null,
  ...more,
})
const said = (number: number, isFor = true): LiveEvent => ({
  type: 'post',
  room: 'bar',
  number,
  post: isFor ? post(number) : null,
})
const after = (event: LiveEvent, before = room(), userId = MILA) =>
  applyToUnread(before, event, userId)

test('the next post of somebody else counts once; one’s own, one not for oneself and a muted room do not', () => {
  expect(after(said(6))).toMatchObject({ latest: 6, unread: 2 })
  expect(after(said(5))).toMatchObject({ latest: 5, unread: 1 })
  expect(after(said(6, false))).toMatchObject({ latest: 6, unread: 1 })
  expect(after(said(6), room(), post(6).author.id)).toMatchObject({ latest: 6, unread: 1 })
  expect(after(said(6), room({ isMuted: true, unread: 0 }))).toMatchObject({ unread: 0 })
  expect(after(said(6), room({ unread: 100 }))).toMatchObject({ unread: 100 })
  expect(after(said(6), room({ slug: 'attic' }))).toMatchObject({ latest: 5, unread: 1 })
})

test('where something was missed the club is asked', () => {
  expect(after(said(7))).toBe('missed')
  const ready = (latest: number): LiveEvent => ({
    type: 'ready',
    userId: MILA,
    rooms: [{ slug: 'bar', latest }],
    tables: [],
  })
  expect(after(ready(6))).toBe('missed')
  expect(after(ready(5))).toEqual(room())
})

test('what another device has read is not new here', () => {
  const read = (number: number): LiveEvent => ({ type: 'read', room: 'bar', number })
  expect(after(read(5))).toMatchObject({ unread: 0 })
  // some of it was: how much, only the club knows
  expect(after(read(4))).toBe('missed')
  expect(after(read(4), room({ unread: 0 }))).toMatchObject({ unread: 0 })
})
