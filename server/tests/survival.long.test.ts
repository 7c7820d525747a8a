import { test } from 'vitest'
import { surviveKills } from '#testing/club/process/survival.ts'

test(
  'two hundred kills under a stream of posts lose nothing and double nothing',
  { timeout: 2_400_000 },
  () => surviveKills(200),
)
