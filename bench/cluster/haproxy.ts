// HAProxy before the club (Debian: apt install haproxy), as operators run it; it costs the bench less than a proxy in JavaScript.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { until } from '#testing/until.ts'

export const hasHaproxy = (): boolean => !spawnSync('haproxy', ['-v']).error

/** Servers that come and go in one life of it, in all rounds together. */
const PLACES = 64

/** Nothing is tried twice; a server counts from when `/readyz` says so, and is asked once a second. */
const configure = (port: number, socket: string) => `
global
  nbthread 1
  maxconn 8192
  stats socket ${socket} level admin

defaults
  mode http
  retries 0
  option http-no-delay
  timeout connect 5s
  timeout client 10m
  timeout server 10m
  timeout http-keep-alive 10m
  http-error status 503 content-type application/json string '{"code":"no_server_is_ready"}' hdr Retry-After 1

frontend members
  bind 127.0.0.1:${port} backlog 4096
  default_backend webs

backend webs
  balance roundrobin
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host club
  http-check expect status 200
  default-server inter 1s fastinter 1s downinter 1s fall 1 rise 1
  server-template web 1-${PLACES} 127.0.0.1:1 check disabled
`

/** Like the proxy of the tests (`openProxy`), as a process of its own. */
export async function startHaproxy({ port }: { port: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'club-haproxy-'))
  const [file, socket] = [join(folder, 'config'), join(folder, 'socket')]
  writeFileSync(file, configure(port, socket))
  const server = spawn('haproxy', ['-q', '-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const kill = () => void server.kill('SIGKILL')
  process.once('exit', kill)
  let places = 0

  async function command(...words: string[]): Promise<string> {
    const line = connect(socket).setEncoding('utf8')
    await once(line, 'connect')
    line.end(`${words.join('; ')}\n`)
    return text(line)
  }
  async function countReady(): Promise<number> {
    const states = await command('show stat webs 4 -1 typed')
    return states.split('\n').filter((line) => /\.status\..*:str:UP$/.test(line)).length
  }
  await until(() => command('show info').then(Boolean, () => false), { what: 'HAProxy' })

  return {
    url: `http://127.0.0.1:${port}`,
    async add(url: string): Promise<void> {
      const place = `webs/web${(places += 1)}`
      await command(
        `set server ${place} addr 127.0.0.1 port ${new URL(url).port}`,
        `set server ${place} state ready`,
        // until it has answered
        `set server ${place} health down`,
      )
    },
    untilReady: (count: number) =>
      until(async () => (await countReady()) === count, {
        what: `${count} servers that are ready`,
      }),
    async [Symbol.asyncDispose]() {
      process.off('exit', kill)
      const gone = once(server, 'exit')
      kill()
      await gone
      rmSync(folder, { recursive: true })
    },
  }
}
