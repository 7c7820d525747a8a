import { expect, test } from 'vitest'
import { joinWaitlist, leaveWaitlist } from '#contract/admission/waitlist.ts'
import { hidePost } from '#contract/members/blocks.ts'
import { rates } from '#contract/limits.ts'
import { openClub } from '#testing/club/club.ts'
import { handleWithinLimits } from './callLimits.ts'

const POST = '0e1a2b3c-0000-4000-8000-000000000001'

test('limit on an endpoint: counted for each member, and only what was understood', async () => {
  await using club = await openClub({ config: { limitsFactor: 1 } })
  const [mia, tom] = [await club.member(), await club.member()]
  const hide = (who: typeof mia, postId = POST) => club.call(who, hidePost, { params: { postId } })
  for (let times = 0; times < 5; times += 1)
    expect(await hide(mia, 'no id')).toMatchObject({ code: 'invalid_input' })
  for (let times = 0; times < rates.hide.max; times += 1)
    expect(await hide(mia)).toMatchObject({ status: 200 })
  const refused = await hide(mia)
  expect(refused).toMatchObject({ status: 429, code: 'too_many_attempts' })
  expect(await hide(tom)).toMatchObject({ status: 200 })
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
