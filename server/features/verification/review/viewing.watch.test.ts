import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { rates } from '#contract/limits.ts'
import { decideSubmission, openImage } from '#contract/verification/review.ts'
import { openLog } from '#server/platform/process/log.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import {
  insertSubmission,
  openLink,
  proveSession,
  readTraces,
} from '#testing/fixtures/submissions.ts'

const NOW = '2026-06-15T12:00:00Z'

async function watched(club: Club) {
  const { id } = await insertSubmission(club, await club.member())
  return async (admin: { cookie: string; userId: string }) => {
    const link = await openLink(club, admin, id, 'front')
    const url = `${club.url}/api/admin/verifications/${id}/images/front?link=${link}`
    const open = async () => (await fetch(url, { headers: { cookie: admin.cookie } })).status
    return {
      open,
      openAll: async (count: number) => {
        const statuses = new Set<number>()
        for (let left = count; left > 0; left -= 10)
          for (const status of await Promise.all(Array.from({ length: Math.min(left, 10) }, open)))
            statuses.add(status)
        return [...statuses]
      },
    }
  }
}
const unusual = async (club: Club) =>
  (await readTraces(club)).filter(({ action }) => action === 'id_views_unusual')

test('a reviewer who opens unusually many images within an hour is noted in the audit log, once an hour', async () => {
  const lines: string[] = []
  const sink = new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) })
  await using club = await openClub({ now: NOW, log: openLog('warn', sink) })
  const sittingOf = await watched(club)
  const [admin, other] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
  ]
  const sitting = await sittingOf(admin)
  expect(await sitting.openAll(rates.idViewUsual.max)).toEqual([200])
  expect(await unusual(club)).toEqual([])
  expect(lines).toEqual([])
  expect(await sitting.openAll(20)).toEqual([200])
  const entry = { action: 'id_views_unusual', actorId: admin.userId, subjectId: null, details: {} }
  expect(await unusual(club)).toEqual([entry])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(admin.userId)
  // each is counted alone
  expect(await (await sittingOf(other)).open()).toBe(200)
  expect(await unusual(club)).toHaveLength(1)

  club.clock.advance({ minutes: 61 })
  expect(await (await sittingOf(admin)).openAll(rates.idViewUsual.max + 1)).toEqual([200])
  expect(await unusual(club)).toHaveLength(2)
})

test('far more images than reviewing takes are not shown, however many are asked for at once', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const sitting = await (await watched(club))(admin)
  expect(await sitting.openAll(rates.idView.max - 5)).toEqual([200])
  const last = await Promise.all(Array.from({ length: 25 }, sitting.open))
  expect(last.filter((status) => status === 200)).toHaveLength(5)
  expect(last.filter((status) => status === 429)).toHaveLength(20)
  const all = await readTraces(club)
  expect(all.filter(({ action }) => action === 'id_viewed')).toHaveLength(rates.idView.max)
  expect(all.filter(({ action }) => action === 'admin_refused')).toMatchObject([
    { actorId: admin.userId, details: { reason: 'too_many_attempts' } },
  ])
})

test('what an admin may not open or decide is on record when they try', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  await proveSession(club, admin)
  const own = await insertSubmission(club, admin)
  const tom = await club.member()
  const other = await insertSubmission(club, tom)
  const params = { submissionId: own.id }
  for (let times = 0; times < 3; times += 1)
    expect(await club.call(admin, openImage, { params, body: { side: 'front' } })).toMatchObject({
      code: 'own_submission',
    })
  club.clock.advance({ minutes: 1 })
  expect(
    await club.call(admin, decideSubmission, { params, body: { decision: 'rejected', note: 'x' } }),
  ).toMatchObject({ code: 'own_submission' })
  const stolen = `/api/admin/verifications/${other.id}/images/front?link=stolen`
  await fetch(club.url + stolen, { headers: { cookie: admin.cookie } })
  const by = { action: 'admin_refused', actorId: admin.userId }
  const onOwn = { submission: own.id, reason: 'own_submission' }
  expect(await readTraces(club)).toEqual([
    { ...by, subjectId: admin.userId, details: onOwn },
    { ...by, subjectId: admin.userId, details: onOwn },
    { ...by, subjectId: tom.userId, details: { submission: other.id, reason: 'link_expired' } },
  ])
})
