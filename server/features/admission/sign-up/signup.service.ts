// Sign-up: account, profile, spent invitation and accepted terms in one transaction, or none of them.
import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/admission/signup.ts'
import { birthdateProblem, parseGermanDate } from '#contract/admission/birthdate.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { ValidationKey } from '#contract/fields.ts'
import {
  type Account,
  accountHolding,
  contestAccount,
  deleteTokens,
  giveSession,
  insertAccount,
  isDeclined,
  isHeldAtDoor,
  keepsPassword,
  type OpenedSession,
  openSession,
} from '#server/features/accounts/accounts.ts'
import { newerVersion } from '#server/features/consent/consent.policy.ts'
import { acceptTerms } from '#server/features/consent/consent.ts'
import {
  mayRedeem,
  refuseBadCode,
  spendCode,
} from '#server/features/admission/invitations/redeeming.service.ts'
import { profileProblem } from '#server/features/content-rules/content-rules.ts'
import { usernameKey } from '#server/features/members/profiles.policy.ts'
import { isReserved } from '#server/features/members/reserved.policy.ts'
import { createProfile, keepApart } from '#server/features/members/members.ts'
import { readSettings } from '#server/features/settings/settings.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { Context } from '#server/platform/context.ts'
import { transactionWithRetry, sql, type Sql } from '#server/platform/database/database.ts'
import { normalizeMailbox } from '#server/platform/mail/mailbox.ts'
import { hashPassword, isPassword } from '#server/platform/vault/passwords.ts'
import { countLearnt, isBudgeted, enforceNets } from '#server/platform/http/signUpLimits.ts'
import { Refusal } from '#server/platform/process/refusal.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { isSameSignUp, passwordRefusal } from '#server/features/accounts/auth.policy.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'

type Ctx = Context<'visitor', (typeof contract.signUp.errors)[number]>
type Body = InputOf<typeof contract.signUp>['body']
type NewSignUp = Body & { passwordHash: string }
type Outcome =
  | { opened: OpenedSession | null }
  | { refused: 'email_exists' | '23505' }
  | { refused: 'too_many_attempts'; retryAfter: number }

export const signUp: Handler<typeof contract.signUp> = async (ctx, { body }) => {
  const wrong = (path: string, message: ValidationKey) =>
    ctx.refuse('invalid_input', { errors: [{ path, message }] })
  const problem = birthdateProblem(body.birthdate, ctx.now())
  if (problem) return wrong('birthdate', problem)
  if (!usernameKey(body.username)) return wrong('username', 'username_too_short')
  if (isReserved(body.username, ctx.config.clubName)) return ctx.refuse(codes.conflict)
  for (const path of ['username', 'city', 'bio'] as const) {
    const unfit = await profileProblem(ctx, body[path], { isNewcomer: true })
    if (unfit) return wrong(path, unfit)
  }
  const newer = newerVersion('terms', body.termsVersion)
  if (newer) return ctx.refuse('version_outdated', { version: newer })
  const { email } = body
  // one account each: who is signed in has one, and may only hear once more how that began
  if (ctx.viewer && ctx.viewer.email.toLowerCase() !== email) return ctx.refuse(codes.forbidden)
  const { clubName } = ctx.config
  ctx.refuseIf(passwordRefusal(body.password, { email, username: body.username, clubName }))
  await ctx.enforceLimits()
  const { inviteCode } = body
  const isCodeBad = inviteCode && !(await mayRedeem(ctx, inviteCode, { email, userId: null }))

  // one password computation either way, so that the time taken says nothing about the address
  const known = await accountHolding(ctx.db, email, ctx.now())
  const isRight = known && (await isPassword(known.passwordHash, body.password))
  const passwordHash = known?.passwordHash ?? (await hashPassword(body.password))
  // nobody else learns whom it admitted: neither from the address, nor from the password
  const userId = known && isRight && isSameSignUp(known, body, ctx.now()) ? known.id : null
  if (isCodeBad) await refuseBadCode(ctx, inviteCode, { email, userId })
  const signUpData = { ...body, email, passwordHash }

  const signingUp = async (tx: Sql, settings: { isDiscreet: boolean }): Promise<Outcome> => {
    // from here on, sign-ups with this mailbox wait for each other
    await enforceRateLimit(ctx, 'signUpPerEmail', normalizeMailbox(email), tx)
    const account = await accountHolding(tx, email, ctx.now())
    if (account) {
      const isOwner =
        (isRight ?? (await isPassword(account.passwordHash, body.password))) &&
        (await keepsPassword(tx, account))
      if (!isOwner) await contest(ctx, tx, account)
      else if (isSameSignUp(account, body, ctx.now())) return welcome(ctx, tx, account.id)
    }
    if (settings.isDiscreet) return answerDiscreetly(ctx, tx, account, signUpData)
    if (account) return answerExisting(ctx, tx, account, settings)

    const userId = await createAccount(ctx, tx, signUpData)
    if (needsConfirmation(ctx.config)) await ctx.jobs.send(tx, 'mail_confirmation', { email })
    return welcome(ctx, tx, userId)
  }
  // an account may move to the address after it was found free: asked again, it is found
  const outcome = await transactionWithRetry(ctx.db, async (tx): Promise<Outcome> => {
    const settings = await readSettings(tx, ctx.config)
    // for known and for unknown addresses and names alike
    const learnt = isBudgeted(ctx, settings) ? (['revealing'] as const) : []
    await enforceNets(ctx, tx, ['nameTriedPerAddress', ...learnt])
    await tx.run(sql`savepoint asked`)
    return signingUp(tx, settings).catch(async (error: unknown): Promise<Outcome> => {
      if (!(error instanceof Refusal) || error.code !== codes.conflict) throw error
      // a name that is taken says that somebody is in the club: that counts before the next one asks
      await tx.run(sql`rollback to savepoint asked`)
      const retryAfter = await countLearnt(ctx, tx, 'nameTriedPerAddress')
      return retryAfter === null
        ? { refused: codes.conflict }
        : { refused: 'too_many_attempts', retryAfter }
    })
  })

  if (!('refused' in outcome))
    return { session: outcome.opened && (await giveSession(ctx, outcome.opened)) }
  const { refused, ...details } = outcome
  return ctx.refuse(refused, details)
}

const welcome = async (ctx: Ctx, tx: Sql, userId: string): Promise<Outcome> => ({
  opened: needsConfirmation(ctx.config) ? null : await openSession(ctx, tx, userId),
})

/** Account, profile, spent invite code and accepted terms; answers the account's id. */
async function createAccount(
  ctx: Ctx,
  tx: Sql,
  signUpData: NewSignUp,
  email = signUpData.email,
): Promise<string> {
  const now = ctx.now()
  const id = randomUUID()
  const { passwordHash, username, city, inviteCode, language = null } = signUpData
  const { admission } = await readSettings(tx, ctx.config)
  const isHeld = await isHeldAtDoor(tx, ctx, signUpData.email)
  const isRefused = await isDeclined(tx, signUpData.email)
  const isOpen = admission === 'open' && !isRefused
  const isLetIn = (inviteCode !== undefined || isOpen) && !isHeld
  const admittedAt = isLetIn ? now.toISOString() : null
  await insertAccount(tx, { id, email, passwordHash, admittedAt, language }, now)
  const birthdate = parseGermanDate(signUpData.birthdate) ?? ''
  // a text about oneself may say what nobody may keep before its consent (Art. 9 GDPR): that comes later
  if (!(await createProfile(tx, { id, username, city, bio: null, birthdate })))
    return ctx.refuse(codes.conflict)
  await keepApart(tx, ctx, { userId: id, email: signUpData.email })
  // somebody else may have used it up since it was looked at
  if (inviteCode && !(await spendCode(ctx, tx, inviteCode, { id, email: signUpData.email })))
    return ctx.refuse('invalid_invite')
  await acceptTerms(ctx, tx, id, language ?? 'mul')
  return id
}

/**
 * Two who do not know each other's password signed up with an address nobody has confirmed. A link
 * that only confirms could let the other one in: the reader of the mail has to choose the password.
 */
async function contest(ctx: Ctx, tx: Sql, { id }: Account): Promise<void> {
  if (needsConfirmation(ctx.config) && (await contestAccount(tx, id)))
    await deleteTokens(tx, id, ['confirm'])
}

/** The answer to somebody who signs up with the address of an account. */
async function answerExisting(
  ctx: Ctx,
  tx: Sql,
  { email, emailConfirmedAt }: Account,
  settings: { isDiscreet: boolean },
): Promise<Outcome> {
  if (needsConfirmation(ctx.config) && !emailConfirmedAt) {
    // nobody's yet: as if it were new, which reveals nothing
    await ctx.jobs.send(tx, 'mail_confirmation', { email })
    return { opened: null }
  }
  // the owner of the address gets a mail; the answer is the same as without an account
  await ctx.jobs.send(tx, 'mail_account_exists', { email })
  const retryAfter = isBudgeted(ctx, settings) ? await countLearnt(ctx, tx, 'revealing') : null
  return retryAfter === null
    ? { refused: 'email_exists' }
    : { refused: 'too_many_attempts', retryAfter }
}

/**
 * The same answer for every address, after the same work: for one that has an account, everything
 * is written under a name of no meaning and taken back. Its owner reads the truth in a mail.
 */
async function answerDiscreetly(
  ctx: Ctx,
  tx: Sql,
  account: Account | null,
  signUpData: NewSignUp,
): Promise<Outcome> {
  await tx.run(sql`savepoint newcomer`)
  await createAccount(ctx, tx, signUpData, account ? `${randomUUID()}@invalid` : signUpData.email)
  await tx.run(account ? sql`rollback to savepoint newcomer` : sql`release savepoint newcomer`)
  const mail = account?.emailConfirmedAt ? 'mail_account_exists' : 'mail_confirmation'
  await ctx.jobs.send(tx, mail, { email: signUpData.email })
  return { opened: null }
}
