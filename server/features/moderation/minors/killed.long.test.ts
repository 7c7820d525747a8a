import { expect, test } from 'vitest'
import { surviveConfirming } from '#testing/moderation/killing.ts'

test(
  'killed at any statement, and started again, all of a confirmed decision holds, and nothing twice',
  { timeout: 120_000 },
  async () => {
    expect(await surviveConfirming({ stride: 1 })).toBeGreaterThan(100)
  },
)
