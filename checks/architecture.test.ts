import { expect, test } from 'vitest'
import { listImports } from '../scripts/proof/imports.js'
import { OF_SERVER } from '../scripts/site/leanContract.ts'
import { code, findFeature, sources } from './sources.ts'

/** Who may import whom (rules 1 and 2). A layer may import itself and what is listed; nothing else. */
const LAYERS: Record<string, { files: RegExp; may: RegExp }> = {
  contract: { files: /^contract\//, may: /^(contract\/|zod\/mini$)/ },
  'server platform': {
    files: /^server\/platform\//,
    may: /^(contract\/|server\/(platform|text)\/|server\/config\.ts$|node:|(?!server|web|\.)[@a-z])/,
  },
  'server feature': {
    files: /^server\/features\//,
    may: /^(contract\/|server\/(platform|features|text)\/|node:|@[^/]+(\/[^/]+){1,2}$|[a-z][^/]*(\/[^/]+)?$)/,
  },
  'server root': { files: /^server\/([^/]+|(cli|routes)\/.+)$/, may: /^(?!web\/|e2e\/|checks\/)/ },
  'web ui': { files: /^web\/ui\//, may: /^(web\/ui\/|react|@base-ui\/|@fontsource)/ },
  'web text': { files: /^web\/text\//, may: /^(contract\/|web\/(text|platform)\/|react)/ },
  'web platform': {
    files: /^web\/platform\//,
    may: /^(contract\/|web\/((platform|text|ui)\/|paths\.ts$)|react|zod\/mini$|@tanstack\/|@base-ui\/|@simplewebauthn\/browser$)/,
  },
  'web feature': {
    files: /^web\/features\//,
    may: /^(contract\/|web\/(features|platform|text|ui|paths)|react|@tanstack\/|uqr$)/,
  },
  'web page': {
    files: /^web\/(pages|legal)\//,
    // what parses Markdown stays where the public pages are written
    may: /^(contract\/|web\/(?!static\/legal)|react|@tanstack\/)/,
  },
}

const trespasses = (
  files: (path: string) => boolean,
  mayNot: (path: string, target: string) => boolean,
) =>
  code
    .filter(({ path }) => files(path))
    .flatMap(({ path, imports }) =>
      imports.filter((target) => mayNot(path, target)).map((target) => `${path} → ${target}`),
    )

test.each(Object.entries(LAYERS))('%s imports only what it may', (_, { files, may }) => {
  expect(code.some(({ path }) => files.test(path))).toBe(true)
  expect(
    trespasses(
      (path) => files.test(path),
      (_path, target) => !may.test(target),
    ),
  ).toEqual([])
})

test('web reads of a call nothing that is cut out of it when the app is built', () => {
  const parts = OF_SERVER.join('|')
  const reads = new RegExp(
    `\\{[^{}]*\\b(${parts})\\b[^{}]*\\}\\s*:\\s*\\w*Endpoint\\b|\\bendpoint\\.(${parts})\\b`,
  )
  expect('({ errors = [] }: Endpoint)').toMatch(reads)
  expect('endpoint.limits').toMatch(reads)
  expect(
    code
      .filter(({ path, text }) => path.startsWith('web/') && reads.test(text))
      .map(({ path }) => path),
  ).toEqual([])
})

test('a file that the routes load exports its screen and nothing else', () => {
  const routes = code.find(({ path }) => path === 'web/routes.tsx')!
  const loaded = [...routes.text.matchAll(/\bimport\('([^']+)'\)/g)].flatMap(([from]) =>
    listImports(routes.path, from),
  )
  expect(loaded.length).toBeGreaterThan(40)
  expect(
    code
      .filter(({ path }) => loaded.includes(path))
      .map(({ path, text }) => [path, text.match(/^export (?!type)[a-z ]+\w*(Page|Area)?/gm)])
      .filter(([, exports]) => exports?.length !== 1 || !/(Page|Area)$/.test(exports[0]!)),
  ).toEqual([])
})

test('server and web never meet', () => {
  expect(
    sources
      .filter(({ path }) => /^(server|web)\//.test(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => target.startsWith(path.startsWith('server/') ? 'web/' : 'server/'))
          .map((target) => `${path} → ${target}`),
      ),
  ).toEqual([])
})

const isOtherFeature = (path: string, target: string) =>
  findFeature(target) !== undefined && findFeature(target) !== findFeature(path)

test('a server feature reaches another only through the file of its name or a policy', () => {
  expect(
    trespasses(
      (path) => path.startsWith('server/features/'),
      (path, target) =>
        isOtherFeature(path, target) && !/\.policy\.ts$|\/([\w-]+)\/\1\.ts$/.test(target),
    ),
  ).toEqual([])
})

test('server features form no cycle', () => {
  const uses = new Map<string, Set<string>>()
  for (const { path, imports } of code.filter(({ path }) => path.startsWith('server/features/')))
    for (const other of imports.filter((target) => isOtherFeature(path, target)).map(findFeature))
      uses.set(findFeature(path)!, (uses.get(findFeature(path)!) ?? new Set()).add(other!))
  const cyclesFrom = (feature: string, trail: string[] = []): string[] =>
    trail.includes(feature)
      ? [[...trail, feature].join(' → ')]
      : [...(uses.get(feature) ?? [])].flatMap((next) => cyclesFrom(next, [...trail, feature]))
  expect([...uses.keys()].flatMap((feature) => cyclesFrom(feature))).toEqual([])
})

test('web features do not know each other; pages put them together', () => {
  expect(trespasses((path) => path.startsWith('web/features/'), isOtherFeature)).toEqual([])
})

test('each table is written by one feature, in its queries files', () => {
  const writers = new Map<string, Set<string>>()
  const files: string[] = []
  for (const { path, text } of code.filter(({ path }) =>
    /^server\/(features|platform)\//.test(path),
  ))
    for (const [, table] of text.matchAll(
      /\b(?:insert into|delete from|update)\s+([a-z_]+)\b(?!\s*=)(?=[\s`(])/g,
    )) {
      if (table === 'set' || table === 'of') continue
      writers.set(table!, (writers.get(table!) ?? new Set()).add(findFeature(path) ?? path))
      files.push(path)
    }
  expect(writers.size).toBeGreaterThan(8)
  expect([...writers].filter(([, owners]) => owners.size > 1).map(([table]) => table)).toEqual([])
  expect(
    files.filter((path) => path.startsWith('server/features/') && !/\.queries\.ts$/.test(path)),
  ).toEqual([])
})

test('there are no index files, barrels or drawers', () => {
  expect(
    sources
      .map(({ path }) => path)
      .filter((path) =>
        /(^|\/)(index\.tsx?|utils?|helpers?|common|lib|misc)(\/|\.tsx?$)/.test(path),
      ),
  ).toEqual([])
})
