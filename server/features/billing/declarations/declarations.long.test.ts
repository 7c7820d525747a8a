import { expect, test } from 'vitest'
import { declareCancellation, declareWithdrawal } from '#contract/billing/declarations.ts'
import { openClub } from '#testing/club/club.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { aCancellation, aWithdrawal } from '#testing/billing/declarations.ts'
import { deviate, DEVIATION_LIMIT, measureTime, type Timed } from '#testing/club/timing.ts'

const SAMPLES = 150

test.each(['a cancellation', 'a withdrawal'] as const)(
  '%s takes equally long whether or not there is a contract',
  async (what) => {
    await using club = await openClub({ config: { limitsFactor: 1_000_000 } })
    const members = []
    for (let i = 0; i < SAMPLES; i += 1) members.push(await club.member())
    for (const member of members) await createContract(club, member)
    const times: Timed[] = []
    const time = async (isKnown: boolean, contract: string) => {
      const declare = () =>
        what === 'a cancellation'
          ? club.call(null, declareCancellation, { body: aCancellation({ contract }) })
          : club.call(null, declareWithdrawal, { body: aWithdrawal({ contract }) })
      times.push({ isKnown, ms: await measureTime(declare) })
    }
    for (const { email } of members) {
      await time(true, email)
      await time(false, email.replace('@', 'x@'))
    }
    expect(Math.abs(deviate(times.slice(20)))).toBeLessThan(DEVIATION_LIMIT)
  },
  300_000,
)
