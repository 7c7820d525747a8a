// One crowded room in which one pair in twenty sees nothing of each other, beside the same room without.
import { sql } from '#server/platform/database/database.ts'
import { beside, LISTENERS } from './crowd.ts'
import { round, type Round } from './listening.ts'
import type { BenchClub } from './tools/club.ts'
import type { Figure } from './tools/figures.ts'
import { MEMBERS, memberId } from './tools/filling.ts'

/** One pair in so many. */
const ONE_IN = 20
/** For a server to forget what it knew of everybody. */
const TOLD_MS = 3_000

export async function blocking(club: BenchClub): Promise<Figure[]> {
  const { db } = club
  const ours = await club.start()
  const among = async (isBlocked: boolean): Promise<Round> => {
    await db.run(sql`delete from blocks`)
    // no turns are taken: that is a lock a pair until the transaction ends
    if (isBlocked)
      await db.script(`
        begin;
        alter table blocks disable trigger blocks_take_turn;
        insert into blocks (blocker_id, blocked_id, name, created_at)
        select ${memberId('a')}, ${memberId('b')}, 'Member ' || b, now()
        from generate_series(0, ${MEMBERS - 1}) a, generate_series(0, ${MEMBERS - 1}) b
        where a < b and (a * 31 + b * 17) % ${ONE_IN} = 0;
        alter table blocks enable trigger blocks_take_turn;
        commit`)
    await new Promise((resolve) => setTimeout(resolve, TOLD_MS))
    return round(ours, LISTENERS)
  }
  const figures = await beside(
    `one pair in ${ONE_IN} blocked`,
    [
      { name: 'nobody blocked', round: () => among(false) },
      { name: 'one pair in twenty', round: () => among(true) },
    ],
    { cpu: 1.2 },
  )
  await db.run(sql`delete from blocks`)
  await ours.stop()
  return figures
}
