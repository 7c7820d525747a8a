import { expect, onTestFinished, test } from 'vitest'
import { listRooms } from '#contract/rooms/rooms.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { callUrl } from '#testing/club/call.ts'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { joinClub } from '#testing/club/process/killing.ts'
import { openServer } from '#testing/club/process/serverProcess.ts'
import { folder } from '#testing/club/process/starting.ts'

const POOL = 8
/** What a process holds besides its pool (`connections.ts`). */
const BESIDES = 5
const MOST = 2 * (POOL + BESIDES)
const CROWD = 300

test('two processes of one database stay under its limit in a crowd, and answer everybody', async () => {
  const { url, ownerUrl, drop } = await cloneDatabase()
  onTestFinished(drop)
  const owner = openDatabase(ownerUrl, { max: 1 })
  onTestFinished(() => owner.end())
  const env = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATABASE_POOL: String(POOL) }
  const dataDir = await folder()
  await using one = await openServer({ dataDir, env })
  await using other = await openServer({ dataDir, env })
  const cookie = await joinClub(one.url)
  // one more is this test's own
  await owner.script(
    `alter database ${new URL(url).pathname.slice(1)} connection limit ${MOST + 1}`,
  )

  let isOver = false
  let most = 0
  const watching = (async () => {
    while (!isOver) {
      const found = await owner.row<{ count: number }>(sql`
        select count(*)::int from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      most = Math.max(most, found!.count)
    }
  })()
  const crowd = Array.from({ length: CROWD }, (_, at) =>
    callUrl([one, other][at % 2]!.url, cookie, listRooms, {}),
  )
  const answers = await Promise.all(crowd)
  isOver = true
  await watching
  expect(answers.filter(({ ok }) => !ok)).toEqual([])
  expect(most).toBeLessThanOrEqual(MOST)
  // their pools were full
  expect(most).toBeGreaterThanOrEqual(2 * POOL)
  for (const { readOutput } of [one, other])
    expect(readOutput()).not.toMatch(/too many connections|fewer connections/)
})
