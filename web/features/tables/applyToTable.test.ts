import { expect, test } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import type { Table } from '#contract/tables/tables.ts'
import { post } from '#web/testing/room.ts'
import { applyToTable } from './applyToTable.ts'

const MILA = '018f0000-0000-7000-8000-000000000001'
const ID = '7ab1e000-0000-4000-8000-000000000001'
const table = (more: Partial<Table> = {}): Table => ({
  id: ID,
  state: 'open',
  other: { id: post(1).author.id, username: 'Mia', isVerified: false, portrait: null },
  since: '2026-11-20T20:00:00.000Z',
  endedAt: null,
  goneAt: null,
  last: { isOwn: true, text: 'post 5', at: post(5).createdAt },
  latest: 5,
  readNumber: 5,
  unread: 0,
  isMyTurn: false,
  forgetting: 'off',
  ...more,
})
const said = (number: number, more: object = {}): LiveEvent => ({
  type: 'message',
  table: ID,
  number,
  post: { ...post(number), ...more },
})
const after = (event: LiveEvent, before = table()) => applyToTable(before, event, MILA)

test('what the other says is new, the last word, and one’s turn; heard twice it counts once', () => {
  const once = after(said(6))
  expect(once).toMatchObject({ latest: 6, unread: 1, isMyTurn: true, last: { text: 'post 6' } })
  expect(after(said(6), once as Table)).toBe(once)
})

test('what one says oneself, on whatever device, is not new', () => {
  const own = { author: { ...post(6).author, id: MILA } }
  expect(after(said(6, own), table({ isMyTurn: true }))).toMatchObject({
    unread: 0,
    isMyTurn: false,
    last: { isOwn: true },
  })
})

test('of words of some lines the first is shown, and of another table nothing', () => {
  expect(after(said(6, { text: 'One\nTwo' }))).toMatchObject({ last: { text: 'One' } })
  const before = table()
  expect(after({ ...said(6), table: MILA } as LiveEvent, before)).toBe(before)
  expect(after({ type: 'post', room: 'bar', number: 6, post: post(6) }, before)).toBe(before)
})

test('what was read is read, here or on another device', () => {
  const read = (number: number): LiveEvent => ({ type: 'table_read', table: ID, number })
  const before = table({ unread: 2, readNumber: 3 })
  expect(after(read(5), before)).toMatchObject({ unread: 0, readNumber: 5 })
  expect(after(read(4), before)).toBe('missed')
  expect(after(read(3), before)).toBe(before)
})

test('where something was missed, changed or taken back the club is asked', () => {
  expect(after(said(8))).toBe('missed')
  expect(after(said(5, { text: 'another word' }))).toBe('missed')
  expect(after({ type: 'message', table: ID, number: 5, post: null })).toBe('missed')
  const ready = (latest: number): LiveEvent => ({
    type: 'ready',
    userId: MILA,
    rooms: [],
    tables: [{ id: ID, latest }],
  })
  expect(after(ready(6))).toBe('missed')
  expect(after(ready(5))).toEqual(table())
  expect(after({ type: 'ready', userId: MILA, rooms: [] })).toEqual(table())
})
