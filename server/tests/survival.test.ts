import { test } from 'vitest'
import { surviveKills } from '#testing/club/process/survival.ts'

test(
  'whatever is killed under a stream of posts, no acknowledged post is lost and none is there twice',
  { timeout: 240_000 },
  () => surviveKills(3),
)
