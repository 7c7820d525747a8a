// Runs confined, as what opens strangers' files does, and tries what a file that took it over would try.
import { spawn } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'

export type Attempt =
  | { kind: 'read' | 'list' | 'write' | 'run' | 'resolve'; at: string }
  | { kind: 'connect'; at: string | number }
  | { kind: 'signal'; pid: number }
  | { kind: 'environment' }
  | { kind: 'crash' }

/** What came of it: what was got, or the code of the error. */
export type Loot = { got: string } | { failed: string }

function reach(at: string | number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = typeof at === 'number' ? connect(at, '127.0.0.1') : connect(at)
    socket.once('connect', () => resolve('connected')).once('error', reject)
  })
}

function run(at: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(at, { stdio: ['ignore', 'pipe', 'ignore'] })
    child.once('error', reject).stdout.once('data', (chunk) => resolve(String(chunk)))
  })
}

async function attempt(wanted: Attempt): Promise<string> {
  switch (wanted.kind) {
    case 'read':
      return readFile(wanted.at, 'utf8')
    case 'list':
      return (await readdir(wanted.at)).join()
    case 'write':
      return writeFile(wanted.at, 'x').then(() => 'written')
    case 'run':
      return run(wanted.at)
    case 'resolve':
      return (await lookup(wanted.at)).address
    case 'connect':
      return reach(wanted.at)
    case 'signal':
      return String(process.kill(wanted.pid, 0))
    case 'environment':
      return Object.keys(process.env)
        .filter((name) => !name.startsWith('NODE_CHANNEL_'))
        .join()
    case 'crash':
      return process.abort()
  }
}

process.on('message', (wanted: Attempt) => {
  attempt(wanted).then(
    (got) => process.send?.({ got } satisfies Loot),
    (error: NodeJS.ErrnoException) =>
      process.send?.({ failed: error.code ?? error.message } satisfies Loot),
  )
})
process.on('disconnect', () => process.exit(0))
