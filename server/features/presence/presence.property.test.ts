import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { listPresent, setPlace, setPresence, tellWriting } from '#contract/presence.ts'
import { sql } from '#server/platform/database.ts'
import { openClub, type TestMember } from '#server/testing/club.ts'
import { roomWith } from '#server/testing/listening.ts'
import { watch } from '#server/testing/presence.ts'

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
      const { room, guests } = await roomWith(club, MEMBERS)
      const params = { slug: room.slug }
      const tabs = await Promise.all(
        guests.map((guest, n) => watch(club, guest, room, n % 2 ? second.url : club.url)),
      )
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
          club.call(as, setPlace, { body: { tab: tabs[one]!.name, slug } })
        if (what === 'block' && one !== other && !apart.has(pair)) {
          await club.db.run(
            sql`insert into blocks values (${as.userId}, ${whom.userId}, 'Name', now())`,
          )
          // streams are told nothing until their rights were read again
          await Promise.all([club.app.hub.catchUp(), second.app.hub.catchUp()])
          await Promise.all([one, other].map((at) => settled(tabs[at]!)))
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
        if (what === 'come') await moved(room.slug)
        if (what === 'go') await moved(null)
        if (what === 'off') {
          await club.call(as, setPresence, { body: { isShared: false } })
          await settled(tabs[one]!)
          if (!off.has(one)) off.set(one, tabs[one]!.events.length)
        }
        if (what === 'on') {
          off.delete(one)
          await club.call(as, setPresence, { body: { isShared: true } })
        }
        await check()
      }
      await new Promise((resolve) => setTimeout(resolve, 300))
      await check()
      for (const tab of tabs) tab.close()
    }),
    { numRuns: 12 },
  )
}, 120_000)

/** What was on its way to a tab has come. */
async function settled({ events }: { events: unknown[] }): Promise<void> {
  for (let before = -1; before !== events.length;) {
    before = events.length
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}
