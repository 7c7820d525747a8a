import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { addPhoto, removePhoto } from '#contract/members/ownPhotos.ts'
import { getProfile } from '#contract/members/profiles.ts'
import { getExport } from '#contract/privacy/ownData.ts'
import { decideSubmission, getSubmission } from '#contract/verification/review.ts'
import { stageFile } from '#contract/verification/verification.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import { openApp } from '#server/app.ts'
import { buildExport } from '#server/features/privacy/export/export.building.ts'
import { sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openBackups } from '#testing/club/backups.ts'
import { openClub, type TestMember } from '#testing/club/club.ts'
import { photo, see, upload } from '#testing/fixtures/photos.ts'
import { documentBytes, insertSubmission, openLink } from '#testing/fixtures/submissions.ts'
import {
  decide,
  GROUNDS,
  queue,
  readFileAtDesk,
  readStatements,
  reportTarget,
} from '#testing/moderation/cases.ts'
import { openObjects, type Objects } from '#testing/objects/objects.ts'
import { askForCopy, linkToCopy, take, unzip } from '#testing/privacy/exports.ts'
import { leave } from '#testing/privacy/leaving.ts'

const NOW = '2026-05-01T20:00:00Z'
const PUT_OFF = { status: 503, code: 'unavailable' }
/** More than any of these acts asks. */
const MANY = 60

/** A club whose files lie in a bucket. */
async function openWithBucket() {
  const objects = await openObjects()
  onTestFinished(() => objects[Symbol.asyncDispose]())
  const club = await openClub({
    now: NOW,
    config: { bucket: objects.address, limitsFactor: 1_000 },
  })
  onTestFinished(() => club[Symbol.asyncDispose]())
  return {
    club,
    objects,
    kept: () => [...objects.objects.keys()].filter((name) => name !== 'store-id').sort(),
    waiting: () => club.db.rows(sql`select key from file_deletions`),
    /** What could not be done at once is done now. */
    async catchUp() {
      await club.app.jobs.send(club.db, 'delete_files', {})
      await club.app.jobs.drain({ later: true })
    },
  }
}

type Store = {
  /** From here on the question whose turn it is fails. */
  falter(): void
  mend(): void
  /** Whether that question was asked, and failed. */
  hasFailed(): boolean
}

/** Does it again and again: the first question to the store fails, the second, and so on until there are no more. */
async function failEach(
  objects: Objects,
  act: (store: Store) => Promise<void>,
  { times = 1 }: { times?: number } = {},
): Promise<number> {
  for (let turn = 0; turn < MANY; turn += 1) {
    let planted: { isMet(): boolean } | null = null
    await act({
      falter() {
        // which no client tries again by itself
        const fault = { kind: 'error', status: 403, code: 'AccessDenied' } as const
        planted = objects.plant(fault, { skip: turn, times })
      },
      mend: () => objects.heal(),
      hasFailed: () => planted!.isMet(),
    })
    if (!planted!.isMet()) return turn
  }
  throw new Error('it never ends')
}

const expectPutOff = (answer: { headers: Headers }) => {
  expect(answer).toMatchObject(PUT_OFF)
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
}

test('a photo and a document that cannot be kept are put off, and nothing of them is anywhere', async () => {
  const { club, objects, kept } = await openWithBucket()
  const file = await photo()
  const photos = await failEach(objects, async ({ falter, mend, hasFailed }) => {
    const mia = await club.member()
    falter()
    const added = await club.call(mia, addPhoto, { file })
    mend()
    if (!hasFailed()) return expect(added).toMatchObject({ ok: true }) as unknown as void
    expectPutOff(added)
    expect(await club.call(mia, getProfile, {})).toMatchObject({ answer: { photos: [] } })
    expect(kept()).toEqual([])
  })
  expect(photos).toBe(2)

  const before = kept()
  const documents = await failEach(objects, async ({ falter, mend, hasFailed }) => {
    const mia = await club.member()
    falter()
    const staged = await club.call(mia, stageFile, { query: { side: 'front', type: 'jpeg' }, file })
    mend()
    if (!hasFailed()) return expect(staged).toMatchObject({ ok: true }) as unknown as void
    expectPutOff(staged)
    expect(kept()).toEqual(before)
  })
  expect(documents).toBe(1)
})

test('a photo that is removed is seen by nobody, whatever the store does, and goes when it can', async () => {
  const { club, objects, kept, waiting, catchUp } = await openWithBucket()
  const requestCount = await failEach(objects, async ({ falter, mend }) => {
    const mia = await club.member()
    const photoId = await upload(club, mia)
    falter()
    expect(await club.call(mia, removePhoto, { params: { photoId } })).toMatchObject({
      answer: { photos: [] },
    })
    mend()
    expect((await see(club, mia, { memberId: mia.userId, photoId })).status).toBe(404)
    expect(kept().length).toBeLessThanOrEqual((await waiting()).length)
    await catchUp()
    expect([kept(), await waiting()]).toEqual([[], []])
  })
  expect(requestCount).toBeGreaterThanOrEqual(2)
})

test('a request that waits for the store holds no database transaction meanwhile', async () => {
  const { club, objects, catchUp } = await openWithBucket()
  const [mia, tom, admin] = [
    await club.member(),
    await club.member(),
    await club.member({ isAdmin: true }),
  ]
  const file = await photo()
  const held = new Set<string>()
  let doing = ''
  objects.watch(async (when) => {
    if (when !== 'asked') return
    const open = await club.db.rows(sql`
      select from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and state = 'idle in transaction'`)
    if (open.length > 0) held.add(doing)
  })
  const does = async <T>(what: string, act: () => Promise<T>) => {
    doing = what
    const before = objects.requests.length
    const answer = await act()
    expect(answer, what).toMatchObject({ ok: true })
    expect(objects.requests.length, what).toBeGreaterThan(before)
    return answer
  }

  await does('stage', () =>
    club.call(mia, stageFile, { query: { side: 'front', type: 'jpeg' }, file }),
  )
  await does('stage again', () =>
    club.call(mia, stageFile, { query: { side: 'front', type: 'jpeg' }, file }),
  )
  const added = await does('photo', () => club.call(tom, addPhoto, { file }))
  const photoId = added.ok ? added.answer.photoId : ''
  await reportTarget(club, mia, { kind: 'photo', id: photoId })
  const [line] = await queue(club, admin)
  const { evidence } = await readFileAtDesk(club, admin, line!.id)
  const removes = [evidence[0]!.id]
  await does('take away', () =>
    decide(club, admin, line!.id, { kind: 'remove', grounds: GROUNDS, removes }),
  )
  const [statement] = await readStatements(club, tom)
  const params = { statementId: statement!.id }
  await does('give back', () =>
    club.call(admin, liftStatement, { params, body: { reason: 'A mistake.' } }),
  )
  doing = 'catch up'
  await catchUp()
  objects.watch(null)
  expect([...held]).toEqual([])
})

test('a document that the store does not show cannot be decided on, and is shown afterwards', async () => {
  const { club, objects } = await openWithBucket()
  const admin = await club.member({ isAdmin: true })
  const checklist = {
    photoMatches: true,
    documentValid: true,
    birthdateMatches: true,
    isAdult: true,
  }
  const review = async ({ falter, mend }: Store) => {
    const mia = await club.member()
    const { id } = await insertSubmission(club, mia, { sides: ['front', 'selfie'] })
    const params = { submissionId: id }
    const look = async (side: 'front' | 'selfie') => {
      const link = await openLink(club, admin, id, side)
      return fetch(`${club.url}/api/admin/verifications/${id}/images/${side}?link=${link}`, {
        headers: { cookie: admin.cookie },
      })
    }
    const approve = () =>
      club.call(admin, decideSubmission, { params, body: { decision: 'verified', checklist } })
    const seen = async () => {
      const found = await club.call(admin, getSubmission, { params })
      return found.ok ? found.answer.seen : found
    }
    falter()
    const answers = [await look('front'), await look('selfie')]
    mend()
    const shown = (['front', 'selfie'] as const).filter((_, at) => answers[at]!.ok)
    expect((await seen()) as string[]).toEqual(shown)
    for (const answer of answers.filter(({ ok }) => !ok)) {
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    }
    if (shown.length < 2) expect(await approve()).toMatchObject({ code: 'images_unseen' })
    for (const side of ['front', 'selfie'] as const) {
      const again = await look(side)
      expect(Buffer.from(await again.arrayBuffer())).toEqual(documentBytes(id, side))
    }
    expect(await approve()).toMatchObject({ ok: true })
  }
  expect(await failEach(objects, review)).toBeGreaterThanOrEqual(2)
  // from that question on the store is away
  expect(await failEach(objects, review, { times: MANY })).toBe(2)
})

test('a copy of one’s data that cannot be written is not announced, and is built once the store is back', async () => {
  const { club, objects, kept } = await openWithBucket()
  const { app } = club
  const state = async (mia: TestMember) => {
    const got = await club.call(mia, getExport, {})
    return got.ok ? got.answer.export?.state : got.code
  }
  const requestCount = await failEach(objects, async ({ falter, mend, hasFailed }) => {
    const mia = await club.member()
    await upload(club, mia)
    const { id } = await askForCopy(club, mia)
    falter()
    await app.jobs.drain()
    mend()
    if (hasFailed() && (await state(mia)) !== 'ready') {
      expect((await club.mails()).filter(({ to }) => to === mia.email)).toEqual([])
      await app.jobs.drain({ later: true })
    }
    expect(await state(mia)).toBe('ready')
    expect((await club.mails()).filter(({ to }) => to === mia.email)).toHaveLength(1)
    expect(kept().filter((name) => name.startsWith(`exports/${id}/`))).toHaveLength(1)

    const token = await linkToCopy(club, mia)
    objects.plant({ kind: 'error', status: 403, code: 'AccessDenied' }, { times: 1 })
    const refused = await take(club, mia, token)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    objects.heal()
    // the link is not used up by what did not come
    const files = await unzip(Buffer.from(await (await take(club, mia, token)).arrayBuffer()))
    expect([...files.keys()].some((name) => name.endsWith('.webp'))).toBe(true)
  })
  expect(requestCount).toBeGreaterThanOrEqual(4)
})

test('a copy waits for a document that the store does not give, and after many tries comes without it', async () => {
  const { club, objects } = await openWithBucket()
  const build = async (isMended: (tries: number) => boolean) => {
    const mia = await club.member()
    const { id } = await insertSubmission(club, mia)
    await askForCopy(club, mia)
    objects.plant({ kind: 'error', status: 403, code: 'AccessDenied' }, { only: /^GET id-uploads/ })
    let tries = 0
    const isReady = async () => {
      const got = await club.call(mia, getExport, {})
      return got.ok && got.answer.export?.state === 'ready'
    }
    for (; !(await isReady()); tries += 1) {
      if (isMended(tries)) objects.heal()
      await club.app.jobs.drain({ later: true })
    }
    objects.heal()
    const copy = await take(club, mia, await linkToCopy(club, mia))
    const files = await unzip(Buffer.from(await copy.arrayBuffer()))
    return { tries, document: files.get(`documents/${id}-front.jpg`), id }
  }
  const late = await build((tries) => tries === 2)
  expect(late.document?.equals(documentBytes(late.id, 'front'))).toBe(true)
  const never = await build(() => false)
  expect(never.document).toBeUndefined()
  expect(never.tries).toBeGreaterThan(8)
})

test('of two tries of one copy the first that is done is the copy, whenever the store takes in the other', async () => {
  const { club, objects, kept } = await openWithBucket()
  const mia = await club.member()
  const { id } = await askForCopy(club, mia)
  const other = await openApp(club.config, club.databaseUrl, { log: silentLog, work: false })
  onTestFinished(() => other.close())
  const isHeld = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let puts = 0
  objects.watch(async (when) => {
    if (when !== 'asked' || !objects.requests.at(-1)?.startsWith(`PUT exports/${id}/`)) return
    puts += 1
    if (puts > 1) return
    isHeld.resolve()
    await goOn.promise
  })
  const slow = buildExport(club.app, { exportId: id }).catch((error: unknown) => error)
  await isHeld.promise
  // its lines to the database are cut, and the job is given to somebody else
  await club.db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where state = 'idle in transaction' and datname = current_database()`)
  await buildExport(other, { exportId: id })
  goOn.resolve()
  await slow
  expect(puts).toBe(2)
  const copy = await take(club, mia, await linkToCopy(club, mia))
  expect(copy.status).toBe(200)
  expect([...(await unzip(Buffer.from(await copy.arrayBuffer()))).keys()]).toContain('index.html')
  expect(kept().filter((name) => name.startsWith(`exports/${id}/`))).toHaveLength(1)
})

test('while the store takes a copy in, nothing of the database is held for it', async () => {
  const { club, objects } = await openWithBucket()
  const mia = await club.member()
  const { id } = await askForCopy(club, mia)
  const held: number[] = []
  objects.watch(async (when) => {
    if (when === 'done' || !objects.requests.at(-1)?.startsWith(`PUT exports/${id}/`)) return
    const open = await club.db.rows(sql`select from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`)
    held.push(open.length)
  })
  await club.app.jobs.drain()
  expect(held).toEqual([0])
  expect(await club.call(mia, getExport, {})).toMatchObject({
    answer: { export: { state: 'ready' } },
  })
})

test('a backup is made whole or not at all, whichever question the store does not answer', async () => {
  const { club, objects } = await openWithBucket()
  const mia = await club.member()
  await upload(club, mia)
  await insertSubmission(club, mia)
  const backups = await openBackups(club)
  onTestFinished(() => backups[Symbol.asyncDispose]())
  let made = 0
  const requestCount = await failEach(objects, async ({ falter, mend, hasFailed }) => {
    const before = await readdir(backups.everything).catch(() => [])
    club.clock.advance({ minutes: 1 })
    falter()
    const outcome = await backups.backUp().catch((error: Error) => error.message)
    mend()
    if (hasFailed()) {
      expect(outcome).toMatch(/^No backup was made|^The bucket that FILES_URL names cannot be used/)
      expect((await readdir(backups.everything).catch(() => [])).filter(isBackup)).toEqual(
        before.filter(isBackup),
      )
    } else {
      expect(outcome).toMatchObject({ isComplete: true })
      made += 1
    }
  })
  expect([made, requestCount >= 7]).toEqual([1, true])
})

const isBackup = (name: string) => name.startsWith('club-') && !name.endsWith('.part')

test('an account whose files cannot be removed stays until they can, and its owner is mailed when it is gone', async () => {
  const { club, objects, kept, waiting, catchUp } = await openWithBucket()
  const requestCount = await failEach(objects, async ({ falter, mend, hasFailed }) => {
    const mia = await club.member()
    await upload(club, mia)
    await insertSubmission(club, mia)
    const isThere = () => club.db.row(sql`select from users where id = ${mia.userId}`)
    await leave(club, mia)
    await club.app.jobs.drain()
    const mails = async () => (await club.mails()).filter(({ to }) => to === mia.email).length
    const before = await mails()
    club.clock.advance({ days: 30 })
    falter()
    await club.app.jobs.send(club.db, 'purge_accounts', {})
    await club.app.jobs.drain()
    mend()
    if (hasFailed() && (await isThere())) {
      expect(await mails()).toBe(before)
      await club.app.jobs.drain({ later: true })
    }
    expect(await isThere()).toBeUndefined()
    club.clock.advance({ hours: 1 })
    await catchUp()
    expect([kept(), await waiting()]).toEqual([[], []])
  })
  expect(requestCount).toBeGreaterThanOrEqual(6)
})
