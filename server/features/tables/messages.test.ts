import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import {
  deleteTableMessage,
  editTableMessage,
  listTableMessages,
  searchTables,
} from '#contract/tables/messages.ts'
import { markTableRead, tellTableWriting } from '#contract/tables/tables.ts'
import { tableKeys } from '#server/features/tables/tables.keys.ts'
import { turnMonth } from '#server/features/verification/months.service.ts'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { setPresence } from '#contract/rooms/ownPresence.ts'
import { sql } from '#server/platform/database/database.ts'
import { Canaries, inDatabase, inFiles } from '#testing/authorisation/canaries.ts'
import {
  openTableForTwo,
  readWords,
  rise,
  say,
  trySaying,
  seatBoth,
  fetchTables,
} from '#testing/fixtures/tables.ts'
import { uuid } from '#testing/random.ts'
import type { TestMember } from '#testing/club/club.ts'

const NOW = '2026-05-01T20:00:00.000Z'

test('both receive a message, at every process, once and in order, with what it answers', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, eve, tableId } = opened
  const second = await club.secondServer()
  const tabs = [await club.follow(mia), await club.follow(ben, second.url)]
  const beside = await club.follow(eve, second.url)
  for (const tab of [...tabs, beside]) await tab.next('ready')
  const first = await say(club, mia, tableId, 'one\nmore of it')
  const answer = await trySaying(club, ben, tableId, 'two', { replyTo: first.id })
  expect(answer).toMatchObject({
    answer: {
      number: 2,
      reply: { id: first.id, number: 1, line: 'one', author: { username: 'Mia' } },
    },
  })
  for (const tab of tabs) {
    expect(await tab.next('message')).toEqual({
      type: 'message',
      table: tableId,
      number: 1,
      post: first,
    })
    expect(await tab.next('message')).toMatchObject({ number: 2, post: { text: 'two' } })
  }
  expect(beside.events.filter(({ type }) => type === 'message')).toEqual([])
})

test('sending again gives what is there; the id of another message is refused', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  const id = uuid()
  const both = await Promise.all([1, 2].map(() => trySaying(club, mia, tableId, 'once', { id })))
  expect(both).toMatchObject([{ answer: { number: 1 } }, { answer: { number: 1 } }])
  expect(await trySaying(club, ben, tableId, 'mine', { id })).toMatchObject({ code: '23505' })
  expect(await readWords(club, ben, tableId)).toEqual(['once'])
})

test('what is said is limited to a thousand characters, by the rules for texts and to what is there', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, tableId } = opened
  expect(await trySaying(club, mia, tableId, 'x'.repeat(limits.messageText))).toMatchObject({
    ok: true,
  })
  expect(await trySaying(club, mia, tableId, 'x'.repeat(limits.messageText + 1))).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'text', message: 'post_too_long' }] },
  })
  expect(await trySaying(club, mia, tableId, ' \n ')).toMatchObject({ status: 400 })
  expect(await trySaying(club, mia, tableId, 'hm', { replyTo: uuid() })).toMatchObject({
    code: 'post_gone',
  })
})

test('one edits one’s own for fifteen minutes and deletes it whenever one wants; others cannot', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, eve, tableId } = opened
  const { id } = await say(club, mia, tableId, 'one')
  const params = { tableId, messageId: id }
  const edit = (who: { cookie: string }, text: string) =>
    club.call(who, editTableMessage, { params, body: { text } })
  const remove = (who: { cookie: string }) => club.call(who, deleteTableMessage, { params })
  expect(await edit(ben, 'mine')).toMatchObject({ code: 'post_gone' })
  expect(await edit(eve, 'mine')).toMatchObject({ status: 404 })
  expect(await remove(ben)).toMatchObject({ code: 'post_gone' })
  const tab = await club.follow(ben)
  await tab.next('ready')
  expect(await edit(mia, 'eins')).toMatchObject({ answer: { text: 'eins', editedAt: NOW } })
  await tab.next('ready')
  expect(await readWords(club, ben, tableId)).toEqual(['eins'])
  club.clock.advance({ minutes: 15, seconds: 1 })
  const later = await club.session(mia)
  expect(await edit(later, 'zu spät')).toMatchObject({ code: 'edit_too_late' })
  const nextReady = tab.next('ready')
  expect(await remove(later)).toMatchObject({ ok: true })
  await nextReady
  expect(await readWords(club, ben, tableId)).toEqual([])
  expect(await remove(later)).toMatchObject({ code: 'post_gone' })
  await say(club, later, tableId, 'two')
  const page = await club.call(ben, listTableMessages, { params: { tableId }, query: {} })
  expect(page).toMatchObject({ answer: { posts: [{ number: 2 }], from: 1, to: 2, latest: 2 } })
})

test('addresses wait until both have written five times', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  const give = (who: TestMember) => trySaying(club, who, tableId, 'Ruf an: 0171 2345678')
  expect(await give(mia)).toMatchObject({
    status: 422,
    code: 'contact_too_soon',
    body: { found: { from: 8 } },
  })
  for (let times = 0; times < 5; times += 1) await say(club, mia, tableId, `mine ${times}`)
  for (let times = 0; times < 4; times += 1) await say(club, ben, tableId, `his ${times}`)
  expect(await give(mia)).toMatchObject({ code: 'contact_too_soon' })
  await say(club, ben, tableId, 'his 4')
  expect(await give(mia)).toMatchObject({ ok: true })
})

test('the same long words at another table are said once a day', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, guest, mia, tableId } = opened
  const other = await seatBoth(club, mia, await guest())
  const line = 'You are the most interesting person here'
  expect(await trySaying(club, mia, tableId, line)).toMatchObject({ ok: true })
  expect(await trySaying(club, mia, other, line)).toMatchObject({ status: 409, code: 'same_text' })
})

test('so many messages a minute, counted together at all tables, and refused ones not at all', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, tableId } = opened
  const many = await Promise.all(
    Array.from({ length: 40 }, (_, n) => trySaying(club, mia, tableId, `word ${n}`)),
  )
  expect(many.filter(({ ok }) => ok)).toHaveLength(30)
  expect(many.find(({ ok }) => !ok)).toMatchObject({ code: 'too_many_attempts' })
  club.clock.advance({ minutes: 1 })
  expect(await trySaying(club, mia, tableId, 'later')).toMatchObject({ ok: true })
})

test('a message on its way while the other gets up is handed back, and never shown', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  const results = await Promise.all([
    ...Array.from({ length: 10 }, (_, n) => trySaying(club, mia, tableId, `word ${n}`)),
    rise(club, ben, tableId),
  ])
  const stored = results.slice(0, -1).filter(({ ok }) => ok).length
  expect(await readWords(club, ben, tableId)).toHaveLength(stored)
  for (const one of results.slice(0, -1))
    if (!one.ok) expect(one).toMatchObject({ code: 'table_ended' })
  expect(await trySaying(club, mia, tableId)).toMatchObject({ code: 'table_ended' })
})

test('reading is sent to one’s own tabs alone, and writing to the other alone', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  await say(club, ben, tableId)
  const [hers, his] = [await club.follow(mia), await club.follow(ben)]
  for (const tab of [hers, his]) await tab.next('ready')
  const params = { tableId }
  await club.call(mia, markTableRead, { params, body: { number: 900 } })
  await club.call(mia, markTableRead, { params, body: { number: 0 } })
  expect(await hers.next('table_read')).toEqual({ type: 'table_read', table: tableId, number: 1 })
  expect(await fetchTables(club, mia)).toMatchObject([{ unread: 0, readNumber: 1 }])
  await club.call(mia, tellTableWriting, { params })
  expect(await his.next('table_writing')).toEqual({ type: 'table_writing', table: tableId })
  await say(club, mia, tableId)
  await Promise.all([hers.next('message'), his.next('message')])
  expect(his.events.some(({ type }) => type === 'table_read')).toBe(false)
  expect(hers.events.some(({ type }) => type === 'table_writing')).toBe(false)
})

test('however often somebody says that they write, the other hears it once in a while', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  const tab = await club.follow(ben)
  await tab.next('ready')
  const tells = Array.from({ length: 50 }, () =>
    club.call(mia, tellTableWriting, { params: { tableId } }),
  )
  expect((await Promise.all(tells)).every(({ ok }) => ok)).toBe(true)
  await say(club, mia, tableId)
  await tab.next('message')
  const heard = tab.events.filter(({ type }) => type === 'table_writing')
  // one, or a few where the machine was busy for seconds
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.length).toBeLessThan(25)
})

test('nobody is shown that a hidden member is writing', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  const tab = await club.follow(mia)
  await tab.next('ready')
  await club.call(ben, setHidden, { body: { isHidden: true } })
  await club.call(ben, tellTableWriting, { params: { tableId } })
  await club.call(ben, setHidden, { body: { isHidden: false } })
  await say(club, ben, tableId)
  await tab.next('message')
  expect(tab.events.some(({ type }) => type === 'table_writing')).toBe(false)
})

test('who shows nobody when they write shows it at a table neither, and is shown it of nobody', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  const [hers, his] = [await club.follow(mia), await club.follow(ben)]
  for (const tab of [hers, his]) await tab.next('ready')
  await club.call(ben, setPresence, { body: { isShared: false } })
  for (const who of [ben, mia]) await club.call(who, tellTableWriting, { params: { tableId } })
  await say(club, ben, tableId)
  for (const tab of [hers, his]) {
    await tab.next('message')
    expect(tab.events.some(({ type }) => type === 'table_writing')).toBe(false)
  }
  await club.call(ben, setPresence, { body: { isShared: true } })
  await club.call(mia, tellTableWriting, { params: { tableId } })
  expect(await his.next('table_writing')).toEqual({ type: 'table_writing', table: tableId })
})

test('a hidden member cannot be written to, and their messages come back with them', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  await say(club, ben, tableId, 'from Ben')
  await club.db.run(sql`update profiles set content_consent_at = null where id = ${ben.userId}`)
  expect(await readWords(club, mia, tableId)).toEqual([])
  expect(await trySaying(club, mia, tableId)).toMatchObject({ status: 409, code: 'table_resting' })
  expect(await trySaying(club, ben, tableId)).toMatchObject({ code: 'consent_required' })
  await club.db.run(sql`update profiles set content_consent_at = now() where id = ${ben.userId}`)
  expect(await readWords(club, mia, tableId)).toEqual(['from Ben'])
})

test('one’s own tables are searched by how words begin, and nobody else’s', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, eve, tableId } = opened
  await say(club, mia, tableId, 'Zum Café am Fluss?')
  await say(club, ben, tableId, 'Lieber in die Oper')
  const find = async (who: TestMember, words: string) => {
    const response = await club.call(who, searchTables, { query: { words } })
    if (!response.ok) throw new Error(response.code)
    return response.answer.found.map(({ message, matches }) =>
      matches.map(({ from, to }) => message.text.slice(from, to)),
    )
  }
  expect(await find(ben, 'cafe flu')).toEqual([['Café', 'Fluss']])
  expect(await find(mia, 'OPER')).toEqual([['Oper']])
  expect(await find(mia, 'cafe oper')).toEqual([])
  expect(await find(mia, 'uss')).toEqual([])
  expect(await find(mia, '?!')).toEqual([])
  expect(await find(eve, 'oper')).toEqual([])
  // words stuck together are words all the same
  await say(club, ben, tableId, 'Sauna/Pool? super.Gerne!')
  expect(await find(mia, 'pool')).toEqual([['Pool']])
  expect(await find(mia, 'sauna/pool')).toEqual([['Sauna', 'Pool']])
  expect(await find(mia, 'gerne')).toEqual([['Gerne']])
})

test('a long search through tables leaves everybody else their turns', async () => {
  await using opened = await openTableForTwo({ now: NOW, config: { limitsFactor: 100 } })
  const { club, mia, tableId } = opened
  for (let number = 0; number < 100; number += 1)
    await say(club, mia, tableId, 'so and on '.repeat(16 + (number % 2)))
  let [thisTurn, most, isOver] = [0, 0, false]
  const { normalize } = String.prototype
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    most = Math.max(most, (thisTurn += 1))
    return normalize.call(this, form)
  })
  const turn = () => {
    thisTurn = 0
    if (!isOver) setImmediate(turn)
  }
  turn()
  const response = await club.call(mia, searchTables, { query: { words: 'so nowhere' } })
  isOver = true
  expect(response).toMatchObject({ ok: true, answer: { found: [] } })
  // each word that is looked at is brought into one form: 4,900 of them
  expect(most).toBeGreaterThan(100)
  expect(most).toBeLessThan(2_000)
})

test('neither database nor files nor log show a word of a table, also of one that was changed, deleted or ended', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  await using opened = await openTableForTwo({ now: NOW, log })
  const { club, mia, ben, tableId } = opened
  const canaries = new Canaries()
  const first = await say(club, mia, tableId, canaries.word('first'))
  await trySaying(club, ben, tableId, canaries.word('answer'), { replyTo: first.id })
  const own = { params: { tableId, messageId: first.id } }
  await club.call(mia, editTableMessage, { ...own, body: { text: canaries.word('changed') } })
  await club.call(ben, searchTables, { query: { words: canaries.word('changed') } })
  await trySaying(club, mia, tableId, `${canaries.word('refused')} 0171 2345678`)
  expect(await readWords(club, ben, tableId)).toEqual(
    ['answer', 'changed'].map((name) => canaries.word(name)),
  )
  await club.call(mia, deleteTableMessage, own)
  await rise(club, ben, tableId)
  expect(await inDatabase(club, canaries)).toEqual({})
  expect(await inFiles(club, canaries)).toEqual({})
  // what goes wrong is written down, and without them
  for (const month of await club.app.keys.epochs()) await club.app.keys.destroy(month)
  const second = await club.secondServer()
  const request = { params: { tableId }, query: {} }
  expect(await club.call(mia, listTableMessages, request, second)).toMatchObject({ status: 500 })
  expect(lines.length).toBeGreaterThan(0)
  expect(canaries.in(lines.join('\n'))).toEqual([])
})

test('with a new month the keys of tables move on, and the words stay', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  await say(club, mia, tableId)
  club.clock.advance({ hours: 31 * 24 })
  await turnMonth(club.app, [tableKeys])
  await turnMonth(club.app, [tableKeys])
  expect(await club.app.keys.epochs()).toEqual(['2026-06'])
  const second = await club.secondServer()
  const request = { params: { tableId }, query: {} }
  const later = await club.session(ben)
  expect(await club.call(later, listTableMessages, request, second)).toMatchObject({
    answer: { posts: [{ text: 'good evening' }] },
  })
})

test('who listens while the month turns goes on receiving messages', async () => {
  await using opened = await openTableForTwo({ now: '2026-05-31T23:59:00Z' })
  const { club, mia, ben, tableId } = opened
  // a process that has opened nothing of this table yet
  const second = await club.secondServer()
  const tab = await club.follow(mia, second.url)
  await tab.next('ready')
  club.clock.advance({ minutes: 2 })
  await turnMonth(club.app, [tableKeys])
  await turnMonth(club.app, [tableKeys])
  await say(club, ben, tableId, 'still here')
  expect(await tab.next('message')).toMatchObject({ number: 1, post: { text: 'still here' } })
})
