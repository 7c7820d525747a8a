import { expect, test } from 'vitest'
import { signUp } from '#contract/admission/signup.ts'
import type { Config } from '#server/config.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { askToMove, confirmMove, readMailedToken } from '#testing/fixtures/emailChange.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'

const NEW = 'mia.new@example.org'
const codeOf = (result: object) => ('code' in result ? String(result.code) : 'ok')

const emailOf = async (club: Club, { userId }: { userId: string }) =>
  (await club.db.row<{ email: string }>(sql`select email from users where id = ${userId}`))?.email

/** Mia's change of address and a stranger's sign-up with it: the first stops half-way for the second. */
async function collide(club: Club, first: 'the change' | 'the sign-up') {
  const mia = await club.member()
  await askToMove(club, mia, NEW)
  const token = await readMailedToken(club, NEW, 'email')
  const changing = () => confirmMove(club, token)
  const signingUp = () => club.call(null, signUp, newcomer({ email: NEW }))
  const { change, signedUp } = await club.app.db.transaction(async (tx) => {
    if (first === 'the change') {
      await tx.run(sql`lock table email_tokens in share mode`)
      const change = changing()
      await untilSomebodyWaits(club)
      const signedUp = signingUp()
      await untilSomebodyWaits(club, 2)
      return { change, signedUp }
    }
    await tx.run(sql`lock table user_consents in share mode`)
    const signedUp = signingUp()
    await untilSomebodyWaits(club)
    const change = changing()
    await untilSomebodyWaits(club, 2)
    return { change, signedUp }
  })
  return { mia, change: await change, signedUp: await signedUp }
}

test.each<[string, Partial<Config>, object]>([
  ['off', {}, { code: 'email_exists' }],
  ['required', { emailConfirmation: 'required' }, { code: 'email_exists' }],
  [
    'required, and the club discreet',
    { emailConfirmation: 'required', discreet: true },
    { ok: true, answer: { session: null } },
  ],
])(
  'a sign-up with an address that an account moves to in that instant is answered as any with one that has an account: %s',
  async (_, config, answer) => {
    await using club = await openClub({ config })
    const { mia, change, signedUp } = await collide(club, 'the change')
    expect(codeOf(change)).toBe('ok')
    expect(signedUp).toMatchObject(answer)
    // and so is the one after it
    expect(await club.call(null, signUp, newcomer({ email: NEW }))).toMatchObject(answer)
    expect(await emailOf(club, mia)).toBe(NEW)
    expect(await club.db.rows(sql`select from users`)).toHaveLength(1)
    expect(await club.db.rows(sql`select from profiles`)).toHaveLength(1)
    const mails = (await club.mails()).filter(({ subject }) => /bereits ein Konto/.test(subject))
    expect(mails.map(({ to }) => to)).toEqual([NEW, NEW])
  },
)

test('an account that moves to an address which signs up in that instant keeps its own', async () => {
  await using club = await openClub()
  const { mia, change, signedUp } = await collide(club, 'the sign-up')
  expect(codeOf(change)).toBe('invalid_link')
  expect(signedUp).toMatchObject({ ok: true, answer: { session: expect.anything() } })
  expect(await emailOf(club, mia)).toBe(mia.email)
})

test('where addresses are confirmed it gets the one it has shown to be its own', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  const { mia, change, signedUp } = await collide(club, 'the sign-up')
  expect(signedUp).toMatchObject({ ok: true, answer: { session: null } })
  expect(codeOf(change)).toBe('ok')
  expect(await emailOf(club, mia)).toBe(NEW)
  expect(await club.db.rows(sql`select from users`)).toHaveLength(1)
})
