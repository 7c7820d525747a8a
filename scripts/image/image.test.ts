import {
  cpSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../places.js'
import { writeArchive } from './archive.ts'
import { readDebianPackages, writeBom } from './bom.ts'
import { listDependencies, listNode, listOwn } from './contents.ts'
import { packLayer } from './image.ts'

const RELEASE = { version: '1.2.3', revision: 'f00', time: 1_790_000_000 }
const { time } = RELEASE

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'club-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The club's own part, as another person would have it: elsewhere, later, with another mask. */
function copyTree(): string {
  const folder = makeFolder()
  for (const name of [
    'contract',
    'deploy',
    'legal',
    'migrations',
    'server',
    'package.json',
    'package-lock.json',
  ])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  cpSync(join(ROOT, 'migrations'), join(folder, 'dist'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

test('the club’s own layer is the same bytes from another folder at another time', async () => {
  const [one, other] = [copyTree(), copyTree()]
  for (const { path, kind } of listOwn(other)) {
    const file = join(other, path.replace('srv/club/', ''))
    if (kind !== 'file') continue
    utimesSync(file, 1_000_000, 1_000_000)
    if (!path.includes('/deploy/')) chmodSync(file, 0o600)
  }
  const layers = await Promise.all(
    [one, other].map((root) =>
      packLayer(join(makeFolder(), 'blobs'), { about: 'the club', entries: listOwn(root), time }),
    ),
  )
  expect(layers[0]).toEqual(layers[1])
  expect(writeBom(one, [], RELEASE)).toBe(writeBom(other, [], RELEASE))
})

test('in the image lie what the club is started from and what it needs, and nothing of its tests', () => {
  const paths = [...listOwn(copyTree()), ...listNode(ROOT), ...listDependencies(ROOT)].map(
    ({ path }) => path,
  )
  expect(paths).toEqual(
    expect.arrayContaining([
      'srv/club/server/main.ts',
      'srv/club/deploy/serve',
      'srv/club/package.json',
      'srv/club/node_modules/pg/package.json',
      'var/lib/club',
    ]),
  )
  expect(paths.filter((path) => /node_modules\/node-[^/]*\/bin\/node$/.test(path))).toHaveLength(1)
  expect(
    paths.filter((path) =>
      /\/server\/.*\.test\.ts$|node_modules\/(?:vite|oxlint|jsdom)\//.test(path),
    ),
  ).toEqual([])
})

test('the bill of materials names each package the lock file has for this machine, by its sum', () => {
  const status =
    'Package: bash\nStatus: install ok installed\nArchitecture: amd64\nVersion: 5.2-1\n\nPackage: gone\nStatus: deinstall ok config-files\nVersion: 1'
  const bom = JSON.parse(writeBom(ROOT, readDebianPackages(status), RELEASE)) as {
    components: {
      'bom-ref': string
      version: string
      licenses?: unknown[]
      hashes?: { alg: string; content: string }[]
    }[]
  }
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      {
        version: string
        integrity: string
        dev?: boolean
        devOptional?: boolean
        optional?: boolean
      }
    >
  }
  const named = bom.components.filter((one) => one['bom-ref'].startsWith('node_modules/'))
  for (const { 'bom-ref': path, version, licenses, hashes } of named) {
    const [alg, sum] = lock.packages[path]!.integrity.split('-', 2)
    expect({
      path,
      version,
      sum: Buffer.from(hashes![0]!.content, 'hex').toString('base64'),
    }).toEqual({
      path,
      version: lock.packages[path]!.version,
      sum,
    })
    expect([hashes![0]!.alg, path, licenses?.length]).toEqual([
      alg!.replace('sha', 'SHA-'),
      path,
      1,
    ])
  }
  const wanted = Object.entries(lock.packages).filter(
    ([path, one]) => path !== '' && !one.dev && !one.devOptional && !one.optional,
  )
  expect(wanted.length).toBeGreaterThan(50)
  expect(named.map((one) => one['bom-ref'])).toEqual(
    expect.arrayContaining(wanted.map(([path]) => path)),
  )
  expect(bom.components.slice(named.length)).toEqual([
    expect.objectContaining({ 'bom-ref': 'debian/bash', version: '5.2-1' }),
  ])
})

test('an archive holds names longer than a head has room for', () => {
  const path = `${'long/'.repeat(50)}ä`
  const bytes = Buffer.concat([
    ...writeArchive([{ kind: 'link', path, mode: 0o777, to: path }], time),
  ])
  expect(bytes.toString()).toContain(` path=${path}\n`)
  expect(bytes.toString()).toContain(` linkpath=${path}\n`)
  const record = /(\d+) path=.*\n/.exec(bytes.toString())!
  expect(Buffer.byteLength(record[0])).toBe(Number(record[1]))
})
