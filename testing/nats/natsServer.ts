import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const hasNatsServer = (): boolean => !spawnSync('nats-server', ['--version']).error

type Certified = { certificate: string; key: string }
type Options = {
  tls?: Certified
  /** What its own configuration says besides. */
  config?: string
}

/** The real one (Debian: apt install nats-server), on a port of its own choice; encrypted with a certificate's files. */
export async function startNatsServer({ tls, config = '' }: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'club-nats-server-'))
  const file = join(folder, 'config')
  writeFileSync(file, config)
  const encrypted = tls ? ['--tls', '--tlscert', tls.certificate, '--tlskey', tls.key] : []
  const all = ['-c', file, '-a', '127.0.0.1', '-p', '-1', ...encrypted]
  const server = spawn('nats-server', all, { stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = () => void server.kill('SIGKILL')
  process.once('exit', kill)
  const url = await new Promise<string>((resolve, reject) => {
    server.once('exit', () => reject(new Error('nats-server ended')))
    createInterface(server.stderr).on('line', (line) => {
      const [, port] = /client connections on 127\.0\.0\.1:(\d+)/.exec(line) ?? []
      if (port) resolve(`nats://127.0.0.1:${port}`)
    })
  })
  return {
    url,
    pid: server.pid!,
    /** From now on it goes by another configuration. */
    configure(words: string) {
      writeFileSync(file, words)
      server.kill('SIGHUP')
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', kill)
      rmSync(folder, { recursive: true })
      if (server.exitCode !== null || server.signalCode !== null) return
      const gone = once(server, 'exit')
      server.kill()
      await gone
    },
  }
}
