import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { getVerification } from '#contract/verification/verification.ts'
import { decideSubmission, listSubmissions, openImage } from '#contract/verification/review.ts'
import { listCases } from '#contract/moderation/cases.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { openLog } from '#server/platform/process/log.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { breakAudit } from '#testing/club/database/owner.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { insertSubmission, readTraces } from '#testing/fixtures/submissions.ts'

const NOW = '2026-06-15T12:00:00Z'

test('a member who tries what is for admins leaves a trace, one a minute', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const { id } = await insertSubmission(club, tom)
  const params = { submissionId: id }
  const list = () => club.call(mia, listSubmissions, { query: {} })
  expect(await list()).toMatchObject({ status: 403, code: '42501' })
  for (let times = 0; times < 5; times += 1)
    await club.call(mia, openImage, { params, body: { side: 'front' } })
  const entry = { action: 'admin_refused', actorId: mia.userId, subjectId: null }
  const first = { ...entry, details: { path: listSubmissions.path } }
  expect(await readTraces(club)).toEqual([first])

  await club.call(tom, decideSubmission, { params, body: { decision: 'verified' } })
  club.clock.advance({ minutes: 1 })
  await club.call(mia, openImage, { params, body: { side: 'front' } })
  expect(await readTraces(club)).toEqual([
    first,
    // what was asked for, and never what was sent along
    { ...entry, actorId: tom.userId, details: { path: decideSubmission.path } },
    { ...entry, details: { path: openImage.path } },
  ])
})

test('what is for moderators a moderator gets, and a member does not, which leaves a trace as well', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  expect(await club.call(mia, listCases, { query: {} })).toMatchObject({ code: '42501' })
  const moderator = await club.member({ isModerator: true })
  expect(await club.call(moderator, listCases, { query: {} })).toMatchObject({ ok: true })
  // what every member gets leaves none, refused or not
  await club.call(null, listRooms, {})
  await club.call(mia, listRooms, {})
  const traces = (await readTraces(club)).filter(({ action }) => action === 'admin_refused')
  expect(traces).toMatchObject([{ actorId: mia.userId, details: { path: listCases.path } }])
})

test('visitors, and admins who are suspended, are refused without one', async () => {
  await using club = await openClub({ now: NOW })
  const until = '2999-01-01T00:00:00Z'
  const admin = await club.member({ isAdmin: true, suspendedUntil: until })
  expect(await club.call(null, listSubmissions, { query: {} })).toMatchObject({
    code: 'not_signed_in',
  })
  expect(await club.call(admin, listSubmissions, { query: {} })).toMatchObject({
    code: 'suspended',
  })
  expect(await readTraces(club)).toEqual([])
})

test('they are refused as ever when the trace cannot be written, which the log tells', async () => {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  await using club = await openClub({ now: NOW, log: openLog('info', sink) })
  await breakAudit(club)
  const refused = await club.call(await club.member(), listSubmissions, { query: {} })
  expect(refused).toMatchObject({ status: 403, code: '42501' })
  expect(lines.filter((line) => line.includes(`"path":"${listSubmissions.path}"`))).toHaveLength(1)
})

test('who is suspended until they show their age may do that and nothing else, and nobody else may', async () => {
  await using club = await openClub({ now: NOW })
  const until = '2026-06-20T12:00:00Z'
  const [mia, tom] = [await club.member(), await club.member()]
  for (const one of [mia, tom]) await suspend(club.db, one.userId, until)
  await club.db.run(sql`
    insert into age_checks (id, user_id, statement_id, opened_at, proof_due_at)
    select gen_random_uuid(), user_id, id, ${NOW}, ${until} from statements where user_id = ${mia.userId}`)
  await club.app.bus.flush()
  expect(await club.call(mia, getVerification, {})).toMatchObject({ ok: true })
  expect(await club.call(mia, listRooms, {})).toMatchObject({ code: 'suspended' })
  expect(await club.call(tom, getVerification, {})).toMatchObject({ code: 'suspended' })
})
