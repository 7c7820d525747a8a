// One crowded room in which one pair in twenty sees nothing of each other, beside the same room without.
import { sql } from '#server/platform/database.ts'
import { CELLS, cells, round, type Round } from './listening.ts'
import type { BenchClub } from './tools/club.ts'
import { atLeast, atMost, inTurn, median, table, type Figure } from './tools/figures.ts'
import { MEMBERS, memberId } from './tools/filling.ts'

const LISTENERS = 2_000
/** One pair in so many. */
const ONE_IN = 20
/** For a server to forget what it knew of everybody. */
const TOLD_MS = 3_000

export async function blocking(club: BenchClub): Promise<Figure[]> {
  const { db } = club
  const ours = await club.start()
  const among = async (isBlocked: boolean): Promise<Round> => {
    await db.run(sql`delete from blocks`)
    if (isBlocked)
      await db.script(`
        insert into blocks (blocker_id, blocked_id, name, created_at)
        select ${memberId('a')}, ${memberId('b')}, 'Member ' || b, now()
        from generate_series(0, ${MEMBERS - 1}) a, generate_series(0, ${MEMBERS - 1}) b
        where a < b and (a * 31 + b * 17) % ${ONE_IN} = 0`)
    await new Promise((resolve) => setTimeout(resolve, TOLD_MS))
    return round(ours, LISTENERS)
  }
  const found = await inTurn({ without: () => among(false), blocked: () => among(true) })
  await db.run(sql`delete from blocks`)
  await ours.stop()

  const of = (who: 'without' | 'blocked', what: keyof Round) =>
    median(found[who].map((one) => one[what]))
  const ratio = (what: keyof Round) => of('blocked', what) / of('without', what)
  console.log(
    table(
      ['blocking', 'listeners', ...CELLS],
      (['without', 'blocked'] as const).map((who) => [
        who === 'blocked' ? 'one pair in twenty' : 'nobody blocked',
        String(LISTENERS),
        ...cells((what) => of(who, what)),
      ]),
    ),
  )
  const what = (figure: string) =>
    `${LISTENERS} listeners, one pair in ${ONE_IN} blocked: ${figure}`
  return [
    atMost(what('lost'), of('blocked', 'lost'), { floor: 0, digits: 0 }),
    atMost(what('p99 to none blocked'), ratio('p99'), { floor: 1.2 }),
    atLeast(what('events a second to none blocked'), ratio('perSecond'), { floor: 0.8 }),
    atMost(what('processor time an event to none blocked'), ratio('cpuUs'), { floor: 1.2 }),
  ]
}
