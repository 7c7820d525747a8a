import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../places.js'
import type { Entry } from './archive.ts'
import { listBase, makeBase } from './base.ts'
import { readDebianPackages, writeBom, type Release } from './bom.ts'
import { listDependencies, listNode, listOwn } from './contents.ts'
import { packLayer, writeImage } from './image.ts'

/** The same base gives the same layer, whichever version stands on it. */
const BASE_TIME = Date.UTC(2026, 0, 1) / 1000

function readRelease(): Release {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    if (status !== 0) throw new Error('An image is made of a commit, and this is no repository.')
    return stdout.trim()
  }
  if (git('status', '--porcelain') !== '')
    throw new Error('An image is made of a commit; commit what you changed, or put it away.')
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string
  }
  const [revision = '', time = ''] = git('log', '-1', '--format=%H %ct').split(' ')
  return { version, revision, time: Number(time) }
}

async function make(folder: string): Promise<string> {
  const release = readRelease()
  const base = join(folder, 'base')
  mkdirSync(folder, { recursive: true })
  makeBase(base)
  const debian = readDebianPackages(readFileSync(join(base, 'var/lib/dpkg/status'), 'utf8'))
  const bom = writeBom(ROOT, debian, release)
  const content = Buffer.from(bom)
  const bomEntry: Entry = {
    kind: 'file',
    path: 'srv/club/bom.cdx.json',
    mode: 0o644,
    size: content.length,
    read: () => content,
  }
  const { time } = release
  const parts = [
    { about: 'Debian', entries: listBase(base), time: BASE_TIME },
    { about: 'Node', entries: listNode(ROOT), time },
    { about: 'dependencies', entries: listDependencies(ROOT), time },
    { about: 'the club', entries: [...listOwn(ROOT), bomEntry], time },
  ]
  const layers = []
  for (const part of parts) layers.push(await packLayer(join(folder, 'blobs/sha256'), part))
  const name = join(folder, `club-${release.version}`)
  const digest = await writeImage(folder, { layers, release, file: `${name}.tar` })
  writeFileSync(`${name}.cdx.json`, bom)
  return `${name}.tar\n${layers.map((one) => `${one.digest} ${one.about}`).join('\n')}\n${digest} the image`
}

try {
  process.stdout.write(`${await make(process.argv[2] ?? join(ROOT, '.image'))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
