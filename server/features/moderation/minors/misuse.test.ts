import { expect, test } from 'vitest'
import { createReport } from '#contract/moderation/reports.ts'
import { blockMember } from '#contract/members/blocks.ts'
import { sql } from '#server/platform/database/database.ts'
import type { TestMember } from '#testing/club/club.ts'
import {
  aReport,
  postDecision,
  profileTarget,
  queue,
  reportTarget,
  readStatements,
} from '#testing/moderation/cases.ts'
import { stateDecision } from '#testing/moderation/statements.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { MINOR, openMinors } from '#testing/moderation/minors.ts'

test('no report suspends anybody of the staff; the case is there all the same', async () => {
  await using scene = await openMinors()
  const { club, mia, admin, moderator, suspensionOf } = scene
  for (const whom of [moderator, admin]) {
    await reportTarget(club, mia, profileTarget(whom), MINOR)
    expect(await suspensionOf(whom)).toBeNull()
  }
  expect(await queue(club, admin)).toMatchObject([{ age: null, urgency: 'hour' }])
})

test('who does not see somebody suspends nobody', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, suspensionOf } = scene
  await club.call(tom, blockMember, { params: { memberId: mia.userId } })
  const body = aReport(profileTarget(tom), MINOR)
  expect(await club.call(mia, createReport, { body })).toMatchObject({ code: 'PGRST116' })
  expect(await suspensionOf(tom)).toBeNull()
})

test('a reporter who lost the right to report while waiting suspends nobody', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, moderator, suspensionOf } = scene
  const late = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${tom.userId} for no key update`)
    const body = aReport(profileTarget(tom), MINOR)
    const reporting = club.call(mia, createReport, { body })
    await untilSomebodyWaits(club)
    const kind = 'reporting_limit'
    await stateDecision(tx, mia.userId, '2026-06-04T18:00:00Z', 'Three times for nothing.', {
      kind,
    })
    return [reporting]
  })
  expect(await late[0]).toMatchObject({
    code: 'reporting_limited',
    body: { reason: 'Three times for nothing.' },
  })
  expect(await suspensionOf(tom)).toBeNull()
  expect(await queue(club, moderator)).toEqual([])
})

test('of many who report at once all are taken, and suspend once', async () => {
  await using scene = await openMinors()
  const { club, tom, guest } = scene
  const crowd = await Promise.all(Array.from({ length: 8 }, () => guest()))
  const made = await Promise.all(
    crowd.map((who) => club.call(who, createReport, { body: aReport(profileTarget(tom), MINOR) })),
  )
  // who comes too late finds nobody there any more
  expect(made.every((one) => one.ok || one.code === 'PGRST116')).toBe(true)
  expect(await readStatements(club, tom)).toHaveLength(1)
})

test('one member suspends three at a time, all at once or one after the other; the desk has every case', async () => {
  await using scene = await openMinors()
  const { club, mia, moderator, guest, suspensionOf } = scene
  const crowd = await Promise.all(Array.from({ length: 6 }, () => guest()))
  const report = (who: TestMember) => reportTarget(club, mia, profileTarget(who), MINOR)
  await Promise.all(crowd.map(report))
  const isOut = async () => (await Promise.all(crowd.map(suspensionOf))).map((one) => one !== null)
  expect((await isOut()).filter(Boolean)).toHaveLength(3)
  const cases = await queue(club, moderator)
  expect(cases.map(({ urgency }) => urgency)).toEqual(crowd.map(() => 'hour'))
  const waiting = cases.find(({ age }) => age === 'suspected')!
  await postDecision(club, moderator, waiting.id, { kind: 'no_breach' })
  await report(await guest().then((one) => (crowd.push(one), one)))
  expect((await isOut()).filter(Boolean)).toHaveLength(3)
})
