import { expect, test } from 'vitest'
import { decideSubmission, listSubmissions, openImage } from '#contract/verification/review.ts'
import { listCases } from '#contract/moderation/cases.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { openClub } from '#testing/club/club.ts'
import { breakAudit } from '#testing/club/database/owner.ts'
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

test('they are refused as ever when the trace cannot be written', async () => {
  await using club = await openClub({ now: NOW })
  await breakAudit(club)
  const refused = await club.call(await club.member(), listSubmissions, { query: {} })
  expect(refused).toMatchObject({ status: 403, code: '42501' })
})
