import { expect, test } from 'vitest'
import { resendConfirmation } from '#contract/auth.ts'
import { signUp } from '#contract/signup.ts'
import { joinWaitlist } from '#contract/waitlist.ts'
import { openClub, type Club } from '#server/testing/club.ts'
import { newcomer } from '#server/testing/newcomer.ts'
import { probes } from '#server/testing/probes.ts'
import { deviate, DEVIATION_LIMIT, timesOf } from '#server/testing/timing.ts'

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
    const times = await timesOf(club, await ready(club), SAMPLES)
    expect(Math.abs(deviate(times))).toBeLessThan(DEVIATION_LIMIT)
  },
  300_000,
)
