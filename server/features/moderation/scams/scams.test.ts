import { expect, test } from 'vitest'
import { setLanguage } from '#contract/accounts/session.ts'
import { deletePost, editPost } from '#contract/posts/ownPosts.ts'
import { blockMember } from '#contract/members/blocks.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import { wave } from '#contract/posts/waves.ts'
import { sql } from '#server/platform/database/database.ts'
import { leave } from '#testing/privacy/leaving.ts'
import type { TestMember } from '#testing/club/club.ts'
import {
  postDecision,
  GROUNDS,
  profileTarget,
  queue,
  reportTarget,
} from '#testing/moderation/cases.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { rise, seatBoth, waveBoth } from '#testing/fixtures/tables.ts'

const NOW = '2026-05-04T20:00:00Z'
const SUBJECT = 'A note for your safety'
const BAN = { kind: 'ban', grounds: GROUNDS } as const

async function openScene() {
  const salon = await openLounge({ now: NOW })
  const { club } = salon
  const tom = await salon.guest({ username: 'Tom' })
  const moderator = await club.member({ isModerator: true })
  let said = 0
  const write = async (as: TestMember, body: { text?: string; replyTo?: string } = {}) => {
    const made = await salon.post(as, { text: `hello for the ${(said += 1)}. time`, ...body })
    if (!made.ok) throw new Error(made.code)
    return made.answer.id
  }
  const waved = async (as: TestMember, postId: string) => {
    const made = await club.call(as, wave, { params: { postId } })
    if (!made.ok) throw new Error(made.code)
  }
  /** Reporting a member makes no contact with them. */
  const banned = async (
    reason: 'scam' | 'harassment',
    body: Parameters<typeof postDecision>[3] = BAN,
  ) => {
    const reporter = await club.member()
    await reportTarget(club, reporter, profileTarget(tom), { reason })
    const [line] = await queue(club, moderator)
    await postDecision(club, moderator, line!.id, body)
    return line!.id
  }
  const warned = async () =>
    (await club.mails())
      .filter(({ subject }) => subject === SUBJECT)
      .map(({ to }) => to)
      .sort()
  return { ...salon, tom, moderator, write, waved, banned, warned }
}
const emails = (...members: TestMember[]) => members.map(({ email }) => email).sort()

test('after a ban for a scam everybody who was in contact is warned, once, and nobody else', async () => {
  await using scene = await openScene()
  const { club, guest, tom, write, waved, banned, warned } = scene
  const [wavedAt, waver, answered, answering, named, naming, reader, blocker, blockedByTom] = [
    await guest(),
    await guest(),
    await guest(),
    await guest(),
    await guest({ username: 'Nora' }),
    await guest(),
    await guest(),
    await guest(),
    await guest(),
  ]
  const staff = await guest({ isModerator: true })
  const toms = await write(tom, { text: 'good evening everybody' })
  await waved(tom, await write(wavedAt))
  await waved(waver, toms)
  const own = await write(answered)
  await write(tom, { text: 'how are you?', replyTo: own })
  await write(answering, { replyTo: toms })
  await write(tom, { text: '@Nora a gift?' })
  await write(naming, { text: '@Tom is that you?' })
  await write(reader)
  for (const one of [blocker, blockedByTom, staff]) await waved(one, toms)
  await club.call(blocker, blockMember, { params: { memberId: tom.userId } })
  await club.call(tom, blockMember, { params: { memberId: blockedByTom.userId } })
  // taken back, but it was read
  await club.call(tom, deletePost, { params: { postId: toms } })

  await banned('scam')
  expect(await warned()).toEqual(
    emails(wavedAt, waver, answered, answering, named, naming, blockedByTom),
  )
  const [mail] = (await club.mails()).filter(({ subject }) => subject === SUBJECT)
  expect(mail!.text).toContain('Never send money')
  expect(mail!.text).toContain('/kontakt')
  expect(mail!.subject + mail!.text).not.toMatch(/\b(?:Tom|scam|banned|fraud)/i)
})

test('who sat at a table with them is warned, also where it is empty by now and its waves are gone', async () => {
  await using scene = await openScene()
  const { club, guest, tom, banned, warned } = scene
  const [sitting, risen, waiting] = [await guest(), await guest(), await guest()]
  await seatBoth(club, sitting, tom)
  await rise(club, risen, await seatBoth(club, risen, tom))
  await waveBoth(club, waiting, tom)
  await banned('scam')
  expect(await warned()).toEqual(emails(sitting, risen, waiting))
})

test('a swindler who is banned and deletes the account at once keeps nobody from being warned', async () => {
  await using scene = await openScene()
  const { club, guest, tom, write, waved, banned, warned } = scene
  const waver = await guest()
  await waved(waver, await write(tom))
  await banned('scam')
  await leave(club, { ...tom, ...(await club.session(tom)) })
  expect(await warned()).toEqual(emails(waver))
})

test('who leaves the club is warned as well: a swindler writes to them elsewhere', async () => {
  await using scene = await openScene()
  const { club, guest, tom, banned, warned } = scene
  const leaving = await guest()
  await waveBoth(club, leaving, tom)
  await leave(club, leaving)
  await banned('scam')
  expect(await warned()).toEqual(emails(leaving))
})

test('who was named is warned, also where the post was changed or taken back since', async () => {
  await using scene = await openScene()
  const { club, guest, tom, write, banned, warned } = scene
  const [nora, eva, naming] = [
    await guest({ username: 'Nora' }),
    await guest({ username: 'Eva' }),
    await guest(),
  ]
  const toNora = await write(tom, { text: '@Nora a gift?' })
  const toEva = await write(tom, { text: '@Eva a gift?' })
  const toTom = await write(naming, { text: '@Tom is that you?' })
  const done = [
    await club.call(tom, deletePost, { params: { postId: toNora } }),
    await club.call(tom, editPost, {
      params: { ...lounge, postId: toEva },
      body: { text: 'a gift?' },
    }),
    await club.call(naming, deletePost, { params: { postId: toTom } }),
  ]
  expect(done.map(({ ok }) => ok)).toEqual([true, true, true])
  await banned('scam')
  expect(await warned()).toEqual(emails(nora, eva, naming))
})

test('contacts are warned once a ban, however often it is decided; again after a lifted one', async () => {
  await using scene = await openScene()
  const { club, guest, tom, moderator, write, waved, banned, warned } = scene
  const mia = await guest()
  await waved(mia, await write(tom))
  const caseId = await banned('scam')
  expect(await warned()).toEqual([mia.email])
  // as it is when the reporter appeals
  await club.db.run(sql`update cases set decided_at = null where id = ${caseId}`)
  await postDecision(club, moderator, caseId, BAN)
  await club.app.jobs.send(club.db, 'warn_contacts', { userId: tom.userId })
  expect(await warned()).toEqual([mia.email])

  const bans = await club.db.rows<{ id: string }>(
    sql`select id from statements where user_id = ${tom.userId} and kind = 'ban'`,
  )
  await proveSession(club, moderator)
  for (const { id: statementId } of bans)
    await club.call(moderator, liftStatement, { params: { statementId }, body: { reason: 'x' } })
  await club.app.bus.flush()
  club.clock.advance({ days: 1 })
  await banned('scam')
  expect(await warned()).toEqual([mia.email, mia.email])
})

test('nobody is warned after another ban, another decision, or one that was lifted before the mails went out', async () => {
  for (const [reason, body] of [
    ['harassment', BAN],
    ['scam', { kind: 'warn', grounds: GROUNDS }],
  ] as const) {
    await using scene = await openScene()
    await scene.waved(await scene.guest(), await scene.write(scene.tom))
    await scene.banned(reason, body)
    expect(await scene.warned()).toEqual([])
  }
  await using scene = await openScene()
  const { club, guest, tom, moderator, write, waved, banned, warned } = scene
  await waved(await guest(), await write(tom))
  await banned('scam')
  const ban = await club.db.row<{ id: string }>(sql`select id from statements where kind = 'ban'`)
  const params = { statementId: ban!.id }
  await proveSession(club, moderator)
  await club.call(moderator, liftStatement, { params, body: { reason: 'x' } })
  expect(await warned()).toEqual([])
})

test('a decision by a rule against fraud warns whatever was reported, in the language of the account', async () => {
  await using scene = await openScene()
  const { club, guest, tom, write, waved, banned } = scene
  const [mia, long] = [await guest(), await guest()]
  await club.call(mia, setLanguage, { body: { language: 'de' } })
  await waved(long, await write(tom))
  club.clock.advance({ days: 91 })
  await club.db.run(
    sql`update sessions set expires_at = '2027-01-01', last_used_at = ${club.app.now().toISOString()}`,
  )
  await waved(mia, await write(tom, { text: 'hello again' }))
  await banned('harassment', { kind: 'ban', grounds: { ...GROUNDS, rule: 'Regeln, 4: Betrug' } })
  const mails = (await club.mails()).filter(({ to }) => to === mia.email || to === long.email)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [mia.email, 'Ein Hinweis zu Ihrer Sicherheit'],
  ])
  expect(mails[0]!.text).toContain('Senden Sie nie Geld')
})
