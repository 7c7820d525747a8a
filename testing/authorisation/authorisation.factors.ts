// What everybody's well-formed request about second factors gets.
import * as factors from '#contract/accounts/secondFactor.ts'
import { uuid } from '#testing/random.ts'
import {
  nothing,
  row,
  type Outcome,
  type Outcomes,
  type Row,
  type Scene,
} from './authorisation.access.ts'
import {
  createAuthenticator,
  computeTotpCode,
  makePasskey,
} from '#testing/fixtures/secondFactor.ts'
import { everyStanding, type Standing } from './standings.ts'
import { proved } from '#testing/fixtures/submissions.ts'

/** Whoever can sign in and is; the others have nothing of their own to change. */
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

const everybody = (outcome: Outcome): Outcomes =>
  Object.fromEntries(everyStanding.map((standing) => [standing, outcome])) as Outcomes

const isAccount = ({ standing }: Scene) => ACCOUNTS.has(standing)

/** Of whoever asks, freshly proved, if they have an account and may; else of nobody. */
async function ownPasskey(scene: Scene): Promise<{ params: { passkeyId: string } }> {
  const { club, who } = scene
  if (!isAccount(scene)) return { params: { passkeyId: uuid() } }
  await proved(club, who)
  const { result } = await makePasskey(club, who)
  return { params: { passkeyId: result.ok ? result.answer.passkey.id : uuid() } }
}

async function begun<T extends { ok: boolean }>(start: Promise<T>) {
  const result = (await start) as unknown as { answer?: { challengeId: string; options: Started } }
  return result.answer ?? null
}
type Started = Record<string, unknown>

export const factorRows: Row[] = [
  row(factors.startPasskey, async ({ club, who }) => (await proved(club, who), {})),
  row(factors.addPasskey, async ({ club, who }) => {
    await proved(club, who)
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
  row(factors.startTotp, async ({ club, who }) => (await proved(club, who), {})),
  row(factors.confirmTotp, async ({ club, who }) => {
    await proved(club, who)
    const started = await club.call(who, factors.startTotp, {})
    const code = started.ok ? computeTotpCode(started.answer.secret, club.app.now()) : '000000'
    return { body: { code } }
  }),
  row(factors.removeTotp, async ({ club, who }) => (await proved(club, who), {})),
  row(factors.renewRecoveryCodes, async (scene) => (await ownPasskey(scene), {})),
  row(factors.startPasskeyLogIn, nothing),
  row(factors.logInWithPasskey, async ({ club }) => {
    const mia = await club.member()
    await proved(club, mia)
    const { authenticator } = await makePasskey(club, mia)
    const started = (await begun(club.call(null, factors.startPasskeyLogIn, {})))!
    const credential = authenticator.get(started.options)
    return { body: { challengeId: started.challengeId, credential } }
  }),
  // the password comes first, whoever else they are
  row(factors.startSecondFactor, nothing, everybody('log_in_expired')),
  row(factors.logInWithFactor, () => ({ body: { code: '000000' } }), everybody('log_in_expired')),
  row(factors.startPasskeyProof, async (scene) => (await ownPasskey(scene), {})),
]
