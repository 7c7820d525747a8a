import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { listBell } from '#contract/notifications/bellItems.ts'
import { listTableMessages } from '#contract/tables/messages.ts'
import { listTables, sitDown } from '#contract/tables/tables.ts'
import { openClub } from '#testing/club/club.ts'
import { readSetCookies } from '#testing/club/call.ts'
import { fillDemo } from './demo.ts'
import { addTables } from './demo.tables.ts'

const NOW = new Date('2026-06-15T18:00:00Z')

test('the demo member has a table where it is their turn, one where it is not, and somebody who waits', async () => {
  await using club = await openClub({ now: NOW })
  const { login } = await fillDemo(club.app)
  expect(await addTables(club.config, club.db, NOW)).toBe(3)
  expect(await addTables(club.config, club.db, NOW)).toBe(3)

  const signedIn = await club.call(null, logIn, { body: login })
  if (!signedIn.ok) throw new Error(signedIn.code)
  const mia = { cookie: readSetCookies(signedIn.headers) }
  const tables = async () => {
    const listed = await club.call(mia, listTables, {})
    if (!listed.ok) throw new Error(listed.code)
    return listed.answer.tables
  }
  const found = await tables()
  expect(
    found.map(({ other, state, unread, isMyTurn }) => [other?.username, state, unread, isMyTurn]),
  ).toEqual([
    ['Ben', 'open', 2, true],
    ['Elif', 'open', 0, false],
    ['Kaspar', 'asked', 0, false],
  ])

  const [ben, elif, kaspar] = found
  for (const table of [ben!, elif!]) {
    const response = await club.call(mia, listTableMessages, {
      params: { tableId: table.id },
      query: {},
    })
    if (!response.ok) throw new Error(response.code)
    const { posts } = response.answer
    expect(posts.map(({ number }) => number)).toEqual(posts.map((_, at) => posts.length - at))
    const times = posts.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
    expect(times[0]! <= NOW.toISOString()).toBe(true)
  }
  const bell = await club.call(mia, listBell, { query: {} })
  expect(JSON.stringify(bell)).toContain('"table_asked"')

  const sat = await club.call(mia, sitDown, { params: { memberId: kaspar!.other!.id }, body: {} })
  expect(sat).toMatchObject({ ok: true, answer: { state: 'open' } })
})
