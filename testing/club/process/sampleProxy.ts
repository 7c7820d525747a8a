// The proxies of deploy/ as they are, but for addresses and certificates, before servers of the club.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#testing/until.ts'
import { freePort } from './serverProcess.ts'

type SampleProxy = 'nginx' | 'caddy'

/** Says in one sentence that a program is not installed, or does nothing. */
export function requireProgram(name: SampleProxy): void {
  try {
    execFileSync(name, [name === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' })
  } catch {
    throw new Error(`${name} is not installed; run apt-get install ${name}.`)
  }
}

export async function openSample(name: SampleProxy) {
  requireProgram(name)
  const folder = await mkdtemp(join(tmpdir(), `club-${name}-`))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const servers: string[] = []
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    // by number: a name may stand for several addresses, each of which a proxy takes for a server
    const addresses = servers.map((one) => `127.0.0.1:${new URL(one).port}`)
    const [command, ...args] =
      name === 'nginx' ? await writeNginx(folder, port, addresses) : await writeCaddy(folder, url)
    child = spawn(command!, args, {
      env: { PATH: process.env['PATH'], HOME: folder, CLUB: addresses.join(' ') },
      stdio: 'ignore',
    })
  }

  return {
    url,
    add(server: string): void {
      servers.push(server)
    },
    async untilReady(): Promise<void> {
      if (!child) await start()
      const askOne = (at: string) =>
        fetch(`${at}/readyz`).then(
          ({ ok, headers }) => (ok ? headers.get('x-instance') : null),
          () => null,
        )
      // one that was away is found by the proxy when it next tries there
      const found = new Set<string | null>()
      await until(
        async () => {
          found.add(await askOne(url))
          const all = await Promise.all(servers.map(askOne))
          return all.every((one) => one !== null && found.has(one))
        },
        { what: `${name} before servers that are ready` },
      )
    },
    async [Symbol.asyncDispose]() {
      if (child && child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function writeNginx(folder: string, port: number, addresses: string[]): Promise<string[]> {
  const sample = await readFile('deploy/nginx.conf', 'utf8')
  const [tls = ''] = sample.split(/^server \{\n    listen 80;/m)
  const plain = tls
    .replace(/^ *listen 443 .*$/m, `listen 127.0.0.1:${port};`)
    .replace(/^ *(?:listen \[::\]|ssl_certificate).*$/gm, '')
    .replace(/^ *server 127\.0\.0\.1:3000(.*)$/m, (_, how: string) =>
      addresses.map((one) => `server ${one}${how}`).join('\n'),
    )
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace('Host $host;', 'Host $http_host;')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = places.map((one) => `${one}_temp_path ${folder}/${one};`).join('\n')
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `user root; pid ${folder}/pid; error_log ${folder}/error.log; daemon off;
events { worker_connections 4096; }
http { access_log off; ${temporary}\n${plain} }`,
  )
  return ['nginx', '-c', file, '-e', `${folder}/error.log`]
}

async function writeCaddy(folder: string, url: string): Promise<string[]> {
  const sample = await readFile('deploy/Caddyfile', 'utf8')
  const file = join(folder, 'Caddyfile')
  await writeFile(file, `{\n\tadmin off\n}\n${sample.replace(/^club\.example/m, url)}`)
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file]
}
