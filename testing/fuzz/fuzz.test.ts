import { expect, test } from 'vitest'
import { SEED } from '#testing/random.ts'
import { fuzz } from './fuzz.run.ts'

const REQUESTS = 150

test.each([
  ['always the same', 'parlour'],
  ['by the seed of the run', SEED],
])(
  'whatever is asked gets a declared answer, never a failure (%s)',
  { timeout: 180_000 },
  async (_, seed) => {
    const { problems, requests, later } = await fuzz({ seed, count: REQUESTS })
    expect(problems.join('\n\n')).toBe('')
    expect(requests).toBe(REQUESTS)
    expect(later).toBeLessThan(REQUESTS / 30)
  },
)
