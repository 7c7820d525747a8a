import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { admit, listWaiting, setDoor } from '#contract/admission/admission.ts'
import { redeemInvite } from '#contract/admission/invitations.ts'
import { signUp } from '#contract/admission/signup.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import { purge } from '#server/features/privacy/deletion/purge.service.ts'
import { sql } from '#server/platform/database/database.ts'
import { cleanUp } from '#server/features/accounts/settings/cleanup.service.ts'
import { forgetBans } from './bans.service.ts'
import { ban, suspendByDesk } from '#testing/moderation/banning.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { insertInvite, insertEntry } from '#testing/fixtures/admission.ts'
import { askToMove, confirmMove, move, readMailedToken } from '#testing/fixtures/emailChange.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { normalizeMailbox } from '#server/platform/mail/mailbox.ts'

const NOW = '2026-06-15T12:00:00Z'
const BANNED = 'tom.miller@googlemail.com'
const ALIAS = 'TomMiller+salon@gmail.com'
const codeOf = (result: { ok: boolean }) => ('code' in result ? result.code : 'ok')

/** Tom, banned for good, whose account is purged unless it stays. */
async function openScene(
  config: Parameters<typeof openClub>[0] = {},
  { isPurged = true }: { isPurged?: boolean } = {},
) {
  const club = await openClub({ now: NOW, ...config })
  const admin = await club.member({ isAdmin: true })
  const tom = await club.member({ email: BANNED })
  const banId = await ban(club, tom)
  if (isPurged) await purged(club, tom)
  const queue = async () => {
    const listed = await club.call(admin, listWaiting, { query: {} })
    if (!listed.ok) throw new Error(listed.code)
    return listed.answer.waiting
  }
  return {
    club,
    admin,
    tom,
    banId,
    queue,
    [Symbol.asyncDispose]: () => club[Symbol.asyncDispose](),
  }
}

async function purged(club: Club, { userId }: TestMember): Promise<void> {
  await club.db.run(sql`
    insert into account_deletions (user_id, requested_at, purge_at, reason)
    values (${userId}, ${NOW}, ${NOW}, 'asked')`)
  expect(await purge(club.app, userId)).toBe(true)
}

const isIn = async (browser: ReturnType<typeof openBrowser>) => {
  const response = await browser.call(getSession, {})
  return response.ok && response.answer.session?.isAdmitted
}
const marks = async ({ db }: Club) =>
  (await db.row<{ count: number }>(sql`select count(*) from banned_addresses`))?.count

test.each([
  ['mia@example.org', 'Mia@Example.org'],
  ['mia@example.org', 'mia+club@example.org'],
  ['mia.maier@gmail.com', 'm.i.a.maier@googlemail.com'],
  ['miamaier@gmail.com', 'Mia.Maier+18@gmail.com'],
])('%s and %s are one mailbox', (one, other) => {
  expect(normalizeMailbox(one)).toBe(normalizeMailbox(other))
})

test.each([
  ['mia@example.org', 'mia@example.com'],
  ['mia.maier@web.de', 'miamaier@web.de'],
  ['+mia@example.org', '+tom@example.org'],
])('%s and %s are two', (one, other) => {
  expect(normalizeMailbox(one)).not.toBe(normalizeMailbox(other))
})

test.each(['open', 'invitation'] as const)(
  'a banned member who comes back waits to be admitted, and admins see why (admission %s)',
  async (admission) => {
    await using scene = await openScene({ config: { admission } })
    const { club, admin, queue } = scene
    const { code } = await insertInvite(club, { maxUses: 2 })
    const [back, other] = [openBrowser(club), openBrowser(club)]
    const came = await back.call(signUp, newcomer({ email: ALIAS, inviteCode: code }))
    expect(came).toMatchObject({ ok: true, answer: { session: { isAdmitted: false } } })
    const stranger = newcomer({ inviteCode: code })
    expect(await other.call(signUp, stranger)).toMatchObject({
      answer: { session: { isAdmitted: true } },
    })
    expect(await queue()).toMatchObject([{ email: ALIAS.toLowerCase(), wasBanned: true }])

    // neither an open door, nor another code
    await club.call(admin, setDoor, { body: { admission: 'open', invitationsPerMember: 3 } })
    expect(await isIn(back)).toBe(false)
    const another = await insertInvite(club)
    expect(codeOf(await back.call(redeemInvite, { body: { code: another.code } }))).toBe('ok')
    expect(await isIn(back)).toBe(false)
    expect(await club.db.row(sql`select uses from invitations where id = ${another.id}`)).toEqual({
      uses: 0,
    })

    const [line] = await queue()
    await club.call(admin, admit, { body: { ids: [line!.id] } })
    expect(await isIn(back)).toBe(true)
  },
)

test('sign-up and waitlist answer everybody alike, banned before or not', async () => {
  for (const config of [
    { emailConfirmation: 'required' },
    { discreet: true },
    { emailConfirmation: 'required', discreet: true },
  ] as const) {
    await using scene = await openScene({ config: { admission: 'open', ...config } })
    const { club } = scene
    const [returning, stranger] = [newcomer({ email: ALIAS }), newcomer()]
    const answers = [
      await club.call(null, signUp, returning),
      await club.call(null, signUp, stranger),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]).toMatchObject({ answer: { session: null } })
    expect(answers[1]).toMatchObject({ answer: { session: null } })
    const mails = await club.mails()
    const subjectsTo = ({ body }: typeof stranger) =>
      mails.filter(({ to }) => to === body.email.toLowerCase()).map(({ subject }) => subject)
    expect(subjectsTo(returning)).toEqual(subjectsTo(stranger))
  }
})

test('a banned address on the waitlist is marked; once an admin has admitted it, it is admitted', async () => {
  await using scene = await openScene({ config: { admission: 'invitation' } })
  const { club, admin, queue } = scene
  const email = ALIAS.toLowerCase()
  const entry = await insertEntry(club, { email })
  await insertEntry(club)
  const lines = await queue()
  expect(lines).toHaveLength(2)
  expect(lines.filter((line) => line.wasBanned)).toMatchObject([{ id: entry.id, email }])

  club.clock.advance({ minutes: 1 })
  await club.call(admin, admit, { body: { ids: [entry.id] } })
  const mail = (await club.mails()).findLast(({ to }) => to === email)
  const inviteCode = /#code=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(await club.call(null, signUp, newcomer({ email, inviteCode }))).toMatchObject({
    answer: { session: { isAdmitted: true } },
  })
})

test('a member who spent a code while held comes in with another once the ban is lifted', async () => {
  await using scene = await openScene({ config: { admission: 'invitation' } }, { isPurged: false })
  const { club, banId } = scene
  const moderator = await club.member({ isModerator: true })
  const [spent, another] = [await insertInvite(club), await insertInvite(club)]
  const back = openBrowser(club)
  await back.call(signUp, newcomer({ email: ALIAS, inviteCode: spent.code }))
  expect(await isIn(back)).toBe(false)

  await proveSession(club, moderator)
  const lifted = { params: { statementId: banId }, body: { reason: 'It was somebody else.' } }
  expect(codeOf(await club.call(moderator, liftStatement, lifted))).toBe('ok')
  expect(codeOf(await back.call(redeemInvite, { body: { code: another.code } }))).toBe('ok')
  expect(await isIn(back)).toBe(true)
  expect(await club.db.rows(sql`select invitation_id from invitation_uses`)).toEqual([
    { invitationId: another.id },
  ])
  // nobody came by the first, so that it is good again
  expect(await club.db.rows(sql`select id from invitations where uses = 1`)).toEqual([
    { id: another.id },
  ])
  const friend = await club.call(null, signUp, newcomer({ inviteCode: spent.code }))
  expect(friend).toMatchObject({ answer: { session: { isAdmitted: true } } })
})

test('a second account is held while the first is banned and still there, and no longer once that is lifted', async () => {
  await using scene = await openScene({ config: { admission: 'open' } }, { isPurged: false })
  const { club, banId, queue } = scene
  const moderator = await club.member({ isModerator: true })
  const back = openBrowser(club)
  await back.call(signUp, newcomer({ email: ALIAS }))
  expect(await isIn(back)).toBe(false)
  expect(await queue()).toMatchObject([{ wasBanned: true }])

  await proveSession(club, moderator)
  const lifted = { params: { statementId: banId }, body: { reason: 'It was somebody else.' } }
  expect(codeOf(await club.call(moderator, liftStatement, lifted))).toBe('ok')
  expect(await marks(club)).toBe(0)
  expect(await queue()).toMatchObject([{ wasBanned: false }])
  expect(await isIn(back)).toBe(true)
})

test('the addresses a banned account has when it goes are remembered, too; of others nothing is', async () => {
  await using scene = await openScene({ config: { admission: 'open' } }, { isPurged: false })
  const { club, tom } = scene
  await club.db.run(sql`update users set email = 'tom@example.com' where id = ${tom.userId}`)
  await purged(club, tom)
  const [suspended, gone] = [
    await club.member({ suspendedUntil: '2026-07-01T00:00:00Z' }),
    await club.member(),
  ]
  await purged(club, suspended)
  await purged(club, gone)
  expect(await marks(club)).toBe(2)
  for (const email of [BANNED, 'tom@example.com'])
    expect(await club.call(null, signUp, newcomer({ email }))).toMatchObject({
      answer: { session: { isAdmitted: false } },
    })
  expect(await club.call(null, signUp, newcomer({ email: gone.email }))).toMatchObject({
    answer: { session: { isAdmitted: true } },
  })
})

test('nobody reads an address from what is kept, without the key', async () => {
  await using scene = await openScene()
  const { club } = scene
  const stored = await club.db.row<{ mark: string; plain: boolean }>(sql`
    select encode(address_mark, 'hex') as mark,
      address_mark in (sha256(${BANNED}::bytea), sha256('tommiller@gmail.com'::bytea)) as plain
    from banned_addresses`)
  expect(stored?.plain).toBe(false)
  expect(Buffer.from(stored!.mark, 'hex').includes('tom')).toBe(false)
})

test('who is suspended is not back by another spelling, and nothing is remembered once that is over', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const comeBack = async () => {
    const came = await openBrowser(club).call(signUp, newcomer({ email: ALIAS }))
    const { userId } = came.ok ? came.answer.session! : { userId: null }
    const isAdmitted = came.ok && came.answer.session!.isAdmitted
    await club.db.run(sql`delete from users where id = ${userId}`)
    return isAdmitted
  }
  const tom = await club.member({ email: BANNED })
  const statementId = await suspendByDesk(club, tom, new Date('2026-06-22T12:00:00Z'))
  expect(await comeBack()).toBe(false)
  await proveSession(club, admin)
  const lifting = { params: { statementId }, body: { reason: 'A mistake.' } }
  expect(await club.call(admin, liftStatement, lifting)).toMatchObject({ ok: true })
  expect(await marks(club)).toBe(0)
  expect(await comeBack()).toBe(true)
  await suspendByDesk(club, tom, new Date('2026-06-22T12:00:00Z'))
  expect(await comeBack()).toBe(false)
  club.clock.advance({ days: 7 })
  expect(await comeBack()).toBe(true)
  await forgetBans(club.app)
  expect(await marks(club)).toBe(0)
})

test('who is kept out and moves to another mailbox is not back by a spelling of that one', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  await suspendByDesk(club, mia, new Date('2026-06-22T12:00:00Z'))
  for (const [who, to] of [
    [mia, 'mia.new@example.org'],
    [tom, 'tom.new@example.org'],
  ] as const) {
    await askToMove(club, who, to)
    await confirmMove(club, await readMailedToken(club, to, 'email'))
  }
  const isLetIn = async (email: string) => {
    const came = await openBrowser(club).call(signUp, newcomer({ email }))
    return came.ok && came.answer.session!.isAdmitted
  }
  expect(await isLetIn('mia.new+again@example.org')).toBe(false)
  expect(await isLetIn('tom.new+again@example.org')).toBe(true)
})

test('who moved to another mailbox while suspended is banned with both, once the account is gone too', async () => {
  await using club = await openClub({ now: NOW })
  const tom = await club.member({ email: BANNED })
  await suspendByDesk(club, tom, new Date('2026-07-15T12:00:00Z'))
  await move(club, tom, 'tom.new@example.org')
  // nobody knows the first one any more
  club.clock.advance({ days: 3 })
  await cleanUp(club.app)
  await ban(club, tom)
  await purged(club, tom)
  for (const email of [ALIAS, 'tom.new@example.org'])
    expect(await club.call(null, signUp, newcomer({ email }))).toMatchObject({
      answer: { session: { isAdmitted: false } },
    })
})
