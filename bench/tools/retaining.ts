import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import type { BenchClub } from './club.ts'
import { median, SECONDS } from './figures.ts'
import { ROOMS, memberId } from './filling.ts'
import { closedLoop } from './load.ts'
import { posts } from './requests.ts'

/** A bell keeps notices for ninety days: so much of them makes a day. */
const DAYS = 90
const POSTERS = 16

type Retained = {
  /** From when the daily run was asked for until it had written down what it removed. */
  minutes: number
  removed: number
  /** Posts a second without it, before and after, to those beside it. */
  slowing: number
  /** So many seconds beside it were compared. */
  slices: number
}

/** The daily run has a day of notices to remove, while members post as fast as they are answered. */
export async function measureRetention(club: BenchClub, notices: number): Promise<Retained> {
  const { db } = club
  const day = Math.ceil(notices / DAYS)
  await db.script(`
    delete from retention_runs;
    update migrations set at = now() - interval '2 days';
    insert into bell_items (id, user_id, kind, reference, created_at, read_at, pushed_at)
    select gen_random_uuid(), ${memberId(`(n % 1000)`)}, 'decision', 'R-2026-000001',
      now() - interval '${DAYS + 1} days' + n * interval '1 day' / ${day + 1}, now(), now()
    from generate_series(1, ${day}) n;
    analyze bell_items`)
  const ours = await club.start()
  const postFor = async (seconds: number) =>
    (await closedLoop({ port: ours.port, connections: POSTERS, seconds, next: posts(ROOMS) }))
      .perSecond
  await postFor(4)
  const calm = await postFor(SECONDS)
  const began = performance.now()
  // the queue is the server's own
  const queue = openDatabase(club.databaseUrl, { max: 1 })
  await queue.run(sql`insert into pgboss.job (name) values ('keep_retention')`)
  await queue.end()
  const beside: number[] = []
  let removed: number | null = null
  // what is posted before a worker finds its job is not beside it, and the last slice may be longer than the run
  const isUnderWay = async () => {
    const left = await db.row<{ count: number }>(sql`
      select count(*)::int as count from bell_items
      where created_at < now() - ${DAYS}::int * interval '1 day'`)
    return left!.count < day && left!.count > 0
  }
  while (removed === null) {
    const counts = await isUnderWay()
    const rate = await postFor(1)
    if (counts) beside.push(rate)
    const run = await db.row<{ removed: number }>(sql`
      select removed from retention_runs where rule = 'bellItems' and is_daily limit 1`)
    removed = run?.removed ?? null
    if (removed === null) await sleep(10)
  }
  const minutes = (performance.now() - began) / 60_000
  const after = await postFor(SECONDS)
  await ours.stop()
  const slowing = beside.length > 0 ? (calm + after) / 2 / median(beside) : NaN
  return { minutes, removed, slowing, slices: beside.length }
}
