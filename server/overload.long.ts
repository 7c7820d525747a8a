import { test } from 'vitest'
import { surviveOverload } from '#server/testing/overload.ts'

test(
  'a minute at three times what it can bear leaves no trace in time or memory',
  { timeout: 600_000 },
  () => surviveOverload({ seconds: 60 }),
)
