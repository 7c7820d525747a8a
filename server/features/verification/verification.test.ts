import sharp from 'sharp'
import { expect, test } from 'vitest'
import { rates } from '#contract/limits.ts'
import { decideSubmission } from '#contract/verification/review.ts'
import { BANNED_UNTIL } from '#contract/moderation/statements.ts'
import {
  COPY_CONSENT,
  getVerification,
  stageFile,
  submitVerification,
  withdrawVerification,
  type Side,
} from '#contract/verification/verification.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import {
  stageDocuments,
  sealedFiles,
  stageDocument,
  handInDocuments,
} from '#testing/fixtures/documents.ts'
import { pdf } from '#testing/hostile/hostile.pdfs.ts'
import { photo, upload } from '#testing/fixtures/photos.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { lookAtImage, proveSession, readTraces } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'
import { readDocument } from './documents.service.ts'
import { documentMark } from './verification.policy.ts'

const see = async (club: Club, who: TestMember) => {
  const seen = await club.call(who, getVerification, {})
  if (!seen.ok) throw new Error(seen.code)
  return seen.answer
}
const stage = (club: Club, who: TestMember, side: Side, file: Uint8Array, type = 'jpeg' as const) =>
  club.call(who, stageFile, { query: { side, type }, file: new Uint8Array(file) })
const submit = async (club: Club, who: TestMember) =>
  club.call(who, submitVerification, { body: await stageDocuments(club, who) })
const submissionsOf = (club: Club, { userId }: TestMember) =>
  club.db.rows<{ id: string; status: string }>(sql`
    select * from verification_submissions where user_id = ${userId} order by created_at`)

const approval = {
  decision: 'verified',
  checklist: { photoMatches: true, documentValid: true, birthdateMatches: true, isAdult: true },
} as const

async function decide(
  club: Club,
  of: TestMember,
  decision: 'verified' | 'rejected',
  note = 'Das Foto ist unscharf.',
) {
  const pending = (await submissionsOf(club, of)).find(({ status }) => status === 'pending')
  const admin = await club.member({ isAdmin: true })
  await proveSession(club, admin)
  if (decision === 'verified') await lookAtImage(club, admin, pending!.id)
  return club.call(admin, decideSubmission, {
    params: { submissionId: pending!.id },
    body: decision === 'verified' ? approval : { decision, note },
  })
}

test('who never tried has nothing to show', async () => {
  await using club = await openClub()
  expect(await see(club, await club.member())).toEqual({
    status: 'none',
    method: 'none',
    reason: null,
    submittedAt: null,
    medianHours: null,
    views: [],
    receipts: [],
  })
})

test('a submission is its files, its row, the status and the trace, all at once', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const mia = await club.member()
  const frontId = await stageDocument(club, mia, 'front')
  const backId = await stageDocument(club, mia, 'back')
  const selfieId = await stageDocument(club, mia, 'selfie')
  const body = { frontId, backId, selfieId, consent: COPY_CONSENT } as const
  const done = await club.call(mia, submitVerification, { body })
  expect(done).toMatchObject({
    ok: true,
    answer: { status: 'pending', method: 'none', submittedAt: '2026-05-04T20:00:00.000Z' },
  })

  const [submission, ...others] = await submissionsOf(club, mia)
  expect(others).toEqual([])
  expect(submission).toMatchObject({
    status: 'pending',
    method: 'id_manual',
    consent: COPY_CONSENT,
  })
  for (const side of ['front', 'back', 'selfie'] as const) {
    const bytes = await readDocument(club.app, submission!.id, side)
    expect((await sharp(bytes!).metadata()).format).toBe('jpeg')
  }
  expect(await readTraces(club)).toEqual([
    {
      action: 'id_submitted',
      actorId: mia.userId,
      subjectId: mia.userId,
      details: { submission: submission!.id, files: 3 },
    },
  ])
})

test('what lies on the disk is sealed: no picture, no name, no trace of what was sent', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const sent = await photo({ width: 300, height: 200 })
  await stage(club, mia, 'front', sent)
  const files = await sealedFiles(club)
  expect(files.size).toBe(1)
  for (const [name, bytes] of files) {
    expect(name).toMatch(new RegExp(`^${mia.userId}/front_\\d+_[0-9a-f]{32}$`))
    expect(bytes.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(bytes.includes(Buffer.from(sent.slice(100, 140)))).toBe(false)
  }
})

test('the mark names the copy, its purpose, the club and the day in Berlin', () => {
  expect(documentMark('Parlour', new Date('2026-05-04T22:30:00Z'))).toBe(
    'KOPIE – nur zur Altersprüfung – Parlour – 05.05.2026',
  )
})

test('a PDF will do for the document, and never for the selfie', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const query = { side: 'front', type: 'pdf' } as const
  const file = new Uint8Array(pdf())
  expect(await club.call(mia, stageFile, { query, file })).toMatchObject({ ok: true })
  expect(
    await club.call(mia, stageFile, { query: { ...query, side: 'selfie' }, file }),
  ).toMatchObject({ ok: false, code: 'wrong_file_type' })
})

test('name and signature must agree, whatever a picture is called', async () => {
  await using club = await openClub()
  const mia = await club.member()
  for (const [format, type] of [
    ['png', 'jpeg'],
    ['jpeg', 'png'],
    ['jpeg', 'pdf'],
    ['webp', 'jpeg'],
    ['gif', 'png'],
  ] as const) {
    const request = { query: { side: 'front', type }, file: await photo({ format }) } as const
    expect(await club.call(mia, stageFile, request), `${format} called .${type}`).toMatchObject({
      ok: false,
      status: 415,
      code: 'wrong_file_type',
    })
  }
  expect((await sealedFiles(club)).size).toBe(0)
})

test('neither a side nor a type is ever a path, or anything else nobody offered', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const file = await photo()
  for (const name of ['../../etc/passwd', 'front/../../x', 'jpeg\0', 'jpeg.exe', '', 'JPEG'])
    for (const query of [
      { side: name, type: 'jpeg' },
      { side: 'front', type: name },
    ])
      expect(await club.call(mia, stageFile, { query: query as never, file }), name).toMatchObject({
        ok: false,
        code: 'invalid_input',
      })
  expect((await sealedFiles(club)).size).toBe(0)
})

test('eight megabytes are taken in, one byte more is not', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const jpeg = await photo()
  const padded = (length: number) => {
    const file = new Uint8Array(length)
    file.set(jpeg)
    return file
  }
  expect(await stage(club, mia, 'front', padded(8_388_608))).toMatchObject({ ok: true })
  expect(await stage(club, mia, 'front', padded(8_388_609))).toMatchObject({ code: 'too_large' })
})

test('a newer file of a side takes the place of the older', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const body = await stageDocuments(club, mia)
  const frontId = await stageDocument(club, mia, 'front')
  expect((await sealedFiles(club)).size).toBe(2)
  expect(await club.call(mia, submitVerification, { body })).toMatchObject({
    code: 'files_missing',
  })
  expect(await club.call(mia, submitVerification, { body: { ...body, frontId } })).toMatchObject({
    ok: true,
  })
})

test('files of somebody else, of another side, of nothing or of an hour ago are missing', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const [mia, ben] = [await club.member(), await club.member()]
  const mine = await stageDocuments(club, mia)
  const other = await stageDocuments(club, ben)
  const wrong = [
    other,
    { ...mine, selfieId: other.selfieId },
    { ...mine, frontId: mine.selfieId },
    { ...mine, backId: mine.frontId },
    { ...mine, frontId: uuid() },
  ]
  for (const body of wrong)
    expect(await club.call(mia, submitVerification, { body })).toMatchObject({
      ok: false,
      code: 'files_missing',
    })
  club.clock.advance({ minutes: 61 })
  expect(await club.call(mia, submitVerification, { body: mine })).toMatchObject({
    code: 'files_missing',
  })
  expect(await see(club, mia)).toMatchObject({ status: 'none', submittedAt: null })
  expect(await readTraces(club)).toEqual([])
})

test('a copy is made with consent to the text as it stands now, or not at all', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const body = await stageDocuments(club, mia)
  for (const consent of ['', 'id-copy-0.9.0', undefined, true])
    expect(
      await club.call(mia, submitVerification, { body: { ...body, consent } as never }),
    ).toMatchObject({ code: 'invalid_input' })
  expect(await submissionsOf(club, mia)).toEqual([])
})

test('nothing more is taken in while one waits, nor once it is verified', async () => {
  await using club = await openClub()
  const [ben, eva] = [await club.member(), await club.member()]
  const body = await stageDocuments(club, ben)
  await handInDocuments(club, ben)
  expect(await stage(club, ben, 'front', await photo())).toMatchObject({ code: 'already_pending' })
  expect(await club.call(ben, submitVerification, { body })).toMatchObject({
    code: 'already_pending',
  })
  await handInDocuments(club, eva)
  await decide(club, eva, 'verified')
  expect(await stage(club, eva, 'front', await photo())).toMatchObject({ code: 'already_verified' })
  expect(await club.call(eva, submitVerification, { body })).toMatchObject({
    code: 'already_verified',
  })
})

test('of two tabs that submit at once, or ten, exactly one does', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const body = await stageDocuments(club, mia)
  const all = await Promise.all(
    Array.from({ length: 10 }, () => club.call(mia, submitVerification, { body })),
  )
  expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  for (const one of all.filter(({ ok }) => !ok))
    expect(one).toMatchObject({ code: 'already_pending' })
  expect(await submissionsOf(club, mia)).toHaveLength(1)
  expect(await readTraces(club)).toHaveLength(1)
  expect((await sealedFiles(club)).size).toBe(2)
})

test('files staged at the same moment belong to one submission', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const [frontId, backId, selfieId] = await Promise.all(
    (['front', 'back', 'selfie'] as const).map((side) => stageDocument(club, mia, side)),
  )
  const body = { frontId: frontId!, backId: backId!, selfieId: selfieId!, consent: COPY_CONSENT }
  expect(await club.call(mia, submitVerification, { body } as never)).toMatchObject({ ok: true })
})

test('three submissions a day are the limit, and it says when the next may come', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const mia = await club.member()
  for (let n = 0; n < rates.idUpload.max; n += 1) {
    await handInDocuments(club, mia)
    await club.call(mia, withdrawVerification, {})
    club.clock.advance({ hours: 1 })
  }
  const refused = { ok: false, status: 429, code: 'upload_limit_reached' }
  const tried = await stage(club, mia, 'front', await photo())
  expect(tried).toMatchObject({ ...refused, body: { retryAfter: 21 * 3600 } })
  club.clock.advance({ hours: 21, seconds: 1 })
  expect(await handInDocuments(club, mia)).toMatchObject({ status: 'pending' })
})

test('the limit holds for files staged before it was reached, too, and a refusal costs nothing', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const mia = await club.member()
  for (let n = 0; n < 2; n += 1) {
    await handInDocuments(club, mia)
    await club.call(mia, withdrawVerification, {})
  }
  const body = { ...(await stageDocuments(club, mia)), frontId: uuid() }
  for (let n = 0; n < 5; n += 1)
    expect(await club.call(mia, submitVerification, { body })).toMatchObject({
      code: 'files_missing',
    })
  expect(await submit(club, mia)).toMatchObject({ ok: true })
})

test('thirty files a day are tried, good or not', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const mia = await club.member()
  const junk = new Uint8Array([1, 2, 3])
  for (let n = 0; n < rates.idFileTry.max; n += 1)
    expect(await stage(club, mia, 'front', junk)).toMatchObject({ code: 'wrong_file_type' })
  expect(await stage(club, mia, 'front', await photo())).toMatchObject({
    code: 'too_many_attempts',
  })
  // nobody else pays for it, and photos are counted apart
  expect(await stage(club, await club.member(), 'front', await photo())).toMatchObject({ ok: true })
  await upload(club, mia)
})

test('a rejected member reads why, may start again, and the old files are shredded', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const mia = await club.member()
  await handInDocuments(club, mia)
  const [old] = await submissionsOf(club, mia)
  const before = [...(await sealedFiles(club)).keys()]
  expect(await decide(club, mia, 'rejected', 'Bitte ohne Blitz.')).toMatchObject({ ok: true })
  expect(await see(club, mia)).toMatchObject({ status: 'rejected', reason: 'Bitte ohne Blitz.' })

  club.clock.advance({ hours: 2 })
  const again = await handInDocuments(club, mia)
  expect(again).toMatchObject({
    status: 'pending',
    reason: null,
    submittedAt: '2026-05-04T22:00:00.000Z',
    receipts: [{ at: '2026-05-04T22:00:00.000Z', sides: ['front', 'selfie'], rule: 'replaced' }],
  })
  expect(await readDocument(club.app, old!.id, 'front')).toBeNull()
  const after = [...(await sealedFiles(club)).keys()]
  expect(after).toHaveLength(2)
  expect(after.filter((path) => before.includes(path))).toEqual([])
  expect(await submissionsOf(club, mia)).toMatchObject([
    { status: 'rejected' },
    { status: 'pending' },
  ])
})

test('who takes back consent before anybody decided leaves nothing to look at', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const mia = await club.member()
  await handInDocuments(club, mia)
  const [submission] = await submissionsOf(club, mia)
  const back = await club.call(mia, withdrawVerification, {})
  const none = {
    status: 'none',
    submittedAt: null,
    receipts: [{ at: '2026-05-04T20:00:00.000Z', sides: ['front', 'selfie'], rule: 'withdrawn' }],
  }
  expect(back).toMatchObject({ ok: true, answer: none })
  expect(await submissionsOf(club, mia)).toEqual([])
  expect((await sealedFiles(club)).size).toBe(0)
  expect(await readDocument(club.app, submission!.id, 'front')).toBeNull()
  // asked again, because the answer was lost on the way
  expect(await club.call(mia, withdrawVerification, {})).toMatchObject({ ok: true, answer: none })
  expect((await readTraces(club)).map(({ action }) => action)).toEqual([
    'id_submitted',
    'id_shredded',
  ])
  expect(await handInDocuments(club, mia)).toMatchObject({ status: 'pending' })
})

test('the suspended take back what waits, for a time or for good, and nothing else opens to them', async () => {
  for (const until of ['2026-07-04T20:00:00Z', BANNED_UNTIL]) {
    await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
    const mia = await club.member()
    await handInDocuments(club, mia)
    await suspend(club.db, mia.userId, until)
    const suspended = { ok: false, code: 'suspended' }
    expect(await club.call(mia, getVerification, {})).toMatchObject(suspended)
    expect(await stage(club, mia, 'front', await photo())).toMatchObject(suspended)
    expect(await club.call(mia, withdrawVerification, {})).toMatchObject({
      ok: true,
      answer: { status: 'none', receipts: [{ sides: ['front', 'selfie'], rule: 'withdrawn' }] },
    })
    expect(await submissionsOf(club, mia)).toEqual([])
    expect((await sealedFiles(club)).size).toBe(0)
    const ids = { frontId: uuid(), selfieId: uuid() }
    expect(
      await club.call(mia, submitVerification, { body: { ...ids, consent: COPY_CONSENT } }),
    ).toMatchObject(suspended)
  }
})

test('what was decided cannot be withdrawn', async () => {
  await using club = await openClub()
  for (const decision of ['verified', 'rejected'] as const) {
    const mia = await club.member()
    await handInDocuments(club, mia)
    await decide(club, mia, decision)
    expect(await club.call(mia, withdrawVerification, {})).toMatchObject({
      ok: false,
      code: 'already_decided',
    })
    expect(await see(club, mia)).toMatchObject({ status: decision })
  }
})

test('of a withdrawal and a decision at the same moment one happens, whole', async () => {
  await using club = await openClub({ config: { limitsFactor: 100 } })
  for (let n = 0; n < 4; n += 1) {
    const [mia, admin] = [await club.member(), await club.member({ isAdmin: true })]
    await handInDocuments(club, mia)
    await proveSession(club, admin)
    const [submission] = await submissionsOf(club, mia)
    await lookAtImage(club, admin, submission!.id)
    const params = { submissionId: submission!.id }
    const [decided, withdrawn] = await Promise.all([
      club.call(admin, decideSubmission, { params, body: approval }),
      club.call(mia, withdrawVerification, {}),
    ])
    expect([decided.ok, withdrawn.ok].filter(Boolean)).toHaveLength(1)
    expect(await see(club, mia)).toMatchObject({ status: decided.ok ? 'verified' : 'none' })
    expect(await submissionsOf(club, mia)).toHaveLength(decided.ok ? 1 : 0)
  }
})

test('how long it takes is the median of the last thirty days, for everybody', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  for (const hours of [30, 90, 2]) {
    const one = await club.member()
    await handInDocuments(club, one)
    club.clock.advance({ hours })
    await decide(club, one, 'rejected')
  }
  const mia = await club.member()
  expect(await see(club, mia)).toMatchObject({ medianHours: 30 })
  club.clock.advance({ days: 27 })
  expect(await see(club, mia)).toMatchObject({ medianHours: 46 })
  club.clock.advance({ days: 4 })
  expect(await see(club, await club.member())).toMatchObject({ medianHours: null })
})

test('the method is named to the verified alone', async () => {
  await using club = await openClub()
  const mia = await club.member()
  expect(await handInDocuments(club, mia)).toMatchObject({ method: 'none' })
  await decide(club, mia, 'verified')
  expect(await see(club, mia)).toMatchObject({ status: 'verified', method: 'id_manual' })
})

test('no column anywhere is made for a number of a document', async () => {
  await using club = await openClub()
  const columns = await club.db.rows<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`)
  expect(columns.length).toBeGreaterThan(60)
  const telling =
    /serial|mrz|document_?(number|no|id)|passport|ausweis|(id|card)_(number|no)|access_number|(^|_)can$|personal_?id|tax_?id/
  expect(columns.map(({ name }) => name).filter((name) => telling.test(name))).toEqual([])
})
