import { expect, test } from 'vitest'
import { uuid } from '#testing/random.ts'
import { judge, Tally, type Outcome, type Stored } from './judge.ts'

const store = (number: number, text = `post ${number}`): Stored => ({
  id: uuid(),
  slug: 'room-1',
  number,
  text,
})

function goWell(): Outcome {
  const tally = new Tally()
  for (const answer of ['200', '200', '503']) tally.count(answer)
  return {
    tally,
    stored: [1, 2, 3].map((number) => store(number)),
    missing: 0,
    wholeMs: 900,
    restMs: 1_200,
    withdrawnMs: 80,
    memory: [{ before: 200_000, after: 210_000 }],
    files: [],
  }
}

test('nothing is found where all is as it was promised', () => {
  expect(judge(goWell(), [])).toEqual([])
})

const FAULTS: [string, Partial<Outcome>][] = [
  ['2 acknowledged posts are missing', { missing: 2 }],
  ['1 posts are there twice', { stored: [store(1), store(2), store(3, 'post 2')] }],
  ['1 numbers of rooms are left out', { stored: [store(1), store(3)] }],
  ['not everybody was whole within a minute', { wholeMs: null }],
  ['whole after 10001 ms', { wholeMs: 10_001 }],
  ['not everything was sent within a minute', { restMs: null }],
  ['a right was not withdrawn within a minute', { withdrawnMs: null }],
  ['rights withdrawn after 3001 ms', { withdrawnMs: 3_001 }],
  ['a process grew from 200000 to 400000 KiB', { memory: [{ before: 200_000, after: 400_000 }] }],
  ['nobody knows of a file', { files: ['nobody knows of a file'] }],
]

test.each(FAULTS)('it says: %s', (said, fault) => {
  expect(judge({ ...goWell(), ...fault }, [])).toEqual([said])
})

test.each(['500', '502', '422', 'broken', '503 without Retry-After'])(
  'an answer %s is said, unless the fault explains it',
  (answer) => {
    const outcome = goWell()
    outcome.tally.count(answer)
    expect(judge(outcome, [])).toEqual([`1 times answered: ${answer}`])
    expect(judge(outcome, [answer])).toEqual([])
  },
)
