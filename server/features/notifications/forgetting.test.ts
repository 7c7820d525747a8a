import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { PART } from '#server/platform/limits/retention.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { forgetBell } from './notices.service.ts'

const MANY = 2 * PART + 500

/** Decisions told so many days ago, past what is told to open bells. */
const ring = (club: Club, userId: string, many: number, days: number) =>
  club.db.run(sql`
    insert into bell_items (id, user_id, kind, reference, created_at)
    select gen_random_uuid(), ${userId}, 'decision', 'R-2026-000001',
      ${club.app.now().toISOString()}::timestamptz - ${days}::int * interval '1 day' - n * interval '1 second'
    from generate_series(1, ${many}::int) n`)

const countItems = async (club: Club) =>
  (await club.db.row<{ count: number }>(sql`select count(*)::int as count from bell_items`))!.count

test('a day of notices goes in parts, and what is not due or must stay does not', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const ben = await club.member()
  await ring(club, mia.userId, MANY, 91)
  await ring(club, mia.userId, 5, 80)
  await ring(club, ben.userId, 7, 100)
  await club.db.run(
    sql`update users set restricted_at = ${club.app.now().toISOString()} where id = ${ben.userId}`,
  )
  expect(await forgetBell(club.app)).toEqual({ bellItems: MANY })
  expect(await countItems(club)).toBe(12)
})

test('a run that is cut short keeps what it did, and the next goes on', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await ring(club, mia.userId, MANY, 91)
  // the last part fails: the youngest of what is due cannot be removed
  await asOwner(
    club,
    () => `create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'cut short'; end $$;
      create trigger cut before delete on bell_items for each row
        when (old.created_at > '${new Date(club.app.now().getTime() - 91 * 86_400_000 - 100_000).toISOString()}')
        execute function refuse()`,
  )
  await expect(forgetBell(club.app)).rejects.toThrow('cut short')
  expect(await countItems(club)).toBe(500)
  await asOwner(club, () => 'drop trigger cut on bell_items; drop function refuse()')
  expect(await forgetBell(club.app)).toEqual({ bellItems: 500 })
})
