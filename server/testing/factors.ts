// Members with a second factor, added as they would add it.
import { generateSync } from 'otplib'
import { logIn } from '#contract/auth.ts'
import {
  addPasskey,
  confirmTotp,
  logInWithFactor,
  logInWithPasskey,
  startPasskey,
  startPasskeyLogIn,
  startPasskeyProof,
  startTotp,
} from '#contract/factors.ts'
import { mailProof, prove } from '#contract/security.ts'
import { openAuthenticator, type Authenticator, type Twist } from './authenticator.ts'
import { openBrowser } from './browser.ts'
import { PASSWORD, type Club } from './club.ts'

type As = { cookie: string }
type Browser = ReturnType<typeof openBrowser>

/** Fails where an answer was expected. */
export function answerOf<T>(result: { ok: true; answer: T } | { ok: false; code: string }): T {
  if (!result.ok) throw new Error(result.code)
  return result.answer
}

export const codeOf = (result: object): string =>
  'code' in result ? (result.code as string) : 'ok'

/** A browser that just signed in with the password; of staff whose second factor is due, with the code by mail as well. */
export async function signedIn(club: Club, { email }: { email: string }): Promise<Browser> {
  const browser = openBrowser(club)
  const { session } = answerOf(await browser.call(logIn, { body: { email, password: PASSWORD } }))
  if (session?.isFactorDue) await proveByMail(club, browser, email)
  return browser
}

/** The code by mail that stands in for a second factor nobody has yet. */
export async function mailedCode(club: Club, as: As, email: string): Promise<string> {
  answerOf(await club.call(as, mailProof, {}))
  const mail = (await club.mails()).findLast(({ to }) => to === email)
  return /\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/.exec(mail?.text ?? '')![0]
}
async function proveByMail(club: Club, as: As, email: string): Promise<void> {
  const code = await mailedCode(club, as, email)
  answerOf(await club.call(as, prove, { body: { code } }))
}

export const authenticatorFor = (club: Club): Authenticator =>
  openAuthenticator({ origin: club.config.publicUrl })

/** Makes a passkey for whoever is signed in and freshly proved. */
export async function makePasskey(
  club: Club,
  as: As,
  { authenticator = authenticatorFor(club), twist = {}, name = 'My phone' }: Making = {},
) {
  const { challengeId, options } = answerOf(await club.call(as, startPasskey, {}))
  const body = { challengeId, credential: authenticator.create(options, twist), name }
  const result = await club.call(as, addPasskey, { body })
  return { authenticator, result, body }
}
type Making = { authenticator?: Authenticator; twist?: Twist; name?: string }

/** Turns an authenticator app on for whoever is signed in and freshly proved. */
export async function turnOnTotp(club: Club, as: As) {
  const { secret } = answerOf(await club.call(as, startTotp, {}))
  const code = codeAt(secret, club.app.now())
  const { recoveryCodes } = answerOf(await club.call(as, confirmTotp, { body: { code } }))
  return { secret, recoveryCodes: recoveryCodes ?? [] }
}

/** What an authenticator app shows at that time, or so many steps away from it. */
export const codeAt = (secret: string, now: Date, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) + 30 * steps })

/** The right password in a browser whose second factor is still due. */
export async function halfSignedIn(club: Club, { email }: { email: string }): Promise<Browser> {
  const browser = openBrowser(club)
  const { session } = answerOf(await browser.call(logIn, { body: { email, password: PASSWORD } }))
  if (session) throw new Error('no second factor was asked for')
  return browser
}

export const typeCode = (browser: Browser, code: string) =>
  browser.call(logInWithFactor, { body: { code } })

export async function usePasskey(
  browser: Browser,
  authenticator: Authenticator,
  twist: Twist = {},
) {
  const { challengeId, options } = answerOf(await browser.call(startPasskeyLogIn, {}))
  const credential = authenticator.get(options, twist)
  return browser.call(logInWithPasskey, { body: { challengeId, credential } })
}

export async function proveByPasskey(
  club: Club,
  as: As,
  authenticator: Authenticator,
  twist: Twist = {},
) {
  const { challengeId, options } = answerOf(await club.call(as, startPasskeyProof, {}))
  const credential = authenticator.get(options, twist)
  return club.call(as, prove, { body: { passkey: { challengeId, credential } } })
}
