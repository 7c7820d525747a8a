import { expect, test, vi } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { cancelSubscription } from '#contract/billing/billing.ts'
import { declareCancellation, declareWithdrawal } from '#contract/billing/declarations.ts'
import { pages } from '#contract/pages.ts'
import { openClub } from '#testing/club/club.ts'
import { aCancellation, aWithdrawal } from '#testing/billing/declarations.ts'
import { uuid } from '#testing/random.ts'
import { Overload } from '#server/platform/http/overload/overload.ts'

test('a contract can be ended while everything else is refused for the crowd (§ 312k (6) BGB)', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const full = vi.spyOn(Overload.prototype, 'isFull').mockReturnValue(true)
  try {
    expect(await club.call(mia, getSession, {})).toMatchObject({ status: 503 })
    const cancelled = await club.call(null, declareCancellation, { body: aCancellation() })
    expect(cancelled).toMatchObject({ ok: true })
    const body = aWithdrawal({ id: uuid() })
    expect(await club.call(null, declareWithdrawal, { body })).toMatchObject({ ok: true })
    // answered, not refused: they have none
    expect(await club.call(mia, cancelSubscription, {})).toMatchObject({
      code: 'nothing_to_cancel',
    })
    const refused = async ({ path }: { path: string }) =>
      (await fetch(club.url + path)).headers.has('retry-after')
    expect(await refused(pages.landing)).toBe(true)
    expect(await refused(pages.cancellation)).toBe(false)
    expect(await refused(pages.withdrawal)).toBe(false)
  } finally {
    full.mockRestore()
  }
})
