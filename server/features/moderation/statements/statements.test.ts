import { expect, test } from 'vitest'
import { decideAppeal } from '#contract/moderation/appeals.ts'
import { liftStatement, readStatementByLink } from '#contract/moderation/statements.ts'
import { getMember } from '#contract/members/profiles.ts'
import { impose } from '#server/features/moderation/statements/imposing.service.ts'
import { sql } from '#server/platform/database/database.ts'
import { ban, LEAVE, suspendByDesk } from '#testing/moderation/banning.ts'
import { openClub } from '#testing/club/club.ts'
import {
  postDecision,
  GROUNDS,
  profileTarget,
  queue,
  reportTarget,
  readStatements,
} from '#testing/moderation/cases.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00Z'
const WHY = {
  facts: 'You insulted somebody.',
  ground: 'terms',
  rule: 'Be kind',
  source: 'own',
} as const
const codeOf = (answer: { ok: boolean; code?: string }) =>
  answer.ok ? 'ok' : (answer.code ?? 'none')

test('the database refuses a restriction without a statement of reasons', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const suspend = () =>
    club.db.run(sql`update users set suspended_until = '2026-06-01', suspension_reason = 'x'
      where id = ${mia.userId}`)
  await expect(suspend()).rejects.toMatchObject({ code: '23514' })
  await club.app.db.transaction((tx) =>
    impose(tx, club.app, {
      ...WHY,
      userId: mia.userId,
      kind: 'suspension',
      leave: LEAVE,
      endsAt: new Date('2026-05-20T00:00:00Z'),
      by: null,
    }),
  )
  // not for longer than was said, and not for somebody else
  await expect(suspend()).rejects.toMatchObject({ code: '23514' })
  await expect(
    club.db.run(sql`update users set suspended_until = '2026-05-10', suspension_reason = 'x'
      where id = ${tom.userId}`),
  ).rejects.toMatchObject({ code: '23514' })
  // nor does it let a program give one, but for a suspension that waits for a person
  await expect(
    club.db.run(sql`
      insert into statements (id, number, user_id, kind, starts_at, facts, ground, rule, source,
        language, is_automated)
      values (${uuid()}, 'S-2026-900001', ${tom.userId}, 'warning', now(), 'x', 'terms', 'x',
        'own', 'en', true)`),
  ).rejects.toMatchObject({ code: '23514' })
  const broken = (kind: string) =>
    club.db.run(sql`
      insert into statements (id, number, user_id, kind, starts_at, facts, ground, rule, source, language)
      values (${uuid()}, 'S-2026-900000', ${tom.userId}, ${kind}, now(), 'x', 'terms', 'x',
        'own', 'en')`)
  for (const kind of ['posting_limit', 'suspension', 'reporting_limit', 'removal'])
    await expect(broken(kind), kind).rejects.toMatchObject({ code: '23514' })
})

test('a statement is read by the link in its mail, without a log-in', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await club.app.db.transaction((tx) =>
    impose(tx, club.app, { ...WHY, userId: mia.userId, kind: 'ban', leave: LEAVE, by: null }),
  )
  const [mail] = await club.mails()
  const token = /#token=([\w-]+)/.exec(mail!.text)![1]!
  expect(await club.call(null, readStatementByLink, { body: { token } })).toMatchObject({
    answer: { kind: 'ban', facts: WHY.facts, mayAppeal: true },
  })
  const other = { token: 'x'.repeat(43) }
  expect(codeOf(await club.call(null, readStatementByLink, { body: other }))).toBe('invalid_link')
})

test('a mail that comes after the restriction was lifted says so', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, moderator] = [await club.member(), await club.member({ isModerator: true })]
  // nobody listens there
  club.config.smtpUrl = 'smtp://127.0.0.1:1'
  const endsAt = new Date('2026-06-10')
  const statementId = await club.db.transaction((tx) =>
    impose(tx, club.app, {
      ...WHY,
      userId: mia.userId,
      kind: 'suspension',
      leave: LEAVE,
      endsAt,
      by: null,
    }),
  )
  await club.app.jobs.drain()
  club.config.smtpUrl = null
  const body = { reason: 'It was a mistake.' }
  await proveSession(club, moderator)
  await club.call(moderator, liftStatement, { params: { statementId }, body })
  const told = async () =>
    (await club.mails()).filter(({ to }) => to === mia.email).map(({ text }) => text)
  expect(await told()).toEqual([expect.stringContaining('It no longer holds.')])
  await club.app.jobs.drain({ later: true })
  const [, late] = await told()
  expect(late).toContain(WHY.facts)
  expect(late).toContain('10 June 2026 at 02:00')
  expect(late).toContain('It no longer holds.')
})

test('what is lifted holds no longer; another that still stands does', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, moderator] = [await club.member(), await club.member({ isModerator: true })]
  const restrict = (day: string) =>
    club.db.transaction((tx) =>
      impose(tx, club.app, {
        ...WHY,
        userId: mia.userId,
        kind: 'suspension',
        leave: LEAVE,
        endsAt: new Date(day),
        by: null,
      }),
    )
  const [short, long] = [await restrict('2026-05-10'), await restrict('2026-06-10')]
  const until = async () => {
    const answer = await club.call(mia, getMember, { params: { memberId: mia.userId } })
    return answer.ok ? 'ok' : answer.body?.until
  }
  await proveSession(club, moderator)
  const lift = async (statementId: string) => {
    const body = { reason: 'It was a mistake.' }
    const made = await club.call(moderator, liftStatement, { params: { statementId }, body })
    await club.app.bus.flush()
    return codeOf(made)
  }
  expect(await until()).toBe('2026-06-10T00:00:00.000Z')
  expect(await lift(long)).toBe('ok')
  expect(await until()).toBe('2026-05-10T00:00:00.000Z')
  const both = await Promise.all([lift(short), lift(short)])
  expect(both.sort()).toEqual(['already_decided', 'ok'])
  expect(await until()).toBe('ok')
  expect((await readStatements(club, mia)).every(({ liftedAt }) => liftedAt !== null)).toBe(true)
  expect(await lift(uuid())).toBe('PGRST116')
})

test.each(['ban', 'suspension'] as const)(
  'a %s is lifted, by itself and by an appeal, only by somebody who has just proved who they are',
  async (kind) => {
    await using club = await openClub({ now: NOW })
    const [tom, moderator] = [await club.member(), await club.member({ isModerator: true })]
    const keepOut = (): Promise<string> =>
      kind === 'ban' ? ban(club, tom) : suspendByDesk(club, tom, new Date('2026-06-10'))
    const [lifted, objected] = [await keepOut(), await keepOut()]
    const appealId = uuid()
    await club.db.run(sql`
      insert into appeals (id, statement_id, user_id, text, received_at, due_at)
      values (${appealId}, ${objected}, ${tom.userId}, 'Please.', ${NOW}, ${NOW})`)
    const lift = () =>
      club.call(moderator, liftStatement, {
        params: { statementId: lifted },
        body: { reason: 'It was a mistake.' },
      })
    const answer = (isGranted: boolean) =>
      club.call(moderator, decideAppeal, {
        params: { appealId },
        body: { isGranted, answer: 'We looked again.' },
      })
    expect([codeOf(await lift()), codeOf(await answer(true))]).toEqual([
      'proof_needed',
      'proof_needed',
    ])
    const stands = sql`select from statements where user_id = ${tom.userId} and lifted_at is null`
    expect(await club.db.rows(stands)).toHaveLength(2)
    await proveSession(club, moderator)
    expect([codeOf(await lift()), codeOf(await answer(true))]).toEqual(['ok', 'ok'])
    expect(await club.db.rows(stands)).toEqual([])
  },
)

test('nobody lifts what was decided in a case about themselves, or that they reported', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const [first, second] = [
    await club.member({ isModerator: true }),
    await club.member({ isModerator: true }),
  ]
  await reportTarget(club, mia, profileTarget(first))
  await reportTarget(club, first, profileTarget(tom))
  const open = await queue(club, second)
  const idOf = (who: { username: string }) =>
    open.find(({ username }) => username === who.username)!.id
  const endsAt = new Date('2026-06-10')
  const limited = await club.db.transaction((tx) =>
    impose(tx, club.app, {
      ...WHY,
      userId: mia.userId,
      kind: 'reporting_limit',
      endsAt,
      caseId: idOf(first),
      by: second.userId,
    }),
  )
  await postDecision(club, second, idOf(tom), { kind: 'warn', grounds: GROUNDS })
  const [warned] = await readStatements(club, tom)
  const lift = async (by: typeof first, statementId: string) =>
    codeOf(
      await club.call(by, liftStatement, { params: { statementId }, body: { reason: 'Wrong.' } }),
    )
  expect(await lift(first, limited)).toBe('own_case')
  expect(await lift(first, warned!.id)).toBe('own_case')
  expect(await lift(second, limited)).toBe('ok')
  expect(await lift(second, warned!.id)).toBe('ok')
})
