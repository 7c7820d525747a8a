import { expect, onTestFinished, test, vi } from 'vitest'
import { prove } from './proof.js'

/** What is written while something is done. */
async function written(work: () => Promise<unknown>): Promise<string> {
  let text = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  onTestFinished(() => write.mockRestore())
  await work()
  return text
}

const passing = (name: string, output = '') => ({
  name,
  run: () => Promise.resolve({ passed: 2, failures: [], output }),
})

test('a proof ends with what failed, the seed, each stage, and the sum on the last line', async () => {
  vi.stubEnv('SEED', 'abc')
  onTestFinished(() => void vi.unstubAllEnvs())
  const failure = { name: 'posts.test.ts › mia posts', reason: 'no', repeat: 'SEED=abc npm test' }
  const failing = { name: 'tests', run: () => Promise.resolve({ passed: 1, failures: [failure] }) }
  const text = await written(async () => {
    expect(await prove([[passing('lint')], [failing]])).toBe(1)
  })
  expect(text.replaceAll(/\d+\.\d s/g, '1.0 s')).toBe(`
── lint

── tests

── what failed
✗ tests: posts.test.ts › mia posts
    no
    repeat: SEED=abc npm test

Seed: abc
✓ lint: 2 passed, 0 failed (1.0 s)
✗ tests: 1 passed, 1 failed (1.0 s)

3 passed, 1 failed
`)
})

test('what runs at the same time is shown in one piece each, in its order', async () => {
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>()
  const slow = { name: 'lint', run: () => isDone.then(passing('lint', 'lint says\n').run) }
  const quick = {
    name: 'format',
    run: () => (finish(), passing('format', 'format says\n').run()),
  }
  expect(await written(() => prove([[slow, quick]]))).toMatch(
    /^\n── lint\nlint says\n\n── format\nformat says\n/,
  )
})

test('what crashes has failed, and the others run', async () => {
  const crashing = { name: 'browser', run: () => Promise.reject(new Error('no disk')) }
  const text = await written(async () => {
    expect(await prove([[crashing], [passing('lint')]])).toBe(1)
  })
  expect(text).toMatch(/✗ browser: the runner\n {4}Error: no disk[^]*2 passed, 1 failed\n$/)
})
