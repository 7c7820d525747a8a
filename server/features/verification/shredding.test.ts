import { cp, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  decideSubmission,
  getImage,
  getSubmission,
  listSubmissions,
} from '#contract/verification/review.ts'
import { getVerification, type Side } from '#contract/verification/verification.ts'
import { jobSchedule } from '#server/jobs.ts'
import { verifyAudit } from '#server/platform/limits/audit.ts'
import { sql } from '#server/platform/database/database.ts'
import { fileKeyRing, unseal } from '#server/platform/vault/keyring.ts'
import { FolderStore } from '#server/platform/files/folderStore.ts'
import { Vault } from '#server/platform/vault/vault.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { sealedFiles, stageDocument, handInDocuments } from '#testing/fixtures/documents.ts'
import { lookAtImage, openLink, proveSession, readTraces } from '#testing/fixtures/submissions.ts'
import { readDocument } from './documents.service.ts'
import { turnMonth } from './months.service.ts'
import { shredMemberDocuments, shredDue } from './shredding.service.ts'

const DAY_ONE = '2026-05-04T20:00:00Z'

/** A member with a submission, decided if it says how. */
async function submission(club: Club, decision?: 'verified' | 'rejected') {
  const member = await club.member()
  await handInDocuments(club, member)
  const found = await club.db.row<{ id: string }>(
    sql`select id from verification_submissions where user_id = ${member.userId}`,
  )
  const { id } = found!
  if (decision) {
    const admin = await club.member({ isAdmin: true })
    await proveSession(club, admin)
    await lookAtImage(club, admin, id)
    const checklist = {
      photoMatches: true,
      documentValid: true,
      birthdateMatches: true,
      isAdult: true,
    }
    const done = await club.call(admin, decideSubmission, {
      params: { submissionId: id },
      body: { decision, checklist, note: 'Das Foto ist unscharf.' },
    })
    if (!done.ok) throw new Error(done.code)
  }
  return { member, id }
}
const receiptsOf = async (club: Club, { userId }: TestMember) => {
  const seen = await club.call(await club.session({ userId }), getVerification, {})
  if (!seen.ok) throw new Error(seen.code)
  return seen.answer
}
const keyRows = (club: Club) =>
  club.db.rows<{ fileId: string; epoch: string; wrapped: Buffer }>(
    sql`select * from id_file_keys order by file_id`,
  )

type Stolen = Awaited<ReturnType<typeof steal>>

/** Everything a thief, or a backup, takes along: the files and the whole database. Not the keys. */
async function steal(club: Club) {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-stolen-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await cp(join(club.dataDir, 'files'), join(dataDir, 'files'), { recursive: true })
  const rows = await club.db.rows<{
    path: string
    userId: string
    submissionId: string
    side: Side
    epoch: string
    wrapped: Buffer
  }>(sql`
    select f.path, f.user_id, f.meant_for as submission_id, f.side, k.epoch, k.wrapped
    from verification_files f join id_file_keys k on k.file_id = f.id`)
  const dump = await club.db.row<{ all: string }>(sql`
    select string_agg(query_to_xml('select * from ' || quote_ident(tablename), true, false, '')::text, '')
      as all from pg_tables where schemaname = 'public'`)
  return { dataDir, rows, dump: dump!.all }
}

/** How many of the stolen files open with the keys that lie in a folder. */
async function opened({ dataDir, rows }: Stolen, keyFolder: string): Promise<number> {
  const vault = new Vault(
    new FolderStore(dataDir, 'id-uploads'),
    fileKeyRing(join(keyFolder, 'kek')),
  )
  const tries = await Promise.allSettled(rows.map((row) => vault.get(row.path, row, row)))
  return tries.filter(({ status }) => status === 'fulfilled').length
}
const keysOf = ({ dataDir }: Club) => join(dataDir, 'keys')

test.each([
  ['verified', 30, 'approved_30'],
  ['rejected', 90, 'rejected_90'],
] as const)(
  'of who was %s the documents are shredded after %i days',
  async (decision, days, rule) => {
    await using club = await openClub({ now: DAY_ONE })
    const { member, id } = await submission(club, decision)
    club.clock.advance({ days, seconds: -1 })
    await shredDue(club.app)
    expect(await readDocument(club.app, id, 'front')).not.toBeNull()
    expect((await sealedFiles(club)).size).toBe(2)

    club.clock.advance({ seconds: 1 })
    await shredDue(club.app)
    await shredDue(club.app)
    expect(await readDocument(club.app, id, 'front')).toBeNull()
    expect((await sealedFiles(club)).size).toBe(0)
    expect(await keyRows(club)).toEqual([])
    const { status, receipts } = await receiptsOf(club, member)
    const at = club.app.now().toISOString()
    expect({ status, receipts }).toEqual({
      status: decision,
      receipts: [{ at, sides: ['front', 'selfie'], rule }],
    })
    const shreddings = (await readTraces(club)).filter(({ action }) => action === 'id_shredded')
    expect(shreddings).toEqual([
      {
        action: 'id_shredded',
        actorId: null,
        subjectId: member.userId,
        details: { submission: id, sides: 'front selfie', rule },
      },
    ])
  },
)

test('a submission nobody decided is over after thirty days, and may be repeated', async () => {
  await using club = await openClub({ now: DAY_ONE })
  const { member, id } = await submission(club)
  club.clock.advance({ days: 30, seconds: -1 })
  await shredDue(club.app)
  expect(await readDocument(club.app, id, 'front')).not.toBeNull()
  club.clock.advance({ seconds: 1 })
  await shredDue(club.app)
  expect(await receiptsOf(club, member)).toMatchObject({
    status: 'none',
    submittedAt: null,
    receipts: [{ rule: 'abandoned_30', sides: ['front', 'selfie'] }],
  })
  expect((await sealedFiles(club)).size).toBe(0)
  const again = await club.session(member)
  expect(await handInDocuments(club, again)).toMatchObject({ status: 'pending' })
})

test('what was staged and never submitted is gone after an hour', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await stageDocument(club, mia, 'front')
  club.clock.advance({ minutes: 59 })
  await shredDue(club.app)
  expect((await sealedFiles(club)).size).toBe(1)
  club.clock.advance({ minutes: 2 })
  await shredDue(club.app)
  expect((await sealedFiles(club)).size).toBe(0)
  expect(await keyRows(club)).toEqual([])
  expect((await receiptsOf(club, mia)).receipts).toEqual([])
})

test('what a crash left without a row is swept within the hour, and what has one stays', async () => {
  await using club = await openClub()
  const { id } = await submission(club)
  const { vault, now } = club.app
  const of = { userId: 'mia', submissionId: 'none', side: 'front' }
  await vault.put('mia/front_1_crashed', Buffer.from('bytes'), of, now())
  await shredDue(club.app)
  expect((await sealedFiles(club)).size).toBe(3)
  club.clock.advance({ minutes: 40 })
  await shredDue(club.app)
  expect((await sealedFiles(club)).size).toBe(2)
  expect(await readDocument(club.app, id, 'front')).not.toBeNull()
})

test('a crash between key and file leaves bytes nobody can read, and those are swept too', async () => {
  await using club = await openClub()
  const { member, id } = await submission(club)
  // as if the process had died right after the commit
  await club.db.transaction((tx) => shredMemberDocuments(club.app, tx, member.userId, 'account'))
  expect((await sealedFiles(club)).size).toBe(2)
  expect(await readDocument(club.app, id, 'front')).toBeNull()
  expect(await keyRows(club)).toEqual([])
  club.clock.advance({ hours: 2 })
  await shredDue(club.app)
  expect((await sealedFiles(club)).size).toBe(0)
})

test('shredding that is rolled back has not happened', async () => {
  await using club = await openClub()
  const { member, id } = await submission(club)
  const failing = club.db.transaction(async (tx) => {
    expect(await shredMemberDocuments(club.app, tx, member.userId, 'account')).toHaveLength(2)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await readDocument(club.app, id, 'front')).not.toBeNull()
  expect((await receiptsOf(club, member)).receipts).toEqual([])
})

test('several processes that shred at once write one receipt', async () => {
  await using club = await openClub({ now: DAY_ONE })
  const decided = await submission(club, 'verified')
  const waiting = await submission(club)
  const second = await club.secondServer()
  club.clock.advance({ days: 31 })
  const apps = [club.app, second.app, club.app, second.app]
  await Promise.all(apps.map((app) => shredDue(app)))
  for (const { member } of [decided, waiting])
    expect((await receiptsOf(club, member)).receipts).toHaveLength(1)
  expect(await verifyAudit(club.db)).toMatchObject({ tampered: null })
})

test('shredded documents are gone from what reviewers see, and the decision is not', async () => {
  await using club = await openClub({ now: DAY_ONE })
  const { id } = await submission(club, 'verified')
  club.clock.advance({ days: 31 })
  await shredDue(club.app)
  const admin = await club.member({ isAdmin: true })
  await proveSession(club, admin)
  const params = { submissionId: id }
  expect(await club.call(admin, getSubmission, { params })).toMatchObject({
    answer: { sides: [], status: 'verified' },
  })
  expect(await club.call(admin, listSubmissions, { query: {} })).toMatchObject({
    answer: { submissions: [{ id, status: 'verified' }] },
  })
})

test('a member reads when somebody looked at which of their images, also after shredding', async () => {
  await using club = await openClub({ now: DAY_ONE })
  const { member, id } = await submission(club)
  const admin = await club.member({ isAdmin: true })
  const link = await openLink(club, admin, id, 'selfie')
  club.clock.advance({ minutes: 2 })
  const path = getImage.path.replace(':submissionId', id).replace(':side', 'selfie')
  const image = await fetch(`${club.url}${path}?link=${encodeURIComponent(link)}`, {
    headers: { cookie: admin.cookie },
  })
  expect(image.status).toBe(200)
  const views = [{ at: '2026-05-04T20:02:00.000Z', side: 'selfie', purpose: 'review' }]
  expect(await receiptsOf(club, member)).toMatchObject({ views })
  club.clock.advance({ days: 31 })
  await shredDue(club.app)
  expect(await receiptsOf(club, member)).toMatchObject({ views, status: 'none' })
  expect(await receiptsOf(club, (await submission(club)).member)).toMatchObject({ views: [] })
})

test('the files and the whole database, without the keys of the months, open nothing', async () => {
  await using club = await openClub({ now: DAY_ONE })
  await submission(club)
  await submission(club, 'verified')
  const loot = await steal(club)
  expect(loot.rows).toHaveLength(4)
  expect(await opened(loot, keysOf(club))).toBe(4)
  expect(await opened(loot, join(loot.dataDir, 'keys'))).toBe(0)

  // nothing that was dumped is a key: not in any piece, by any of its spellings
  for (const { path, wrapped, userId, submissionId, side } of loot.rows) {
    const sealed = (await sealedFiles({ dataDir: loot.dataDir })).get(path)!
    for (let at = 0; at + 32 <= wrapped.length; at += 1)
      for (const bound of ['', userId, submissionId, side])
        expect(() => unseal(wrapped.subarray(at, at + 32), sealed, Buffer.from(bound))).toThrow()
  }
  for (const name of await readdir(keysOf(club))) {
    const kek = await readFile(join(keysOf(club), name))
    for (const spelling of ['base64', 'hex', 'latin1'] as const)
      expect(loot.dump.includes(kek.toString(spelling))).toBe(false)
  }
})

test('with the keys of last month, a copy of today opens nothing that was shredded', async () => {
  await using club = await openClub({ now: DAY_ONE })
  const { member } = await submission(club)
  const held = await submission(club)
  const lastMonth = await mkdtemp(join(tmpdir(), 'club-keys-'))
  onTestFinished(() => rm(lastMonth, { recursive: true, force: true }))
  await cp(keysOf(club), lastMonth, { recursive: true })
  await club.db.transaction((tx) => shredMemberDocuments(club.app, tx, member.userId, 'account'))
  club.clock.set('2026-06-02T00:00:00Z')
  await turnMonth(club.app)
  const loot = await steal(club)
  expect(await opened(loot, lastMonth)).toBe(0)
  expect(await opened(loot, keysOf(club))).toBe(2)
  expect(await readDocument(club.app, held.id, 'front')).not.toBeNull()
})

test('an old backup of disk and database, restored with the keys of today, opens nothing', async () => {
  await using club = await openClub({ now: DAY_ONE })
  const { id } = await submission(club, 'verified')
  const backup = await steal(club)
  expect(await opened(backup, keysOf(club))).toBe(2)
  club.clock.set('2026-06-04T20:00:00Z')
  await turnMonth(club.app)
  await turnMonth(club.app)
  // still kept: wrapped anew, so the club reads it, and the backup does not
  expect(await readDocument(club.app, id, 'front')).not.toBeNull()
  expect(await opened(backup, keysOf(club))).toBe(0)
  await shredDue(club.app)
  expect(await readDocument(club.app, id, 'front')).toBeNull()
  expect(await opened(backup, keysOf(club))).toBe(0)
})

test('at the turn of the month what is kept moves to the new key, and the old one is destroyed', async () => {
  await using club = await openClub({ now: '2026-05-31T23:30:00Z' })
  const { id } = await submission(club)
  await turnMonth(club.app)
  expect(await club.app.keys.epochs()).toEqual(['2026-05'])
  const mia = await club.member()
  await stageDocument(club, mia, 'front')

  club.clock.set('2026-06-01T00:05:00Z')
  const later = await submission(club)
  expect(await club.app.keys.epochs()).toEqual(['2026-05', '2026-06'])
  await turnMonth(club.app)
  await turnMonth(club.app)
  expect(await club.app.keys.epochs()).toEqual(['2026-06'])
  expect((await keyRows(club)).map(({ epoch }) => epoch)).toEqual(Array(5).fill('2026-06'))
  for (const one of [id, later.id])
    expect(await readDocument(club.app, one, 'selfie')).not.toBeNull()
  const destroyed = (await readTraces(club)).filter(({ action }) => action === 'key_destroyed')
  expect(destroyed).toMatchObject([{ actorId: null, details: { epoch: '2026-05' } }])
  expect(await verifyAudit(club.db)).toMatchObject({ tampered: null })
})

test('several processes may turn the month at once, while members hand in documents', async () => {
  await using club = await openClub({ now: DAY_ONE, config: { limitsFactor: 100 } })
  await submission(club)
  const second = await club.secondServer()
  club.clock.set('2026-06-01T00:00:00Z')
  const members = await Promise.all(Array.from({ length: 4 }, () => club.member()))
  const [fronts] = await Promise.all([
    Promise.all(members.map((one) => stageDocument(club, one, 'front'))),
    ...[club.app, second.app, club.app, second.app].map((app) => turnMonth(app)),
  ])
  expect(fronts).toHaveLength(4)
  await turnMonth(club.app)
  expect(await club.app.keys.epochs()).toEqual(['2026-06'])
  const loot = await steal(club)
  expect(loot.rows).toHaveLength(6)
  expect(await opened(loot, keysOf(club))).toBe(6)
  const destroyed = (await readTraces(club)).filter(({ action }) => action === 'key_destroyed')
  expect(destroyed).toHaveLength(1)
})

test('a turn of the month that a crash cut short is finished by the next', async () => {
  await using club = await openClub({ now: DAY_ONE })
  const { id } = await submission(club)
  const { id: other } = await submission(club)
  club.clock.set('2026-06-01T00:00:00Z')
  // as if it had moved one key, and had written down the end without reaching it
  const [first] = await keyRows(club)
  const moved = await club.app.vault.rewrap(first!, club.app.now())
  await club.db.run(sql`
    update id_file_keys set epoch = ${moved.epoch}, wrapped = ${moved.wrapped}
    where file_id = ${first!.fileId}`)
  await turnMonth(club.app)
  await turnMonth(club.app)
  expect(await club.app.keys.epochs()).toEqual(['2026-06'])
  for (const one of [id, other])
    for (const side of ['front', 'selfie'] as const)
      expect(await readDocument(club.app, one, side)).not.toBeNull()
})

test('what a failover lost of the turn of the month can be opened all the same', async () => {
  await using club = await openClub({ now: DAY_ONE })
  const { id } = await submission(club)
  club.clock.set('2026-06-01T00:37:00Z')
  const before = await keyRows(club)
  await turnMonth(club.app)
  // a standby takes over that had not received any of it
  for (const { fileId, epoch, wrapped } of before)
    await club.db.run(sql`
      update id_file_keys set epoch = ${epoch}, wrapped = ${wrapped} where file_id = ${fileId}`)
  expect(await readDocument(club.app, id, 'front')).not.toBeNull()
  await turnMonth(club.app)
  await turnMonth(club.app)
  expect(await club.app.keys.epochs()).toEqual(['2026-06'])
  expect(await readDocument(club.app, id, 'front')).not.toBeNull()
})

test('a key that cannot be opened keeps its month from being destroyed, and nobody else', async () => {
  await using club = await openClub({ now: DAY_ONE })
  const { id } = await submission(club)
  const { id: broken } = await submission(club)
  await club.db.run(sql`
    update id_file_keys set wrapped = set_byte(wrapped, 0, get_byte(wrapped, 0) # 1) where file_id = (
      select id from verification_files where submission_id = ${broken} and side = 'front')`)
  club.clock.set('2026-06-01T00:00:00Z')
  await turnMonth(club.app)
  expect(await club.app.keys.epochs()).toEqual(['2026-05', '2026-06'])
  expect(await readDocument(club.app, id, 'front')).not.toBeNull()
  expect((await keyRows(club)).filter(({ epoch }) => epoch === '2026-05')).toHaveLength(1)
})

test('shredding and the turn of the month are jobs of every hour at least', async () => {
  await using club = await openClub({ now: DAY_ONE })
  const { id } = await submission(club, 'verified')
  club.clock.advance({ days: 31 })
  for (const name of ['turn_month', 'shred_documents'] as const) {
    expect(jobSchedule[name]).toMatch(/^\d+(-\d+\/10)? \* \* \* \*$/)
    await club.app.jobs.send(club.db, name, {})
  }
  await club.app.jobs.drain()
  expect(await readDocument(club.app, id, 'front')).toBeNull()
  // nothing is kept, so there is no key either
  expect(await club.app.keys.epochs()).toEqual([])
})

test('photos are swept by their own rules', async () => {
  await using club = await openClub()
  await club.app.photos.put('mia/1-320.webp', Buffer.from('photo'))
  const path = join(club.dataDir, 'files', 'profile-photos', 'mia', '1-320.webp')
  await utimes(path, new Date(0), new Date(0))
  await shredDue(club.app)
  expect(await club.app.photos.get('mia/1-320.webp')).not.toBeNull()
})
