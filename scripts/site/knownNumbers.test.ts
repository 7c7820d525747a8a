import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { at } from '../places.js'
import { knownNumbers } from './knownNumbers.ts'

type Handler = (code: string, id: string) => unknown
const run = (code: string, id: string): unknown =>
  (knownNumbers().transform as { handler: Handler }).handler(code, id)
const IMPORT = `import { limits } from '#contract/limits.ts'\n`

test('a number of the club stands where it is named, in code and in words', () => {
  const source = `${IMPORT}field(limits.password.min, limits.photos, limits.retryDays, other.limits.photos)`
  expect(run(source, '/web/x.tsx')).toBe(
    `${IMPORT}field(${limits.password.min}, ${limits.photos}, limits.retryDays, other.limits.photos)`,
  )
  const words = '{ "full": "{{limits.photos}} of {{count}}" }'
  expect(run(words, '/web/text/en/x.json')).toBe(`{ "full": "${limits.photos} of {{count}}" }`)
})

test('where words look numbers up by name, a build leaves nothing of the list', () => {
  expect(readFileSync(at('web/text/words.ts'), 'utf8')).toContain(`from './readLimit.ts'`)
  const path = at('web/text/readLimit.ts')
  expect(run(readFileSync(path, 'utf8'), path)).toBe(`export const readLimit = () => ''`)
})

test('what somebody else calls so stays', () => {
  expect(run('const { limits } = call\nlimits.photos', '/web/x.ts')).toBeNull()
})
