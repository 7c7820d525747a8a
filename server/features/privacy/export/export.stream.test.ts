import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { askForCopy, filesOfCopy, insertCopy, take, WHOLE_COPY } from '#testing/privacy/exports.ts'
import { insertManyPosts } from '#testing/fixtures/manyPosts.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { now } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { describeCopy } from './export.about.ts'
import { createArchive } from './export.archive.ts'

const MANY = 20_000

test('a copy that fails before anybody takes it ends no process, and is not taken', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const about = { userId: mia.userId, club: 'Parlour', at: now(), language: 'de' } as const
  const reading = club.db.transaction(async (tx) => {
    const own = await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await club.db.run(sql`select pg_terminate_backend(${own!.pid}, 5000)`)
    const archive = createArchive(club.app, tx, describeCopy(about), () => {})
    await new Promise((resolve) => archive.once('close', resolve))
    await expect(pipeline(archive, new PassThrough())).rejects.toThrow()
  })
  await expect(reading).rejects.toThrow()
})

test('while one process builds a copy another does not', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const mia = await club.member()
  await insertManyPosts(club.db, mia.userId, MANY)
  const { id } = await askForCopy(club, mia)
  const building = club.app.jobs.drain()
  await until(async () => (await filesOfCopy(club, id)).length > 0)
  await second.app.jobs.send(second.app.db, 'build_export', { exportId: id })
  await second.app.jobs.drain()
  await building
  // the second one's turn finds it done
  await second.app.jobs.drain({ later: true })
  expect(await filesOfCopy(club, id)).toEqual([expect.stringMatching(WHOLE_COPY)])
  const mails = (await club.mails()).filter(({ to }) => to === mia.email)
  expect(mails).toHaveLength(1)
})

test('a copy of an account that went meanwhile is nobody’s', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const { id } = await askForCopy(club, mia)
  await club.db.run(sql`delete from exports where id = ${id}`)
  await club.app.jobs.drain()
  expect(await filesOfCopy(club, id)).toEqual([])
  expect(await club.mails()).toEqual([])
})

test('an answer that comes in pieces is no answer to a HEAD', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await proveSession(club, mia)
  const token = await insertCopy(club, mia, () => Readable.from([Buffer.from('PK')]))
  const head = await take(club, mia, token, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe('2')
  expect(await head.text()).toBe('')
  expect(await (await take(club, mia, token)).text()).toBe('PK')
})
