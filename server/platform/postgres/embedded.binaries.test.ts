import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { folder } from '#testing/club/process/starting.ts'
import { copyBinaries } from './embedded.binaries.ts'

const MODULE = fileURLToPath(new URL('embedded.binaries.ts', import.meta.url))
const FILES = 500

/** As npm leaves them, of some version. */
function writePackage(to: string, version: string): string {
  const native = join(to, `package ${version}`, 'native')
  for (const name of ['bin', 'share']) mkdirSync(join(native, name), { recursive: true })
  writeFileSync(join(native, '..', 'package.json'), JSON.stringify({ version }))
  for (const name of ['postgres', 'initdb']) writeFileSync(join(native, 'bin', name), version)
  for (let n = 0; n < FILES; n += 1) writeFileSync(join(native, 'share', `${n}`), version)
  return native
}

test('processes that start at the same moment get one copy, and none takes it from under another', async () => {
  const root = await folder()
  const [native, to, go] = [writePackage(root, '18.4.0'), join(root, 'system'), join(root, 'go')]
  const code = `
    import { existsSync, statSync } from 'node:fs'
    import { copyBinaries } from ${JSON.stringify(MODULE)}
    const [, native, to, go] = process.argv
    console.log('ready')
    while (!existsSync(go));
    console.log(statSync(copyBinaries(native, to)).ino)`
  const copiers = Array.from({ length: 3 }, () => {
    const args = ['--input-type=module', '-e', code, native, to, go]
    const copier = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void copier.kill('SIGKILL'))
    return createInterface(copier.stdout)[Symbol.asyncIterator]()
  })
  for (const lines of copiers) expect((await lines.next()).value).toBe('ready')
  writeFileSync(go, '')
  const copies = await Promise.all(copiers.map(async (lines) => Number((await lines.next()).value)))
  const copy = join(to, 'postgresql-18.4.0')
  expect(copies).toEqual(copiers.map(() => statSync(copy).ino))
  expect(readdirSync(to)).toEqual(['postgresql-18.4.0'])
  expect(readdirSync(join(copy, 'share'))).toHaveLength(FILES)
})

test('another version is copied beside the one that may be running, and is taken from then on', async () => {
  const root = await folder()
  const to = join(root, 'system')
  const earlier = copyBinaries(writePackage(root, '18.4.0'), to)
  const later = copyBinaries(writePackage(root, '18.5.0'), to)
  expect(readFileSync(join(later, 'bin/postgres'), 'utf8')).toBe('18.5.0')
  expect(existsSync(join(earlier, 'bin/postgres'))).toBe(true)
  expect(statSync(join(later, 'bin/postgres')).mode & 0o111).toBe(0o111)
})
