import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { code, isTest, sources } from './sources.ts'

const linesWith = (pattern: RegExp, where = code) =>
  where.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, at) => ({ line, place: `${path}:${at + 1}` }))
      .filter(({ line }) => pattern.test(line))
      .map(({ place }) => place),
  )

test('only config.ts reads the environment of the server', () => {
  expect(
    linesWith(/process\.env|import\.meta\.env\b/, code).filter(
      (place) => !/^server\/config\.ts:|^web\/.*import\.meta\.env/.test(place),
    ),
  ).toEqual([])
})

test('the clock is ctx.now(): features and contract never ask for the time themselves', () => {
  expect(
    linesWith(
      /new Date\(\)|Date\.now\(\)|\bnow\(\)::|current_timestamp|clock_timestamp/,
      code.filter(({ path }) => /^(contract|server\/features)\//.test(path)),
    ).filter((place) => !place.includes('app.now')),
  ).toEqual([])
})

test('what is random and matters never comes from Math.random', () => {
  expect(
    linesWith(
      /Math\.random/,
      code.filter(({ path }) => /^(contract|server)\//.test(path)),
    ),
  ).toEqual([])
})

test('no markup is ever interpreted, and nothing is evaluated', () => {
  expect(
    linesWith(/dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|\beval\(|new Function\(/),
  ).toEqual([])
})

test('nothing is loaded from elsewhere', () => {
  expect(
    linesWith(/['"`(]https?:\/\/(?!localhost|127\.0\.0\.1|\[::1\]|www\.w3\.org\/)/, code).filter(
      (place) => /^web\//.test(place),
    ),
  ).toEqual([])
})

test('a part that cannot be fetched is caught around its import, which is packed with its style sheet', () => {
  // what is chained to `import()` itself goes into the wrapper the bundler puts around both, and hears nothing of the sheet
  expect(linesWith(/\bimport\('[^']+'\)\.(catch\(|then\(\w+, )/)).toEqual([])
})

test('no test is skipped or focused, and no check silenced without its reason', () => {
  expect(
    linesWith(/\b(test|it|describe)\.(skip|only|todo|fixme)\b/, sources.filter(isTest)),
  ).toEqual([])
  expect(
    linesWith(
      /@ts-(ignore|nocheck|expect-error)|(eslint|oxlint)-disable/,
      sources.filter(({ path }) => !path.startsWith('checks/')),
    ),
  ).toEqual([])
})

test('the contract imports zod as a namespace, which keeps it small', () => {
  expect(
    linesWith(
      /import \{ z \} from 'zod'/,
      sources.filter(({ path }) => !path.startsWith('checks/')),
    ),
  ).toEqual([])
})

test('migrations are numbered without gaps', () => {
  const names = globSync('migrations/*.sql').sort()
  expect(names.map((name) => Number(/(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]))).toEqual(
    names.map((_, at) => at + 1),
  )
})

test('every dependency is pinned to one exact version', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    Record<string, string>
  >
  const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}),
  )
  expect(versions.length).toBeGreaterThan(20)
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('only tests make passwords cheaper to hash', () => {
  expect(
    linesWith(
      /passwords\.ts'/,
      code.filter(({ text }) => /\bCOST\b[^]*passwords\.ts'/.test(text)),
    ),
  ).toEqual([])
})
