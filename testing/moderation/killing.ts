import { expect } from 'vitest'
import { decideCase } from '#contract/moderation/cases.ts'
import { isHeldAtDoor } from '#server/features/accounts/bans/bans.service.ts'
import { sql } from '#server/platform/database/database.ts'
import { breakDatabase } from '#testing/club/database/breakDatabase.ts'
import type { Club } from '#testing/club/club.ts'
import { subscribeMember } from '#testing/billing/subscribers.ts'
import { proveSession, readTraces } from '#testing/fixtures/submissions.ts'
import { GROUNDS, readFileAtDesk } from '#testing/moderation/cases.ts'
import { openMinors } from '#testing/moderation/minors.ts'
import { isThere } from '#testing/privacy/leaving.ts'
import { integer } from '#testing/random.ts'

/** A server that is killed at one statement after the other, `stride` further each time, and started again. */
function openKills({ app, db }: Club, stride: number) {
  const whole = { ...app.db }
  /** Whether it was killed before it was done. */
  const isKilled = async (after: number, act: () => Promise<unknown>): Promise<boolean> => {
    const killed = breakDatabase(whole, after)
    Object.assign(app.db, killed)
    await act().catch(() => {})
    Object.assign(app.db, whole)
    return killed.isGone()
  }
  const countJobs = async (states: string[]) =>
    (await db.row<{ n: number }>(
      sql`select count(*) as n from pgboss.job where state::text = any (${states})`,
    ))!.n
  let kills = 0
  return {
    count: () => kills,
    async act(act: () => Promise<unknown>): Promise<void> {
      for (let after = integer(stride); await isKilled(after, act); after += stride) kills += 1
    },
    /** Whatever waits is done, each job begun again, wherever it was cut short. */
    async work(): Promise<void> {
      let after = integer(stride)
      while ((await countJobs(['created', 'retry'])) > 0) {
        const done = await countJobs(['completed'])
        // so many kills are no reason to give it up
        await db.run(sql`update pgboss.job set retry_count = 0 where state = 'retry'`)
        const isOver = !(await isKilled(after, () => app.jobs.drain({ later: true })))
        if (!isOver) kills += 1
        after = isOver || (await countJobs(['completed'])) > done ? integer(stride) : after + stride
      }
    },
  }
}

/**
 * Decides that somebody is a minor, and does all that follows, killed again and again on the way;
 * then all of it holds, and nothing twice. Answers how often it was killed.
 */
export async function surviveConfirming({ stride }: { stride: number }): Promise<number> {
  await using scene = await openMinors({ payments: 'house' })
  const { club, tom, admin, report, onlyCase } = scene
  await subscribeMember(club, tom)
  club.clock.advance({ days: 20 })
  await report()
  const { id } = await onlyCase()
  await club.mails()
  await proveSession(club, admin)
  const kills = openKills(club, stride)
  const body = { kind: 'minor', reports: 1, grounds: { ...GROUNDS, ground: 'law' } } as const
  await kills.act(() => club.call(admin, decideCase, { params: { caseId: id }, body }))
  await kills.work()
  await club.house.settle()
  await kills.work()
  club.clock.advance({ days: 1 })
  await club.app.jobs.send(club.db, 'purge_accounts', {})
  await kills.work()
  await club.house.settle()
  await kills.work()

  // the data is gone but for the evidence
  expect(await isThere(club, tom)).toBe(false)
  expect(await club.db.rows(sql`select from posts where user_id = ${tom.userId}`)).toEqual([])
  expect((await readFileAtDesk(club, admin, id)).evidence).toMatchObject([{ author: tom.username }])
  // the money is back, once
  const [paid] = await club.db.rows<{ cents: number }>(sql`select cents from plan_prices`)
  expect(await club.db.rows(sql`select cents, status from refunds`)).toEqual([
    { cents: paid!.cents, status: 'done' },
  ])
  const back = sql`select data from subscription_events where kind = 'refunded'`
  expect(await club.db.rows(back)).toHaveLength(1)
  // the address stays out, by one ban
  expect(await isHeldAtDoor(club.db, club.app, tom.email)).toBe(true)
  const bans = sql`select distinct ban_id from banned_addresses`
  expect(await club.db.rows(bans)).toHaveLength(1)
  expect(await club.db.rows(sql`select from case_decisions`)).toHaveLength(1)
  const traces = (await readTraces(club)).map(({ action }) => action)
  for (const one of ['case_decided', 'deletion_requested', 'account_purged'])
    expect(traces.filter((action) => action === one)).toEqual([one])
  return kills.count()
}
