import { expect, test } from 'vitest'
import { resendConfirmation } from '#contract/accounts/auth.ts'
import { signUp } from '#contract/admission/signup.ts'
import { joinWaitlist } from '#contract/admission/waitlist.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { probes } from '#testing/club/probes.ts'
import { deviate, DEVIATION_LIMIT, measureTimes } from '#testing/club/timing.ts'

const SAMPLES = 200

type Ready = (club: Club) => Promise<(email: string) => Promise<unknown>>

test.each<[string, Ready]>([
  ...Object.entries(probes),
  ['a resend', async (club) => (email) => club.call(null, resendConfirmation, { body: { email } })],
  [
    'a discreet request to join',
    async (club) => (email) => club.call(null, joinWaitlist, { body: { email } }),
  ],
  ['a discreet sign-up', async (club) => (email) => club.call(null, signUp, newcomer({ email }))],
])(
  '%s takes equally long for known and unknown addresses',
  async (_, ready) => {
    await using club = await openClub({ config: { limitsFactor: 1_000_000, discreet: true } })
    const times = await measureTimes(club, await ready(club), SAMPLES)
    expect(Math.abs(deviate(times))).toBeLessThan(DEVIATION_LIMIT)
  },
  300_000,
)
