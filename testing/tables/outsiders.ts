import { expect } from 'vitest'
import { listBell } from '#contract/notifications/bellItems.ts'
import { searchTables } from '#contract/tables/messages.ts'
import { getTable } from '#contract/tables/tables.ts'
import { fetchTables, readWords } from '#testing/fixtures/tables.ts'
import { pick } from '#testing/random.ts'
import { downloadCopy } from '#testing/privacy/exports.ts'
import type { Club } from '#testing/club/club.ts'
import type { Foursome } from './foursome.ts'
import type { Overhearing } from './overhearing.ts'
import { isForgotten, type ModelTable, type Pair } from './pair.ts'

const LOOKS = 3

/** A member beside and staff, who listen all the while and then look for what was said; it is nobody's business of theirs. */
export async function openOutsiders(club: Club, overhearing: Overhearing) {
  const people = [
    await club.member(),
    await club.member({ isModerator: true }),
    await club.member({ isAdmin: true }),
  ]
  const streams = await Promise.all(people.map((one) => club.follow(one)))
  const listen = () => {
    for (const { events } of streams)
      expect(overhearing.findForeign(JSON.stringify(events.splice(0)))).toEqual([])
  }
  return {
    listen,
    async look(four: Foursome): Promise<void> {
      listen()
      // four of whom nobody came to speak leave nothing to look for
      if (four.words.length === 0) return
      for (let looks = 0; looks < LOOKS; looks += 1) {
        const [table, words] = [pick(four.tables), pick(four.words).text]
        for (const one of people) {
          expect(await fetchTables(club, one)).toEqual([])
          expect(await readWords(club, one, table.id)).toBe('PGRST116')
          const response = await club.call(one, getTable, { params: { tableId: table.id } })
          expect(response).toMatchObject({ status: 404 })
          const found = await club.call(one, searchTables, { query: { words } })
          expect(found).toMatchObject({ answer: { found: [], next: null } })
          await club.call(one, listBell, { query: {} })
        }
      }
    },
    close: () => {
      for (const line of streams) line.close()
    },
  }
}

/** The copy of what the club has of somebody says of tables what they can read there, and nothing else. */
export async function compareCopies(club: Club, four: Foursome): Promise<void> {
  const now = four.now()
  const me = [0, 1, 2, 3]
    .map((person) => four.people.current(person))
    .find((one) => one.isHere(now) && four.words.some(({ by }) => by === one))
  if (!me) return
  const { text } = await downloadCopy(club, me)
  const given = new Set(four.overhearing.findWords(text))
  const readable = (tables: (pair: Pair) => ModelTable[], isForgetful: boolean) =>
    four.pairsOf(me).flatMap((pair) =>
      tables(pair)
        .filter(({ seats, cleared }) => seats.has(me) && !cleared.has(me))
        .flatMap((table) =>
          table.words.filter((word) => !isForgetful || !isForgotten(table, word, now)),
        )
        .flatMap(({ by, text: said }) =>
          said !== null && (by === me || four.people.sees(me, by, now)) ? [said] : [],
        ),
    )
  const stillReadable = readable((pair) => pair.kept(now), true)
  // those that ended long ago or are forgotten may lie there until somebody sweeps; a report is one’s own
  const reported = four.reported.flatMap(({ by, text: said }) => (by === me ? [said] : []))
  const all = [...readable(({ tables }) => tables, false), ...reported]
  expect(stillReadable.filter((word) => !given.has(word))).toEqual([])
  expect([...given].filter((word) => !all.includes(word))).toEqual([])
  expect(four.overhearing.findForeign(text, me.userId)).toEqual([])
}
