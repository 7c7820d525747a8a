import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export const hasNatsServer = (): boolean => !spawnSync('nats-server', ['--version']).error

/** The real one (Debian: apt install nats-server), on a port of its own choice. */
export async function startNatsServer() {
  const server = spawn('nats-server', ['-a', '127.0.0.1', '-p', '-1'], {
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
    async [Symbol.asyncDispose]() {
      const gone = once(server, 'exit')
      server.kill()
      await gone
      process.off('exit', kill)
    },
  }
}
