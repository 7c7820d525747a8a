import { expect, test } from 'vitest'
import { isTest, sources } from './sources.ts'

/**
 * What makes a test hang on how fast a machine is: to wait for time to pass, to measure how much has
 * passed, to count what has not all come yet, or to give something up so soon that a busy machine
 * does not get to it.
 */
const BY_THE_CLOCK: Record<string, RegExp> = {
  'waits for time': /waitForTimeout|\bsleep\(|Atomics\.wait|(?<!test\.|near\.)\bsetTimeout\(/,
  'measures time': /performance\.now\(\)|hrtime/,
  // findAllBy… comes back with the first it sees
  'counts too soon':
    /await [\w.]+\.findAllBy.*(\.length\)\.toBe\(|toHaveLength\((?!1\))|toBeGreaterThan\((?!0\)))/,
  'gives up soon': /\btimeout: (\d{1,3}|[1-4]_?\d{3})\b/,
}

/** Where it may, and why. */
const NAMED: Record<string, string> = {
  'testing/until.ts': 'the one place where tests pause between two looks',
  'e2e/rooms/faults.spec.ts':
    'how long a line is out of order is the fault itself: the promises of ten seconds are counted from its end',
  'server/features/privacy/export/export.long.test.ts':
    'a hundred thousand posts within thirty seconds is what it promises; it has the machine to itself',
  'server/platform/decoding/decoder.long.test.ts':
    'a process that is stopped for longer than its limit must not be ended, which only lasting so long shows',
  'server/platform/print/printing.test.ts':
    'a process that stands still, as on a laptop that sleeps, can look at nothing while it does',
  'testing/fuzz/fuzz.run.ts':
    'it goes on for as long as it is told, and comes back when the club says',
  'testing/club/load.ts': 'overload is so many questions a second',
  'testing/club/process/draining.ts':
    'that streams end one after the other is what lies between the first end and the last, with five milliseconds to each',
  'testing/club/timing.ts':
    'whether there is an account must not be told by how long an answer takes: compared by ranks, in turns',
}

/** Where each test begins with a clock of its own, time passes as the test says. */
const OWN_CLOCK = /beforeEach\([^}]*vi\.useFakeTimers\(\{ now/

// the checks themselves name what they look for
const tests = sources.filter(
  (source) => isTest(source) && !source.path.startsWith('checks/') && !OWN_CLOCK.test(source.text),
)

const found = (text: string) =>
  text.split('\n').flatMap((line, at) =>
    Object.entries(BY_THE_CLOCK)
      .filter(([, pattern]) => pattern.test(line))
      .map(([what]) => `${at + 1} ${what}: ${line.trim()}`),
  )

test('tests wait for what is said or seen, not for time', () => {
  expect(tests.length).toBeGreaterThan(500)
  expect(
    tests
      .filter(({ path }) => !(path in NAMED))
      .flatMap(({ path, text }) => found(text).map((place) => `${path}:${place}`)),
  ).toEqual([])
})

test('whatever is named here still goes by the clock', () => {
  const needed = tests.filter(({ text }) => found(text).length > 0).map(({ path }) => path)
  expect(Object.keys(NAMED).filter((path) => !needed.includes(path))).toEqual([])
  expect(Object.keys(NAMED).length).toBeLessThan(15)
})
