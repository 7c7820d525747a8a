import { expect, test } from 'vitest'
import { changePassword } from '#contract/accounts/security.ts'
import { joinWaitlist, leaveWaitlist } from '#contract/admission/waitlist.ts'
import { rates } from '#contract/limits.ts'
import { openClub } from '#testing/club/club.ts'
import { handleWithinLimits } from './callLimits.ts'

test('limit on an endpoint: counted for each member, and only what was understood', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  const change = (who: typeof mia, currentPassword: string) =>
    club.call(who, changePassword, { body: { currentPassword, password: 'correct horse battery' } })
  for (let times = 0; times < 5; times += 1)
    expect(await change(mia, '')).toMatchObject({ code: 'invalid_input' })
  for (let times = 0; times < rates.passwordChangePerAccount.max; times += 1)
    expect(await change(mia, 'wrong')).toMatchObject({ code: 'invalid_credentials' })
  expect(await change(mia, 'wrong')).toMatchObject({ status: 429, code: 'too_many_attempts' })
  expect(await change(tom, 'wrong')).toMatchObject({ code: 'invalid_credentials' })
})

test('limit left to the handler: an answer without counting is a fault where tests run', async () => {
  const call = { ...joinWaitlist, isLimitedByHandler: true } as const
  const forgetful = { call, handle: async () => ({ done: true }) }
  const input = { body: { email: 'mia@example.org' } }
  await expect(handleWithinLimits(forgetful, {} as never, input, { strict: true })).rejects.toThrow(
    '/api/waitlist answered without counting its limits',
  )
  const unlimited = { call: leaveWaitlist, handle: forgetful.handle }
  expect(await handleWithinLimits(unlimited, {} as never, input, { strict: true })).toEqual({
    done: true,
  })
})
