import { expect, test } from 'vitest'
import type { RequestOf } from '#contract/endpoint.ts'
import { deleteAccount } from '#contract/privacy/ownData.ts'
import { checklist, decideSubmission, openImage } from '#contract/verification/review.ts'
import {
  COPY_CONSENT,
  getVerification,
  submitVerification,
  withdrawVerification,
} from '#contract/verification/verification.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import {
  stageDocuments,
  insertStagedFile,
  sealedFiles,
  stageDocument,
  handInDocuments,
} from '#testing/fixtures/documents.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import {
  insertSubmission,
  lookAtImage,
  proveSession,
  readTraces,
} from '#testing/fixtures/submissions.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { shredDue } from './shredding.service.ts'

const approval = {
  decision: 'verified' as const,
  checklist: Object.fromEntries(checklist.map((point) => [point, true])) as never,
}
const rejection = { decision: 'rejected' as const, note: 'Bitte ohne Blitz.' }

async function standingOf(club: Club, as: { cookie: string }) {
  const found = await club.call(as, getVerification, {})
  return found.ok ? found.answer.status : found.code
}

/** Every row of a document has its key and its bytes, and nothing else lies there. */
async function expectWhole(club: Club) {
  const rows = await club.db.rows<{ path: string; hasKey: boolean }>(sql`
    select f.path, k.file_id is not null as has_key
    from verification_files f left join id_file_keys k on k.file_id = f.id order by f.path`)
  expect(rows.filter(({ hasKey }) => !hasKey)).toEqual([])
  expect(rows.map(({ path }) => path)).toEqual([...(await sealedFiles(club)).keys()].sort())
}

test('all sides that arrive at once are meant for one submission, and nothing else lies there', async () => {
  await using club = await openClub({ config: { limitsFactor: 100 } })
  for (let times = 0; times < 3; times += 1) {
    const mia = await club.member()
    const [frontId, backId, selfieId] = await Promise.all([
      stageDocument(club, mia, 'front'),
      stageDocument(club, mia, 'back'),
      stageDocument(club, mia, 'selfie'),
    ])
    const body = { frontId, backId, selfieId, consent: COPY_CONSENT } as const
    expect(await club.call(mia, submitVerification, { body })).toMatchObject({ ok: true })
  }
  await expectWhole(club)
})

test('files that arrive while a submission is made belong to it or are refused', async () => {
  await using club = await openClub({ config: { limitsFactor: 100 } })
  for (let times = 0; times < 3; times += 1) {
    const mia = await club.member()
    const body = await stageDocuments(club, mia)
    const [done, ...late] = await Promise.all([
      club.call(mia, submitVerification, { body }),
      ...(['back', 'front', 'selfie'] as const).map((side) =>
        stageDocument(club, mia, side).catch((error: Error) => error.message),
      ),
    ])
    // a newer front may have taken the place of the one that was named
    if (!done.ok) expect(done.code).toBe('files_missing')
    else for (const one of late) expect(one).toMatch(/^(already_pending|[0-9a-f-]{36})$/)
    await expectWhole(club)
  }
})

test('resubmitting, sweeping and withdrawing at the same time leave one consistent state', async () => {
  await using club = await openClub({ config: { limitsFactor: 100 } })
  const admin = await club.member({ isAdmin: true })
  const members = await Promise.all(Array.from({ length: 6 }, () => club.member()))
  for (const member of members) {
    const { id: submissionId } = await insertSubmission(club, member)
    await proveSession(club, admin)
    await club.call(admin, decideSubmission, { params: { submissionId }, body: rejection })
    // staged and forgotten, so that the sweep wants them too
    await insertStagedFile(club, member.userId, 'back')
  }
  club.clock.advance({ minutes: 70 })
  const bodies: RequestOf<typeof submitVerification>['body'][] = []
  for (const { userId } of members)
    bodies.push({
      frontId: await insertStagedFile(club, userId, 'front'),
      selfieId: await insertStagedFile(club, userId, 'selfie'),
      consent: COPY_CONSENT,
    })
  const outcomes = await Promise.all([
    ...members.map((member, at) => club.call(member, submitVerification, { body: bodies[at]! })),
    ...Array.from({ length: 3 }, async () => (await shredDue(club.app), { ok: true as const })),
    ...members.map((member) => club.call(member, withdrawVerification, {})),
  ])
  for (const outcome of outcomes)
    if (!outcome.ok) expect(['already_decided', 'files_missing']).toContain(outcome.code)
  for (const member of members)
    expect(['none', 'pending']).toContain(await standingOf(club, member))
  await shredDue(club.app)
  await expectWhole(club)
})

test('a withdrawn submission is gone for the reviewer who has it open', async () => {
  await using club = await openClub()
  const [admin, mia] = [await club.member({ isAdmin: true }), await club.member()]
  await handInDocuments(club, mia)
  const { id: submissionId } = (await club.db.row<{ id: string }>(
    sql`select id from verification_submissions`,
  ))!
  await proveSession(club, admin)
  const params = { submissionId }
  expect((await club.call(mia, withdrawVerification, {})).ok).toBe(true)
  for (const body of [approval, rejection])
    expect(await club.call(admin, decideSubmission, { params, body })).toMatchObject({
      code: 'PGRST116',
    })
  expect(await club.call(admin, openImage, { params, body: { side: 'front' } })).toMatchObject({
    code: 'PGRST116',
  })
  expect(await standingOf(club, mia)).toBe('none')
})

test('two reviewers, one for it and one against, both twice: one decision, one trace, one mail', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const { id: submissionId } = await insertSubmission(club, mia)
  const admins = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  for (const admin of admins) await proveSession(club, admin)
  await lookAtImage(club, admins[1]!, submissionId)
  const params = { submissionId }
  const decisions = await Promise.all(
    [0, 1, 0, 1].map((at) =>
      club.call(admins[at]!, decideSubmission, { params, body: at ? approval : rejection }),
    ),
  )
  expect(decisions.filter(({ ok }) => ok)).toHaveLength(1)
  for (const one of decisions) if (!one.ok) expect(one.code).toBe('already_decided')
  const won = decisions.find(({ ok }) => ok)
  expect(await standingOf(club, mia)).toBe(won?.ok && won.answer.status)
  const decided = (await readTraces(club)).filter(({ action }) => action === 'verification_decided')
  expect(decided).toHaveLength(1)
  expect(await club.mails()).toHaveLength(1)
})

test('deleting an account and deciding on its submission wait for each other', async () => {
  await using club = await openClub()
  const [admin, mia] = [await club.member({ isAdmin: true }), await club.member()]
  const { id: submissionId } = await insertSubmission(club, mia)
  for (const one of [admin, mia]) await proveSession(club, one)
  await lookAtImage(club, admin, submissionId)
  const [left, decided] = await Promise.all(
    await club.db.transaction(async (tx) => {
      await tx.run(sql`select from profiles where id = ${mia.userId} for update`)
      const leaving = club.call(mia, deleteAccount, {})
      await untilSomebodyWaits(club)
      const deciding = club.call(admin, decideSubmission, {
        params: { submissionId },
        body: approval,
      })
      await untilSomebodyWaits(club, 2)
      return [leaving, deciding] as const
    }),
  )
  expect(left).toMatchObject({ ok: true })
  expect(decided).toMatchObject({ code: 'already_decided' })
})

test('what arrives while the account is being deleted is not kept', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await proveSession(club, mia)
  const [left, late] = await Promise.all(
    await club.db.transaction(async (tx) => {
      await tx.run(sql`select from users where id = ${mia.userId} for no key update`)
      const leaving = club.call(mia, deleteAccount, {})
      await untilSomebodyWaits(club)
      const staging = stageDocument(club, mia, 'front').catch((error: Error) => error.message)
      await untilSomebodyWaits(club, 2)
      return [leaving, staging] as const
    }),
  )
  expect(left).toMatchObject({ ok: true })
  expect(late).toBe('not_signed_in')
  expect((await sealedFiles(club)).size).toBe(0)
  expect(await club.db.rows(sql`select from id_file_keys`)).toEqual([])
})

test('what was withdrawn, or restricted, since its time had come is not shredded for it', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const made = []
  for (let count = 0; count < 3; count += 1) {
    const member = await club.member()
    made.push({ member, ...(await insertSubmission(club, member)) })
  }
  // in the order in which they are shredded
  const [first, anew, kept] = made.sort((one, other) => (one.id < other.id ? -1 : 1))
  club.clock.advance({ days: 30 })
  const again = await club.session(anew!.member)
  await Promise.all(
    await club.db.transaction(async (tx) => {
      await tx.run(sql`select from users where id = ${first!.member.userId} for update`)
      const shredding = shredDue(club.app)
      await untilSomebodyWaits(club)
      expect(await club.call(again, withdrawVerification, {})).toMatchObject({ ok: true })
      await handInDocuments(club, again)
      await restrict(club, kept!.member)
      return [shredding]
    }),
  )
  expect(await club.call(again, getVerification, {})).toMatchObject({
    answer: { status: 'pending', receipts: [{ rule: 'withdrawn' }] },
  })
  expect(
    await club.db.rows(
      sql`select user_id, count(*) from verification_files group by user_id order by 2`,
    ),
  ).toEqual([
    { userId: anew!.member.userId, count: 2 },
    { userId: kept!.member.userId, count: 3 },
  ])
})
