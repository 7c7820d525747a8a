import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export const hasNatsServer = (): boolean => !spawnSync('nats-server', ['--version']).error

type Certified = { certificate: string; key: string }

/** The real one (Debian: apt install nats-server), on a port of its own choice; encrypted with a certificate's files. */
export async function startNatsServer(tls?: Certified) {
  const encrypted = tls ? ['--tls', '--tlscert', tls.certificate, '--tlskey', tls.key] : []
  const server = spawn('nats-server', ['-a', '127.0.0.1', '-p', '-1', ...encrypted], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
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
    async [Symbol.asyncDispose]() {
      process.off('exit', kill)
      if (server.exitCode !== null || server.signalCode !== null) return
      const gone = once(server, 'exit')
      server.kill()
      await gone
    },
  }
}
