import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { tallyJourneys, tallyOne, tallyTests, tellFailure } from './failures.js'
import { at, MODULES } from '../places.js'
import { quoteWord } from '../quoting.js'
import { runNode } from '../run-child.js'
import type { Report } from './testReport.js'

beforeEach(() => {
  vi.stubEnv('SEED', 'abc')
  return () => vi.unstubAllEnvs()
})

/** What a shell hands on of a command line. */
const wordsOf = (line: string): string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

test.each([
  ['posts.spec.ts:42', 'posts.spec.ts:42'],
  ['mia posts', '"mia posts"'],
  ["mia's posts", '"mia\'s posts"'],
  ['says "hello"', '\'says "hello"\''],
  ['costs $5', "'costs $5'"],
  ["mia's `code` costs $5!", "'mia'\\''s `code` costs $5!'"],
  ['', '""'],
])('%s is quoted as it has to be and no more', (word, quoted) => {
  expect(quoteWord(word)).toBe(quoted)
  expect(wordsOf(quoted)).toEqual([word])
})

/** Lets vitest run files of that text in a folder of their own, and reads what it reports. */
async function report(files: Record<string, string>): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'club-report-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await symlink(MODULES, join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files))
    await writeFile(
      join(folder, name),
      `import { beforeAll, describe, expect, test } from 'vitest'\n${text}`,
    )
  const reportPath = join(folder, 'report.json')
  const reporter = `--reporter=${at('scripts/proof/testReport.js')}`
  const vitest = join(MODULES, 'vitest', 'vitest.mjs')
  const env = { TEST_REPORT: reportPath }
  expect(
    await runNode(vitest, ['run', '--root', folder, reporter], { env, onOutput: () => {} }),
  ).toBe(1)
  return JSON.parse(await readFile(reportPath, 'utf8')) as Report
}

test('a run tells every failure with its reason, those outside of tests too', async () => {
  const { passed, failed } = await report({
    'posts.test.ts': `
      test('passes', () => {})
      describe('in a room', () => test('adds', () => expect(1 + 1).toBe(3)))
      describe('set up', () => {
        beforeAll(() => { throw new Error('no room') })
        test('never runs', () => {})
      })`,
    'broken.test.ts': `throw new Error('not loaded')`,
    'forgotten.test.ts': `test('forgets', () => void Promise.reject(new Error('nobody waits')))`,
  })
  expect(passed).toBe(2)
  const listed = failed.map((one) => ({ ...one, file: basename(one.file ?? '') }))
  expect(listed.sort((a, b) => a.file.localeCompare(b.file))).toEqual([
    expect.objectContaining({
      file: 'broken.test.ts',
      reason: expect.stringMatching('not loaded'),
    }),
    expect.objectContaining({
      file: 'forgotten.test.ts',
      where: 'outside of any test',
      reason: expect.stringMatching('nobody waits'),
    }),
    {
      file: 'posts.test.ts',
      test: expect.stringMatching(/^in a room.*adds$/),
      reason: expect.stringMatching(/expected 2 to be 3[^]*posts\.test\.ts:4/),
    },
    expect.objectContaining({
      file: 'posts.test.ts',
      where: expect.stringMatching('set up'),
      reason: expect.stringMatching('no room'),
    }),
  ])
})

test('a failing test is repeated alone by one command that a shell takes as it stands', () => {
  const file = 'server/features/posts/posts.test.ts'
  const name = 'mia\'s "post" costs $5 > `twice`\nand more'
  const { failures } = tallyTests({ passed: 3, failed: [{ file, test: name, reason: 'no' }] }, '')
  const repeat = failures[0]!.repeat
  expect(repeat).toMatch(/^SEED=abc npm test -- server\/features\/posts\/posts\.test\.ts -t '/)
  // a line break cannot be typed
  const typed = 'mia\'s "post" costs $5 > `twice`'
  expect(wordsOf(repeat.replace('SEED=abc ', ''))).toEqual(['npm', 'test', '--', file, '-t', typed])
})

test('what fails outside of any file is repeated by the whole of it', () => {
  const failed = [{ where: 'outside of any test', reason: 'no' }]
  expect(tallyTests({ passed: 0, failed }, 'SEED=abc npm test').failures).toEqual([
    { name: 'outside of any test', reason: 'no', repeat: 'SEED=abc npm test' },
  ])
})

const journey = (title: string, line: number, error?: string) => ({
  title,
  file: 'talk.spec.ts',
  line,
  tests: [
    {
      status: error ? 'unexpected' : 'expected',
      results: [{ errors: error ? [{ message: error }] : [] }],
    },
  ],
})

test('a failing journey is repeated by its line, and by its name where a loop makes several', () => {
  const specs = [
    journey('mia talks', 42, 'nobody answers'),
    journey('at 320 px (dark)', 60, 'too wide'),
    journey('at 768 px (dark)', 60),
  ]
  const report = { stats: { expected: 1 }, suites: [{ suites: [{ specs }] }] }
  expect(tallyJourneys(report, '')).toEqual({
    passed: 1,
    failures: [
      {
        name: 'e2e/talk.spec.ts › mia talks',
        reason: 'nobody answers',
        seen: '',
        repeat: 'SEED=abc npm run e2e -- e2e/talk.spec.ts:42',
      },
      {
        name: 'e2e/talk.spec.ts › at 320 px (dark)',
        reason: 'too wide',
        seen: '',
        repeat: String.raw`SEED=abc npm run e2e -- e2e/talk.spec.ts:60 -g 'at 320 px \(dark\)$'`,
      },
    ],
  })
})

test('a failing journey tells what its pages showed, before the command that repeats it', () => {
  const body = Buffer.from('/rooms shows: Busy').toString('base64')
  const attachments = [{ name: 'seen', body }, { name: 'trace' }]
  const spec = journey('mia talks', 42)
  spec.tests = [
    { status: 'unexpected', results: [{ errors: [{ message: 'no' }], attachments }] },
  ] as never
  const report = { stats: { expected: 0 }, suites: [{ specs: [spec] }] }
  const output = tellFailure('browser', tallyJourneys(report, '').failures[0]!)
  expect(output).toContain('no\n    /rooms shows: Busy\n    repeat: ')
})

test('an error outside of any journey counts as a failure', () => {
  const report = { stats: { expected: 0 }, suites: [], errors: [{ message: 'cannot load' }] }
  expect(tallyJourneys(report, 'npm run e2e').failures).toEqual([
    { name: 'outside of any journey', reason: 'cannot load', repeat: 'npm run e2e' },
  ])
})

test('what is right as a whole or not tells what it wrote', () => {
  expect(tallyOne('lint', 0, '')).toEqual({ passed: 1, failures: [] })
  expect(tallyOne('lint', 2, 'posts.ts(3,1): error').failures).toEqual([
    { name: 'lint', reason: 'posts.ts(3,1): error', repeat: 'npm run check -- lint' },
  ])
})

test('a failure is told short and without colours', () => {
  const reason = `\u001b[31m${'long\n'.repeat(100)}`
  const output = tellFailure('tests', { name: 'posts', reason, repeat: 'npm test' })
  expect(output.split('\n').length).toBeLessThan(20)
  expect(output).not.toContain('\u001b')
  expect(output).toMatch(/^✗ tests: posts\n {4}long\n[^]*\n {4}repeat: npm test\n$/)
})
