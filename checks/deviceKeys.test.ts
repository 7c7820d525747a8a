import { expect, test } from 'vitest'
import { deviceKeys, type DeviceKey } from '#contract/privacy/deviceKeys.ts'
import { code } from './sources.ts'

const web = code.filter(({ path }) => path.startsWith('web/') && !path.startsWith('web/testing/'))
const server = code.filter(({ path }) => path.startsWith('server/'))
const beginningOf = (name: string) => name.replace(/\*$/, '')
const listed = (kind: DeviceKey['kind']) =>
  deviceKeys.filter((one) => one.kind === kind).map(({ name }) => beginningOf(name))

/** Words in quotes and the beginnings of templates. */
const literals = (text: string) =>
  [...text.matchAll(/'([\w.-]+)'|`([\w.-]+)/g)].map(([, quoted, begun]) => quoted ?? begun ?? '')

/** Keeps what it is told to under keys that another file names. */
const TOLD = ['web/platform/outbox/outbox.sent.ts', 'web/platform/outbox/outbox.shelf.ts']

test('whatever a script keeps on a device is listed', () => {
  const unlisted = web.flatMap(({ path, text }) =>
    (['localStorage', 'sessionStorage'] as const)
      .filter((kind) => text.includes(`${kind}.setItem`) && !TOLD.includes(path))
      .filter((kind) => !literals(text).some((one) => listed(kind).includes(one)))
      .map((kind) => `${path} (${kind})`),
  )
  expect(unlisted).toEqual([])
  const ours = web.flatMap(({ text }) => literals(text)).filter((one) => one.startsWith('parlour.'))
  const known = [...listed('localStorage'), ...listed('sessionStorage')]
  expect(ours.filter((one) => !known.includes(one))).toEqual([])
})

/** A member who turns on push has a worker, which stores one page. */
const WORKER = ['web/platform/start/worker.ts', 'web/public/worker.js']

test('nothing is kept where nobody would look for it', () => {
  const elsewhere = /\b(indexedDB|caches\.|cookieStore|serviceWorker\.register)/
  const found = web.filter(({ text }) => elsewhere.test(text)).map(({ path }) => path)
  expect(found.filter((path) => !WORKER.includes(path))).toEqual([])
  const workers = web.filter(({ path }) => WORKER.includes(path))
  const opened = workers.flatMap(({ text }) => /caches\.open\((.*?)\)/.exec(text)?.[1] ?? [])
  expect(opened).toEqual(['CACHE'])
  for (const kind of ['cache', 'worker'] as const)
    for (const name of listed(kind))
      expect(workers.flatMap(({ text }) => literals(text))).toContain(name)
})

test('whatever the server sets as a cookie is listed', () => {
  const named = server.flatMap(({ text }) =>
    [...text.matchAll(/_COOKIE = '(\w+)'/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !listed('cookie').includes(name))).toEqual([])
})

test('the list holds nothing that is not kept', () => {
  const all = [...web, ...server].flatMap(({ text }) => literals(text))
  expect(
    deviceKeys.map(({ name }) => beginningOf(name)).filter((name) => !all.includes(name)),
  ).toEqual([])
})
