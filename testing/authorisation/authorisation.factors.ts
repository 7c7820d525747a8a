// What everybody's well-formed request about second factors gets.
import * as factors from '#contract/accounts/secondFactor.ts'
import { uuid } from '#testing/random.ts'
import {
  noRequest,
  row,
  type ExpectedOutcome,
  type Outcomes,
  type AccessRow,
  type AccessScene,
} from './authorisation.access.ts'
import {
  createAuthenticator,
  computeTotpCode,
  makePasskey,
} from '#testing/fixtures/secondFactor.ts'
import { everyStanding, type Standing } from './standings.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

/** Callers who are signed in; the others have nothing to change. */
const ACCOUNTS: ReadonlySet<Standing> = new Set([
  'suspended',
  'waiting',
  'unasked',
  'overdue',
  'outside',
  'inside',
  'moderator',
  'admin',
])

const everybody = (outcome: ExpectedOutcome): Outcomes =>
  Object.fromEntries(everyStanding.map((standing) => [standing, outcome])) as Outcomes

const isAccount = ({ standing }: AccessScene) => ACCOUNTS.has(standing)

/** A passkey of the caller, re-authenticated, if they have an account and may; else of nobody. */
async function ownPasskey(scene: AccessScene): Promise<{ params: { passkeyId: string } }> {
  const { club, who } = scene
  if (!isAccount(scene)) return { params: { passkeyId: uuid() } }
  await proveSession(club, who)
  const { result } = await makePasskey(club, who)
  return { params: { passkeyId: result.ok ? result.answer.passkey.id : uuid() } }
}

async function begun<T extends { ok: boolean }>(start: Promise<T>) {
  const result = (await start) as unknown as { answer?: { challengeId: string; options: Started } }
  return result.answer ?? null
}
type Started = Record<string, unknown>

export const factorRows: AccessRow[] = [
  row(factors.startPasskey, async ({ club, who }) => (await proveSession(club, who), {})),
  row(factors.addPasskey, async ({ club, who }) => {
    await proveSession(club, who)
    const started = await begun(club.call(who, factors.startPasskey, {}))
    const credential = started ? createAuthenticator(club).create(started.options) : {}
    const challengeId = started?.challengeId ?? uuid()
    return { body: { challengeId, credential, name: 'My phone' } }
  }),
  row(factors.renamePasskey, async (scene) => ({
    ...(await ownPasskey(scene)),
    body: { name: 'My key' },
  })),
  row(factors.removePasskey, ownPasskey),
  row(factors.startTotp, async ({ club, who }) => (await proveSession(club, who), {})),
  row(factors.confirmTotp, async ({ club, who }) => {
    await proveSession(club, who)
    const started = await club.call(who, factors.startTotp, {})
    const code = started.ok ? computeTotpCode(started.answer.secret, club.app.now()) : '000000'
    return { body: { code } }
  }),
  row(factors.removeTotp, async ({ club, who }) => (await proveSession(club, who), {})),
  row(factors.renewRecoveryCodes, async (scene) => (await ownPasskey(scene), {})),
  row(factors.startPasskeyLogIn, noRequest),
  row(factors.logInWithPasskey, async ({ club }) => {
    const mia = await club.member()
    await proveSession(club, mia)
    const { authenticator } = await makePasskey(club, mia)
    const started = (await begun(club.call(null, factors.startPasskeyLogIn, {})))!
    const credential = authenticator.get(started.options)
    return { body: { challengeId: started.challengeId, credential } }
  }),
  // the password comes first, for every caller
  row(factors.startSecondFactor, noRequest, everybody('log_in_expired')),
  row(factors.logInWithFactor, () => ({ body: { code: '000000' } }), everybody('log_in_expired')),
  row(factors.startPasskeyProof, async (scene) => (await ownPasskey(scene), {})),
]
