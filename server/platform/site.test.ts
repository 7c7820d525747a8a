import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { serveSite } from './site.ts'

const PAGE = `<html><meta name="club-name" content="Parlour" /><meta name="default-language" content="mul" /><title>Parlour</title></html>`

async function openSite(environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'club-site-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'first.js'), '1')
  await writeFile(
    join(folder, 'manifest.webmanifest'),
    '{"name":"Parlour Club","start_url":"/rooms"}',
  )
  await writeFile(join(folder, 'assets', 'app-abc.js'), 'plain')
  await writeFile(join(folder, 'assets', 'app-abc.js.br'), 'packed')
  const http = new Hono()
  await serveSite(http as never, readConfig(environment), folder)
  return (path: string, headers: Record<string, string> = {}) => http.request(path, { headers })
}

test('the configured name and language stand in the page, escaped, before any script runs', async () => {
  const ask = await openSite({ CLUB_NAME: 'Zur "Ecke" & <Co>$1', DEFAULT_LANGUAGE: 'de' })
  const name = 'Zur &quot;Ecke&quot; &amp; &lt;Co&gt;$1'
  expect(await (await ask('/')).text()).toBe(
    `<html><meta name="club-name" content="${name}" /><meta name="default-language" content="de" /><title>${name}</title></html>`,
  )
  expect(await (await ask('/manifest.webmanifest')).json()).toMatchObject({
    name: 'Zur "Ecke" & <Co>$1 Club',
    start_url: '/rooms',
  })
})

test('hashed assets are kept for ever, packed when the browser can; the rest is asked for again', async () => {
  const ask = await openSite()
  const packed = await ask('/assets/app-abc.js', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual(['br', 'packed'])
  const plain = await ask('/assets/app-abc.js')
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'plain'])
  expect((await ask('/first.js')).headers.get('cache-control')).toBe('no-cache')
})

test('pages answer 200, anything else 404 with the app; only public pages may be indexed', async () => {
  const ask = await openSite()
  expect((await ask('/room/lounge')).status).toBe(200)
  expect((await ask('/nowhere')).status).toBe(404)
  expect((await ask('/../package.json')).status).toBe(404)
  expect((await ask('/')).headers.get('x-robots-tag')).toBe('all')
  expect((await ask('/rooms')).headers.get('x-robots-tag')).toMatch(/^noindex/)
})
