import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPost } from '#contract/posts/posts.ts'
import { callUrl } from '#testing/club/call.ts'
import { openDraining } from '#testing/club/process/draining.ts'
import { openSample, requireProgram } from '#testing/club/process/sampleProxy.ts'
import { follow } from '#testing/fixtures/follow.ts'
import { uuid } from '#testing/random.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'club-proxies-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('nginx takes the sample as it is, with a certificate', () => {
  requireProgram('nginx')
  const folder = makeFolder()
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=club.example']
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const sample = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/^( *ssl_certificate ).*$/m, `$1${certificate};`)
    .replace(/^( *ssl_certificate_key ).*$/m, `$1${key};`)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `pid ${folder}/pid; error_log stderr; events {} http { ${sample} }`)
  execFileSync('nginx', ['-t', '-q', '-c', file])
})

test('Caddy takes the sample as it is', () => {
  requireProgram('caddy')
  const env = { PATH: process.env['PATH'], HOME: makeFolder() }
  const options = ['--adapter', 'caddyfile', '--config', 'deploy/Caddyfile']
  execFileSync('caddy', ['validate', ...options], { env, stdio: 'pipe' })
})

test.each(['nginx', 'caddy'] as const)(
  'behind %s pages open, 15 MB go up, a stream is heard at once, and servers are replaced under load',
  { timeout: 480_000 },
  async (name) => {
    await using club = await openDraining({
      writers: 2,
      readers: 4,
      streams: 30,
      drainSeconds: 3,
      openBefore: () => openSample(name),
    })
    const { servers, proxy, cookie } = club

    const page = await fetch(proxy.url)
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('<!doctype html>'),
    ])

    const headers = { cookie, origin: proxy.url, 'content-type': 'image/jpeg' }
    for (const bytes of [8_000_000, 15 * 1024 * 1024]) {
      const body = new Uint8Array(bytes)
      const told = await fetch(`${proxy.url}/api/verification/files`, {
        method: 'POST',
        headers,
        body,
      })
      // the club’s own words, whatever it thinks of such a file
      expect(await told.json()).toMatchObject({ code: expect.any(String) })
      expect(told.status).toBeLessThan(500)
    }

    const line = await follow(proxy.url, cookie)
    const body = { id: uuid(), text: 'heard at once' }
    await callUrl(proxy.url, cookie, createPost, { params: { slug: 'tresen' }, body })
    await expect.poll(() => JSON.stringify(line.events)).toContain(body.id)
    line.close()

    for (const at of [0, 1] as const) {
      await club.untilMore(50)
      await club.end(at)
      await servers[at].start()
      await proxy.untilReady(2)
      await club.untilMore(50)
      expect(club.failed).toEqual([])
    }
    // nginx asks nobody whether they are ready, and is told what may be sent twice: a post that was on its way to one
    // that is killed goes to the other
    for (const at of name === 'nginx' ? ([0, 1, 0] as const) : []) {
      await servers[at].kill()
      await club.untilMore(50)
      await servers[at].start()
      await proxy.untilReady(2)
      await club.untilMore(50)
    }
    expect(club.failed).toEqual([])
    await club.expectAll()
  },
)
