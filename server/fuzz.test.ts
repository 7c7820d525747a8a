import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { fuzz } from './testing/fuzz.run.ts'

const REQUESTS = 1200

test.each([
  ['always the same', 'parlour'],
  ['new every time', randomBytes(4).toString('hex')],
])(
  'whatever is asked gets a declared answer, never a failure (%s, seed %s)',
  { timeout: 180_000 },
  async (_, seed) => {
    const { problems, asked, later } = await fuzz({ seed, count: REQUESTS })
    expect(problems.join('\n\n')).toBe('')
    expect(asked).toBe(REQUESTS)
    expect(later).toBeLessThan(REQUESTS / 100)
  },
)
