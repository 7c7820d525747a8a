import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { getExport } from '#contract/mine.ts'
import { sql } from '#server/platform/database.ts'
import { openClub, type Club } from '#server/testing/club.ts'
import { askForCopy, linkToCopy, insertCopy, take, unzip } from '#server/testing/exports.ts'
import { insertManyPosts } from '#server/testing/manyPosts.ts'
import { proved } from '#server/testing/submissions.ts'
import { bytes as drawBytes, now, uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { copyFor } from './export.about.ts'
import { archiveOf } from './export.archive.ts'
import { sweepExports } from './exports.sweep.ts'

/** What nobody needs any more is not held. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

const MANY = 20_000
const MIB = 1024 * 1024

const filesIn = ({ dataDir }: Club, id: string): Promise<string[]> =>
  readdir(join(dataDir, 'files', 'exports', id)).catch(() => [])

test('a copy is made as fast as it is taken: nothing of it piles up', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await insertManyPosts(club.db, mia.userId, MANY)
  let read = 0
  await club.db.begin(async (tx) => {
    const about = { userId: mia.userId, club: 'Parlour', at: now(), language: 'de' } as const
    const archive = archiveOf(club.app, tx, copyFor(about), (rows) => void (read += rows))
    // nobody takes anything, while another copy that is taken comes much further
    await club.db.begin(async (otherTx) => {
      let others = 0
      const other = archiveOf(club.app, otherTx, copyFor(about), (rows) => void (others += rows))
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
  await proved(club, mia)
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

test('a copy that fails before anybody takes it ends no process, and is not taken', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const about = { userId: mia.userId, club: 'Parlour', at: now(), language: 'de' } as const
  const reading = club.db.begin(async (tx) => {
    const own = await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await club.db.run(sql`select pg_terminate_backend(${own!.pid}, 5000)`)
    const archive = archiveOf(club.app, tx, copyFor(about), () => {})
    await new Promise((resolve) => archive.once('close', resolve))
    await expect(pipeline(archive, new PassThrough())).rejects.toThrow()
  })
  await expect(reading).rejects.toThrow()
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
  expect(await filesIn(club, id)).toEqual([])
  expect(await club.call(mia, getExport, {})).toMatchObject({
    answer: { export: { state: 'building', bytes: null } },
  })

  await club.app.jobs.drain({ later: true })
  expect(await filesIn(club, id)).toEqual(['archive'])
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
  await club.db.run(sql`update exports set state = 'building', progress = 40`)
  await club.app.jobs.drain()
  expect(await filesIn(club, id)).toEqual(['archive'])
  club.clock.advance({ hours: 2 })
  await sweepExports(club.app)
  expect(await filesIn(club, nobodys)).toEqual([])
  expect(await filesIn(club, id)).toEqual(['archive'])
})

test('while one process builds a copy another does not', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const mia = await club.member()
  await insertManyPosts(club.db, mia.userId, MANY)
  const { id } = await askForCopy(club, mia)
  const building = club.app.jobs.drain()
  await until(async () => (await filesIn(club, id)).length > 0)
  await second.app.jobs.send(second.app.db, 'build_export', { exportId: id })
  await second.app.jobs.drain()
  await building
  // the second one's turn finds it done
  await second.app.jobs.drain({ later: true })
  expect(await filesIn(club, id)).toEqual(['archive'])
  const mails = (await club.mails()).filter(({ to }) => to === mia.email)
  expect(mails).toHaveLength(1)
})

test('a copy of an account that went meanwhile is nobody’s', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const { id } = await askForCopy(club, mia)
  await club.db.run(sql`delete from exports where id = ${id}`)
  await club.app.jobs.drain()
  expect(await filesIn(club, id)).toEqual([])
  expect(await club.mails()).toEqual([])
})

test('an answer that comes in pieces is no answer to a HEAD', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await proved(club, mia)
  const token = await insertCopy(club, mia, () => Readable.from([Buffer.from('PK')]))
  const head = await take(club, mia, token, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe('2')
  expect(await head.text()).toBe('')
  expect(await (await take(club, mia, token)).text()).toBe('PK')
})
