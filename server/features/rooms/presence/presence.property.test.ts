import fc, { tries } from '#testing/property.ts'
import { expect, test } from 'vitest'
import { listPresent, setPlaces, tellWriting } from '#contract/rooms/presence.ts'
import { setPresence } from '#contract/rooms/ownPresence.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type TestMember } from '#testing/club/club.ts'
import { isTold, post, openRoomWithMembers } from '#testing/fixtures/listening.ts'
import { watch } from '#testing/fixtures/presence.ts'
import { until } from '#testing/until.ts'

const MEMBERS = 3
const who = fc.integer({ min: 0, max: MEMBERS - 1 })
const act = fc.record({
  what: fc.constantFrom('block', 'unblock', 'write', 'come', 'go', 'off', 'on'),
  who,
  whom: who,
})

test('what is said of who is there and who writes never names one of two who see nothing of each other', async () => {
  await using club = await openClub({ config: { limitsFactor: 10_000 } })
  const second = await club.secondServer()
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (script) => {
      const { room, guests } = await openRoomWithMembers(club, MEMBERS)
      const params = { slug: room.slug }
      const tabs = await Promise.all(
        guests.map((guest, n) => watch(club, guest, room, n % 2 ? second.url : club.url)),
      )
      const eve = await club.member()
      await club.join(eve, room)
      const eves = await watch(club, eve, null)
      const here = tabs.map(() => true)
      /** Each tab has heard what a stranger says after all that was on its way to it. */
      const everythingIsTold = async () => {
        await Promise.all([club.app.bus.flush(), second.app.bus.flush()])
        const { number } = await post(club, eve, room)
        await until(() => tabs.every(({ events }) => isTold(events, { room: room.slug, number })))
      }
      /** Viewers of the room received that the stranger came and writes, with all pending events. */
      const nothingIsHeldBack = async () => {
        await club.call(eve, setPlaces, { body: { line: eves.name, rooms: [room.slug] } })
        const looking = tabs.filter((_, at) => here[at] && !off.has(at))
        await until(() => looking.every((tab) => tab.names().includes(eve.userId)))
        // said again and again, as a composer does: the server may not know yet for whom
        await until(async () => {
          await club.call(eve, tellWriting, { params })
          return looking.every((tab) => tab.writing().includes(eve.userId))
        })
        await everythingIsTold()
      }
      /** Blocks in force, and how much of each stream was said before. */
      const apart = new Map<string, { one: number; other: number; from: [number, number] }>()
      const off = new Map<number, number>()
      const check = async () => {
        for (const { one, other, from } of apart.values()) {
          const said = (at: number, start: number) => JSON.stringify(tabs[at]!.events.slice(start))
          expect(said(one, from[0])).not.toContain(guests[other]!.userId)
          expect(said(other, from[1])).not.toContain(guests[one]!.userId)
          const listed = await club.call(guests[one]!, listPresent, { params })
          expect(JSON.stringify(listed)).not.toContain(guests[other]!.userId)
        }
        for (const [at, from] of off)
          for (const [other, guest] of guests.entries())
            if (other !== at)
              expect(JSON.stringify(tabs[at]!.events.slice(from))).not.toContain(guest.userId)
      }

      for (const { what, who: one, whom: other } of script) {
        const [as, whom] = [guests[one]!, guests[other]!] as [TestMember, TestMember]
        const pair = [Math.min(one, other), Math.max(one, other)].join()
        const moved = (slug: string | null) =>
          club.call(as, setPlaces, { body: { line: tabs[one]!.name, rooms: slug ? [slug] : [] } })
        if (what === 'block' && one !== other && !apart.has(pair)) {
          await club.db.run(
            sql`insert into blocks values (${as.userId}, ${whom.userId}, 'Name', now())`,
          )
          // streams are told nothing until their rights were read again
          await everythingIsTold()
          apart.set(pair, {
            one,
            other,
            from: [tabs[one]!.events.length, tabs[other]!.events.length],
          })
        }
        if (what === 'unblock' && apart.delete(pair))
          await club.db.run(sql`delete from blocks where
            ${as.userId} in (blocker_id, blocked_id) and ${whom.userId} in (blocker_id, blocked_id)`)
        if (what === 'write') await club.call(as, tellWriting, { params })
        if (what === 'come' || what === 'go') {
          here[one] = what === 'come'
          await moved(here[one] ? room.slug : null)
        }
        if (what === 'off') {
          await club.call(as, setPresence, { body: { isShared: false } })
          await everythingIsTold()
          if (!off.has(one)) off.set(one, tabs[one]!.events.length)
        }
        if (what === 'on') {
          off.delete(one)
          await club.call(as, setPresence, { body: { isShared: true } })
        }
        await check()
      }
      await nothingIsHeldBack()
      await check()
      for (const tab of [...tabs, eves]) tab.close()
    }),
    { numRuns: tries(15) },
  )
}, 120_000)
