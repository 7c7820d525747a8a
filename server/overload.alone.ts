import { test } from 'vitest'
import { surviveOverload } from '#server/testing/overload.ts'

test(
  'asked three times what it can bear, the club refuses fast and honestly, and is its old self at once',
  { timeout: 120_000 },
  () => surviveOverload({ seconds: 5 }),
)
