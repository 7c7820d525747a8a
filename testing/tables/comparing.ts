import { expect } from 'vitest'
import { listBell } from '#contract/notifications/bellItems.ts'
import { listTableMessages, searchTables } from '#contract/tables/messages.ts'
import { fetchTables } from '#testing/fixtures/tables.ts'
import { integer } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import type { Foursome } from './foursome.ts'
import { isForgotten, type ModelTable, type Pair } from './pair.ts'
import type { Account } from './people.ts'

const PAGE = 20

/** What is shown to each of four now is what follows from what they did; their open screens show the same. */
export async function compareScreens(four: Foursome): Promise<void> {
  const sought = [0, 1, 2, 3].map((person) => {
    const word = four.words[integer(Math.max(1, four.words.length))]
    return [four.people.current(person), word] as const
  })
  const now = four.now()
  for (const [me, word] of sought) {
    if (!me.isHere(now)) continue
    const readable = await compareTables(four, me)
    await four.club.call(me, listBell, { query: {} })
    if (!word) continue
    const found = await four.club.call(me, searchTables, { query: { words: word.text } })
    expect(found.ok && found.answer.found.map(({ message }) => message.text)).toEqual(
      readable.has(word.text) ? [word.text] : [],
    )
  }
}

async function compareTables(four: Foursome, me: Account): Promise<ReadonlySet<string>> {
  const now = four.now()
  const readable = new Set<string>()
  const shown = new Map((await fetchTables(four.club, me)).map((one) => [one.id, one]))
  for (const pair of four.pairsOf(me))
    for (const table of pair.kept(now)) {
      const state = stateFor(four, { me, pair, table })
      if (!state) continue
      expect([table.id, shown.get(table.id)?.state]).toEqual([table.id, state])
      shown.delete(table.id)
      if (table.openedAt) await compareWords(four, { me, pair, table }, readable)
    }
  expect([...shown.keys()]).toEqual([])
  return readable
}

type Seat = { me: Account; pair: Pair; table: ModelTable }

const otherOf = ({ me, pair: { two } }: Seat) => (two[0] === me ? two[1] : two[0])

/** What a table is for one of the two; null where they are not shown it. */
function stateFor(four: Foursome, seat: Seat): string | null {
  const { me, table } = seat
  if (table.cleared.has(me)) return null
  if (table.endedAt) return 'ended'
  if (table.openedAt) return 'open'
  if (table.seats.has(me)) return 'waiting'
  return four.isAsked(seat, otherOf(seat)) ? 'asked' : null
}

async function compareWords(four: Foursome, seat: Seat, readable: Set<string>): Promise<void> {
  const { me, table } = seat
  const other = otherOf(seat)
  const isOtherRead = four.people.sees(me, other, four.now())
  const now = four.now()
  const isRead = (word: ModelTable['words'][number]) =>
    (word.by === me || isOtherRead) && !isForgotten(table, word, now)
  const texts = table.words.flatMap((word) =>
    word.text !== null && isRead(word) ? [word.text] : [],
  )
  for (const text of texts) readable.add(text)
  const params = { tableId: table.id }
  const read = await four.club.call(me, listTableMessages, { params, query: {} })
  if (!read.ok) throw new Error(read.code)
  const { posts, latest } = read.answer
  expect(posts.map(({ text }) => text)).toEqual(texts.toReversed().slice(0, PAGE))
  const screen = four.screens.get(me)
  if (table.endedAt || !screen) return
  // what is forgotten stands on an open screen until it is read again; numbers are places among the words
  const forgotten = table.words.findLastIndex((word) => isForgotten(table, word, now)) + 1
  const since = Math.max(forgotten + 1, posts.length < PAGE ? 0 : posts.at(-1)!.number)
  const byNumber = new Map(posts.map(({ number, text }) => [number, text]))
  await until(() => (four.hear(), screen.isLike(table.id, latest, byNumber, since)), {
    what: 'an open screen that shows what is read anew',
    everyMs: 1,
  })
}
