import { expect, test } from 'vitest'
import { surviveConfirming } from '#testing/moderation/killing.ts'

test('killed on the way, and started again, all of a confirmed decision holds, and nothing twice', async () => {
  expect(await surviveConfirming({ stride: 9 })).toBeGreaterThan(5)
})
