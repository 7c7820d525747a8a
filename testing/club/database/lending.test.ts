import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { lendDatabase } from './lending.ts'
import { asOwner } from './owner.ts'
import { findCluster } from '#testing/club/database/cluster.ts'

type Lent = Awaited<ReturnType<typeof lendDatabase>>

/** The database of a test that does this with it, and gives it back at once. */
async function urlOf(act?: (lent: Lent) => Promise<unknown>): Promise<string> {
  const lent = await lendDatabase()
  expect(await lent.db.row(sql`select 1 as one`)).toEqual({ one: 1 })
  await act?.(lent)
  await lent.giveBack()
  return lent.url
}

/**
 * Whether one of these was used twice in a row. Four are enough: of the two that may lie ready, each may
 * have been used as often as it may, and the third is new. A server somebody gave has no superuser for
 * us, who could make a database as it was.
 */
function expectReused(urls: string[]): void {
  expect(urls).toHaveLength(4)
  const isReused = urls.some((url, at) => url === urls[at - 1])
  expect(isReused).toBe(findCluster().superuserUrl !== null)
}

test('a database goes from test to test', async () => {
  const urls: string[] = []
  while (urls.length < 4) urls.push(await urlOf())
  expectReused(urls)
})

const endMyself = sql`select pg_terminate_backend(pg_backend_pid())`

test('whose sessions were ended a moment ago serves the next test as any other', async () => {
  await urlOf(({ db }) => expect(db.run(endMyself)).rejects.toThrow())
  await urlOf(({ url }) =>
    asOwner(
      { databaseUrl: url },
      () => `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and usename = '${new URL(url).username}'`,
    ),
  )
  await urlOf()
})

test('a database whose connection was lost a moment ago is lent to no other test', async () => {
  const cut = await urlOf(async ({ db }) => {
    const line = await db.listen('news', { onNotice() {}, again() {} })
    await expect(line.sql.run(endMyself)).rejects.toThrow()
  })
  expect(await urlOf()).not.toBe(cut)
})

test('whose tables were changed is lent to nobody else', async () => {
  const changed = await urlOf(({ url }) =>
    asOwner({ databaseUrl: url }, () => 'alter table rooms add column extra text'),
  )
  expect(await urlOf()).not.toBe(changed)
})

test.each(['analyze', 'vacuum full posts'])('after %s it is lent to nobody else', async (count) => {
  const counted = await urlOf(({ url }) => asOwner({ databaseUrl: url }, () => count))
  expect(await urlOf()).not.toBe(counted)
})

test('nothing of a test is left for the next', async () => {
  const urls: string[] = []
  while (urls.length < 4) {
    await using club = await openClub()
    expect(await club.db.rows(sql`select 1 from users`)).toEqual([])
    await club.member()
    urls.push(club.databaseUrl)
  }
  expectReused(urls)
})
