import { expect, test } from 'vitest'
import { logIn, requestPasswordReset, resendConfirmation } from '#contract/auth.ts'
import { signUp } from '#contract/signup.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { joinWaitlist } from '#contract/waitlist.ts'
import { openClub } from '#server/testing/club.ts'
import { newcomer } from '#server/testing/newcomer.ts'
import { deviate, DEVIATION_LIMIT } from '#server/testing/timing.ts'

const SAMPLES = 200

const club = () => openClub({ config: { limitsFactor: 1_000_000, discreet: true } })
type OpenClub = Awaited<ReturnType<typeof club>>
type Ask = (club: OpenClub, email: string) => Promise<{ status: number }>

const asking =
  <E extends typeof requestPasswordReset | typeof resendConfirmation | typeof joinWaitlist>(
    endpoint: E,
  ): Ask =>
  (at, email) =>
    at.call(null, endpoint, { body: { email } } as RequestOf<E>)

test.each<[string, Ask]>([
  [
    'a log-in',
    (at, email) => at.call(null, logIn, { body: { email, password: 'a wrong password' } }),
  ],
  ['a reset', asking(requestPasswordReset)],
  ['a resend', asking(resendConfirmation)],
  ['a discreet request to join', asking(joinWaitlist)],
  ['a discreet sign-up', (at, email) => at.call(null, signUp, newcomer({ email }))],
])(
  '%s takes equally long for known and unknown addresses',
  async (_, ask) => {
    await using at = await club()
    // each address once, so that both kinds have as many counted attempts
    const members = []
    for (let i = 0; i < SAMPLES; i += 1) members.push(await at.member())
    const times: { isKnown: boolean; ms: number }[] = []
    const time = async (isKnown: boolean, email: string) => {
      const start = performance.now()
      await ask(at, email)
      times.push({ isKnown, ms: performance.now() - start })
    }
    for (const { email } of members) {
      await time(true, email)
      await time(false, email.replace('@', 'x@'))
    }
    expect(Math.abs(deviate(times.slice(20)))).toBeLessThan(DEVIATION_LIMIT)
  },
  300_000,
)
