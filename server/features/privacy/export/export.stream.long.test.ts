import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { getExport } from '#contract/privacy/ownData.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import {
  askForCopy,
  filesOfCopy,
  linkToCopy,
  insertCopy,
  take,
  unzip,
  WHOLE_COPY,
} from '#testing/privacy/exports.ts'
import { insertManyPosts } from '#testing/fixtures/manyPosts.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { bytes as drawBytes, now, uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { describeCopy } from './export.about.ts'
import { createArchive } from './export.archive.ts'
import { sweepExports } from './exports.sweep.ts'

/** What nobody needs any more is not held. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

const MANY = 20_000
const MIB = 1024 * 1024

test('a copy is made as fast as it is taken: nothing of it piles up', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await insertManyPosts(club.db, mia.userId, MANY)
  let read = 0
  await club.db.transaction(async (tx) => {
    const about = { userId: mia.userId, club: 'Parlour', at: now(), language: 'de' } as const
    const archive = createArchive(club.app, tx, describeCopy(about), (rows) => void (read += rows))
    // nobody takes anything, while another copy that is taken comes much further
    await club.db.transaction(async (otherTx) => {
      let others = 0
      const other = createArchive(
        club.app,
        otherTx,
        describeCopy(about),
        (rows) => void (others += rows),
      )
      other.resume()
      await until(() => others > MANY / 2)
      expect(read).toBeGreaterThan(0)
      expect(read).toBeLessThan(MANY / 4)
      archive.resume()
      await Promise.all([once(archive, 'end'), once(other, 'end')])
    })
  })
  // for people, for programs, for spreadsheets
  expect(read).toBeGreaterThan(3 * MANY)
})

test('an archive is sent as fast as it is read: it is never in memory', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await proveSession(club, mia)
  const token = await insertCopy(club, mia, async function* () {
    for (let n = 0; n < 96; n += 1) yield Buffer.from(drawBytes(MIB))
  })
  const held = () => process.memoryUsage().arrayBuffers
  const before = held()
  const response = await take(club, mia, token)
  expect(response.headers.get('content-length')).toBe(String(96 * MIB))
  // nobody reads it, while the same one is read elsewhere, and further than may be held
  let elsewhere = 0
  const other = await take(club, mia, await linkToCopy(club, mia))
  for await (const chunk of other.body!) if ((elsewhere += chunk.length) > 64 * MIB) break
  expect(elsewhere).toBeGreaterThan(64 * MIB)
  collect()
  expect(held() - before).toBeLessThan(32 * MIB)
  let bytes = 0
  for await (const chunk of response.body!) bytes += chunk.length
  expect(bytes).toBe(96 * MIB)
})

test('a build that is cut short begins again, and leaves nothing half', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await insertManyPosts(club.db, mia.userId, MANY)
  const { id } = await askForCopy(club, mia)
  const building = club.app.jobs.drain()
  // the connection it reads by, as soon as it does
  await until(async () => {
    const cut = await club.db.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%in_turn%' and state <> 'idle'
        and pid <> pg_backend_pid()`)
    return cut.length > 0
  })
  await building
  expect(await filesOfCopy(club, id)).toEqual([])
  expect(await club.call(mia, getExport, {})).toMatchObject({
    answer: { export: { state: 'building', bytes: null } },
  })

  await club.app.jobs.drain({ later: true })
  expect(await filesOfCopy(club, id)).toEqual([expect.stringMatching(WHOLE_COPY)])
  expect(await club.call(mia, getExport, {})).toMatchObject({
    answer: { export: { state: 'ready', progress: 100 } },
  })
  const response = await take(club, mia, await linkToCopy(club, mia))
  const files = await unzip(Buffer.from(await response.arrayBuffer()))
  expect(files.get('posts.csv')!.toString().trim().split('\r\n')).toHaveLength(MANY + 1)
})

test('what a killed server left of a copy goes with the next try, or with the sweep', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const { id } = await askForCopy(club, mia)
  const nobodys = uuid()
  for (const folder of [id, nobodys]) {
    await mkdir(join(club.dataDir, 'files', 'exports', folder), { recursive: true })
    await writeFile(join(club.dataDir, 'files', 'exports', folder, 'archive.1.part'), 'half')
  }
  await writeFile(join(club.dataDir, 'files', 'exports', id, 'a'.repeat(32)), 'of a try cut short')
  await club.db.run(sql`update exports set state = 'building', progress = 40`)
  await club.app.jobs.drain()
  expect(await filesOfCopy(club, id)).toEqual([expect.stringMatching(WHOLE_COPY)])
  club.clock.advance({ hours: 2 })
  await sweepExports(club.app)
  expect(await filesOfCopy(club, nobodys)).toEqual([])
  expect(await filesOfCopy(club, id)).toEqual([expect.stringMatching(WHOLE_COPY)])
})
