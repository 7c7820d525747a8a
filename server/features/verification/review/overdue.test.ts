import { expect, test } from 'vitest'
import { jobSchedule } from '#server/jobs.ts'
import { decideSubmission } from '#contract/verification/review.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { insertSubmission, proveSession, readTraces } from '#testing/fixtures/submissions.ts'

const NOW = '2026-06-15T12:00:00Z'

async function remind(club: Club) {
  await club.app.jobs.send(club.db, 'remind_reviewers', {})
  return (await club.mails()).map(({ to, subject }) => ({ to, subject }))
}

test('what has waited for 36 hours is said to every admin, once', async () => {
  await using club = await openClub({ now: NOW })
  expect(jobSchedule.remind_reviewers).toMatch(/^\d+ \* \* \* \*$/)
  const admins = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  const { userId } = await club.member({ isAdmin: true })
  await suspend(club.db, userId, '2026-07-15T12:00:00Z')
  const [mia, tom] = [await club.member(), await club.member()]
  const first = await insertSubmission(club, mia)
  club.clock.advance({ hours: 35, minutes: 59 })
  await insertSubmission(club, tom)
  expect(await remind(club)).toEqual([])
  club.clock.advance({ minutes: 1 })
  const mails = await remind(club)
  const subject = 'Es wartet etwas auf Sie'
  expect(mails).toHaveLength(2)
  expect(mails).toEqual(expect.arrayContaining(admins.map(({ email: to }) => ({ to, subject }))))
  expect(await remind(club)).toHaveLength(2)
  expect(await readTraces(club)).toEqual([
    {
      action: 'review_overdue',
      actorId: null,
      subjectId: mia.userId,
      details: { submission: first.id },
    },
  ])
  club.clock.advance({ hours: 36 })
  expect(await remind(club)).toHaveLength(4)
})

test('nobody is reminded of what is decided', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const { id: submissionId } = await insertSubmission(club, await club.member())
  await proveSession(club, admin)
  const body = { decision: 'rejected' as const, note: 'Bitte ohne Blitz.' }
  expect((await club.call(admin, decideSubmission, { params: { submissionId }, body })).ok).toBe(
    true,
  )
  const before = await remind(club)
  club.clock.advance({ days: 3 })
  expect(await remind(club)).toEqual(before)
})

test('nobody is reminded of what no desk shows, until its member’s data may be used again', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const mia = await club.member()
  await insertSubmission(club, mia)
  await restrict(club, mia)
  club.clock.advance({ hours: 37 })
  expect(await remind(club)).toEqual([])
  expect(await readTraces(club)).toEqual([])
  await restrict(club, mia, { isRestricted: false })
  expect((await remind(club)).map(({ to }) => to)).toEqual([admin.email])
})
