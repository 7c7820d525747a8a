import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { addPhoto, removePhoto } from '#contract/members/ownPhotos.ts'
import { photoKeys } from '#server/features/members/photos.files.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type TestMember } from '#testing/club/club.ts'
import { photo, see, upload } from '#testing/fixtures/photos.ts'
import { insertSubmission } from '#testing/fixtures/submissions.ts'
import { openObjects } from '#testing/objects/objects.ts'
import { integer, pick } from '#testing/random.ts'
import { until } from '#testing/until.ts'

const CLUB = fileURLToPath(new URL('../../cli/club.ts', import.meta.url))
const MEMBERS = 5
const KILLS = 5
/** Into a bucket each file is put and read back, out of it each is read and removed. */
const QUESTIONS_A_FILE = 2

async function openMoving() {
  const objects = await openObjects()
  onTestFinished(() => objects[Symbol.asyncDispose]())
  const club = await openClub({ config: { limitsFactor: 1_000 } })
  onTestFinished(() => club[Symbol.asyncDispose]())
  // the first server was started without it
  club.config.bucket = objects.address
  const server = await club.secondServer()
  const shown: { mia: TestMember; photoId: string; bytes: Buffer }[] = []
  const look = async ({ mia, photoId }: { mia: TestMember; photoId: string }) => {
    const seen = await see({ url: server.url }, mia, { memberId: mia.userId, photoId })
    return { status: seen.status, bytes: Buffer.from(await seen.arrayBuffer()) }
  }
  for (let count = 0; count < MEMBERS; count += 1) {
    const mia = await club.member()
    await insertSubmission(club, mia)
    for (const photoId of [await upload(club, mia), await upload(club, mia)])
      shown.push({ mia, photoId, bytes: (await look({ mia, photoId })).bytes })
  }
  // one from before photos were sealed
  const [{ mia, photoId, bytes }] = shown as [(typeof shown)[number]]
  const plain = photoKeys(mia.userId, photoId)[0]!
  await writeFile(join(club.dataDir, 'files', 'profile-photos', plain), bytes)

  const named = async () => {
    const photos = await club.db.rows<{ id: string; photoId: string }>(
      sql`select id, unnest(photos) as photo_id from profiles`,
    )
    const documents = await club.db.rows<{ path: string }>(sql`select path from verification_files`)
    return [
      ...photos.flatMap((one) =>
        photoKeys(one.id, one.photoId).map((key) => `profile-photos/${key}`),
      ),
      ...documents.map(({ path }) => `id-uploads/${path}`),
    ].sort()
  }
  const folder = join(club.dataDir, 'files')
  const inFolder = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .flatMap((one) =>
        one.isFile() ? join(one.parentPath, one.name).slice(folder.length + 1) : [],
      )
      .filter((name) => name !== 'store-id')
      .sort()
  }
  return {
    club,
    objects,
    server,
    shown,
    look,
    named,
    inFolder,
    inBucket: () => [...objects.objects.keys()].filter((name) => name !== 'store-id').sort(),

    /** The command, as an operator runs it, killed with so many questions to the store asked, or done; answers whether it came to its end. */
    async move(to: 's3' | 'folder', killAt: { when: 'asked' | 'done'; questions: number } | null) {
      const child = spawn(process.execPath, [CLUB, 'move-files', '--to', to], {
        env: {
          PATH: process.env['PATH'] ?? '',
          DATA_DIR: club.dataDir,
          DATABASE_URL: club.databaseUrl,
          FILES_URL: objects.url,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (words: string) => (said += words))
      const over = once(child, 'exit')
      let count = 0
      objects.watch(async (when) => {
        if (when !== killAt?.when || (count += 1) !== killAt.questions) return
        child.kill('SIGKILL')
        await over
      })
      const [code, signal] = (await over) as [number | null, string | null]
      objects.watch(null)
      if (signal === null) expect([code, said]).toEqual([0, expect.any(String)])
      // its session ends a moment after it
      await until(async () => {
        const held = await club.db.rows(sql`select from pg_locks
          where locktype = 'advisory' and objid = 4027029`)
        return held.length === 0
      })
      return signal === null
    },
  }
}

test('a move that is killed again and again, there and back, loses no file, doubles none, and hides none from anybody', async () => {
  const { club, server, shown, look, named, inFolder, inBucket, move } = await openMoving()
  let isOver = false
  let looks = 0
  const looking = (async () => {
    while (!isOver) {
      const one = pick(shown)
      const { status, bytes } = await look(one)
      // nobody looks at what was removed meanwhile
      if (shown.includes(one)) expect([status, bytes.equals(one.bytes)]).toEqual([200, true])
      looks += 1
    }
  })()
  // what it says is said below
  looking.catch(() => {})
  for (const to of ['s3', 'folder'] as const) {
    const files = (await named()).length
    let kills = 0
    for (let times = 0; times < KILLS; times += 1) {
      const questions = integer(1 + (QUESTIONS_A_FILE * files) / KILLS, 1)
      if (!(await move(to, { when: pick(['asked', 'done']), questions }))) kills += 1
      // wherever it is by now, each is there, once or twice
      const there = new Set([...(await inFolder()), ...inBucket()])
      expect((await named()).filter((name) => !there.has(name))).toEqual([])
      const [gone] = shown.splice(integer(shown.length), 1)
      await club.call(
        gone!.mia,
        removePhoto,
        { params: { photoId: gone!.photoId } },
        { url: server.url },
      )
      const added = await club.call(
        gone!.mia,
        addPhoto,
        { file: await photo() },
        { url: server.url },
      )
      if (!added.ok) throw new Error(added.code)
      const more = { mia: gone!.mia, photoId: added.answer.photoId }
      shown.push({ ...more, bytes: (await look(more)).bytes })
    }
    expect(kills).toBeGreaterThan(0)
    expect(await move(to, null)).toBe(true)
    await Promise.all([club.app.bus.flush(), server.app.bus.flush()])
    // what was being written when somebody was killed is swept
    club.clock.advance({ hours: 2 })
    for (const job of ['sweep_photos', 'shred_documents', 'delete_files'] as const)
      await server.app.jobs.send(club.db, job, {})
    await server.app.jobs.drain({ later: true })
    const [from, into] =
      to === 's3' ? [await inFolder(), inBucket()] : [inBucket(), await inFolder()]
    expect([from, into]).toEqual([[], await named()])
    for (const one of shown) expect((await look(one)).bytes.equals(one.bytes)).toBe(true)
  }
  isOver = true
  await looking
  expect(looks).toBeGreaterThan(KILLS)
})
