import { once } from 'node:events'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mia, openDecoder, scan, tom, watchProcesses } from '#testing/hostile/decoding.ts'
import type { Attempt, Loot } from '#testing/hostile/intruder.process.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { getConfinement, startConfined } from './confinement.ts'
import { findInnermostProcess } from './decoder.ts'

const INTRUDER = join(import.meta.dirname, '../../../testing/hostile/intruder.process.ts')
const way = await getConfinement()
const { decodingProcess, childProcess } = watchProcesses()

async function openIntruder(isModelOn: boolean) {
  const child = await startConfined(INTRUDER, { isModelOn })
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    child,
    attempt: async (wanted: Attempt): Promise<Loot> => {
      child.send(wanted)
      const [loot] = (await once(child, 'message')) as [Loot]
      return loot
    },
  }
}

/** A key, a folder of files, and servers that wait for a caller. */
async function openTreasures() {
  const folder = await mkdtemp(join(tmpdir(), 'club-treasure-'))
  const key = join(folder, 'kek')
  await writeFile(key, 'secret', { mode: 0o644 })
  const server = createServer((caller) => caller.end()).listen(0, '127.0.0.1')
  const socket = join(folder, 'socket')
  const local = createServer((caller) => caller.end()).listen(socket)
  await Promise.all([once(server, 'listening'), once(local, 'listening')])
  onTestFinished(async () => {
    server.close()
    local.close()
    await rm(folder, { recursive: true })
  })
  return { folder, key, socket, port: (server.address() as { port: number }).port }
}

test('with Node’s permission model alone, it reads no key, writes nothing, and starts nothing', async () => {
  const { folder, key } = await openTreasures()
  const { attempt } = await openIntruder(true)
  const tries: Attempt[] = [
    { kind: 'read', at: key },
    { kind: 'list', at: folder },
    { kind: 'read', at: '/etc/passwd' },
    { kind: 'write', at: join(folder, 'mine') },
    { kind: 'run', at: '/bin/ls' },
  ]
  for (const one of tries)
    expect(await attempt(one), one.kind).toEqual({ failed: 'ERR_ACCESS_DENIED' })
  expect(await attempt({ kind: 'environment' })).toEqual({ got: '' })
})

// what libraries of others do is not asked of the permission model
test.runIf(way === 'cage')(
  'in its cage, without that model, it has no key, no network, and nobody else’s file',
  async () => {
    const { folder, key, port, socket } = await openTreasures()
    const { attempt } = await openIntruder(false)
    const failed = expect.stringMatching(/^E[A-Z_]+$/)
    const tries: Attempt[] = [
      { kind: 'read', at: key },
      { kind: 'list', at: folder },
      { kind: 'list', at: tmpdir() },
      { kind: 'read', at: '/etc/passwd' },
      { kind: 'read', at: '/proc/1/environ' },
      { kind: 'read', at: `/proc/${process.pid}/environ` },
      { kind: 'write', at: '/app/server/platform/decoding/decoder.process.ts' },
      { kind: 'write', at: '/app/node_modules/mine' },
      { kind: 'write', at: '/mine' },
      { kind: 'write', at: '/usr/mine' },
      { kind: 'connect', at: port },
      { kind: 'connect', at: socket },
      { kind: 'resolve', at: 'example.org' },
      { kind: 'signal', pid: process.pid },
    ]
    for (const one of tries) expect(await attempt(one), JSON.stringify(one)).toEqual({ failed })
    expect(await attempt({ kind: 'list', at: '/app' })).toEqual({
      // the folder of the program itself, and what the club runs on
      got: 'node_modules,package.json,server,testing',
    })
    expect(await attempt({ kind: 'environment' })).toEqual({ got: '' })
  },
)

test('a crash inside is told apart from an end somebody made', async () => {
  const { child } = await openIntruder(true)
  child.send({ kind: 'crash' } satisfies Attempt)
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(['SIGSEGV', 'SIGABRT', 'SIGTRAP', 'SIGILL']).toContain(signal)
})

const status = (pid: number, line: string) =>
  new RegExp(`^${line}:\\s*(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]

test.runIf(way === 'cage')(
  'the decoder itself is in it, without rights and without a way to any',
  async () => {
    const decoder = openDecoder({ niceness: 0 })
    const decoding = decoder.decode(mia, scan(await photo()))
    const pid = await decodingProcess()
    await decoding
    expect(await findInnermostProcess(pid)).toBe(pid)
    for (const kind of ['net', 'mnt', 'pid', 'ipc', 'uts'])
      expect(readlinkSync(`/proc/${pid}/ns/${kind}`)).not.toBe(
        readlinkSync(`/proc/self/ns/${kind}`),
      )
    expect(status(pid, 'NoNewPrivs')).toBe('1')
    for (const set of ['CapEff', 'CapPrm', 'CapBnd', 'CapInh', 'CapAmb'])
      expect(Number.parseInt(status(pid, set)!, 16), set).toBe(0)
    if (process.getuid?.() === 0) expect(status(pid, 'Uid')).toBe('65534')
    expect(readFileSync(`/proc/${pid}/cmdline`, 'latin1')).toContain('--permission')
  },
)

test('whose files a process has seen it sees again, and nobody else’s', async () => {
  const decoder = openDecoder({ niceness: 0 })
  const file = scan(await photo())
  const seen = async (userId: string) => {
    await decoder.decode(userId, file)
    return childProcess()
  }
  const first = await seen(mia)
  expect(await seen(mia)).toBe(first)
  const second = await seen(tom)
  expect(second).not.toBe(first)
  expect(await seen(mia)).not.toBe(second)
})
