import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { serveSite } from './site.ts'

const APP = `<html><meta name="club-name" content="%CLUB_NAME%" /><meta name="default-language" content="%DEFAULT_LANGUAGE%" /><title>%CLUB_NAME%</title><script>first()</script></html>`

/** As the build leaves them; each public page says what it is. */
const FILES: Record<string, string> = {
  'index.html': APP,
  'manifest.webmanifest': '{"name":"Parlour Club","start_url":"/rooms"}',
  'favicon.svg': '<svg/>',
  'assets/app-abc.js': 'plain',
  'assets/app-abc.js.br': 'packed',
  ...Object.fromEntries(
    ['mul', 'de', 'en'].flatMap((locale) =>
      [
        'index',
        'waitlist',
        'legal/privacy',
        'legal/terms.open',
        'legal/terms.invitation',
        'not-found',
      ].map((name) => [`pages/${locale}/${name}.html`, `${locale} ${name}`]),
    ),
  ),
}

async function openSite(
  environment: Record<string, string> = {},
  more: Record<string, string> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'club-site-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries({ ...FILES, ...more })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const http = new Hono()
  await serveSite(http, readConfig(environment), folder)
  return (path: string, headers: Record<string, string> = {}) => http.request(path, { headers })
}

test('the configured name and language stand in the page, escaped, before any script runs', async () => {
  const ask = await openSite({ CLUB_NAME: 'Zur "Ecke" & <Co>$1', DEFAULT_LANGUAGE: 'de' })
  const name = 'Zur &quot;Ecke&quot; &amp; &lt;Co&gt;$1'
  expect(await (await ask('/rooms')).text()).toBe(
    `<html><meta name="club-name" content="${name}" /><meta name="default-language" content="de" /><title>${name}</title><script>first()</script></html>`,
  )
  expect(await (await ask('/manifest.webmanifest')).json()).toMatchObject({
    name: 'Zur "Ecke" & <Co>$1 Club',
    start_url: '/rooms',
  })
})

test('what stands inline in a page runs by its hash, and nothing else does', async () => {
  const ask = await openSite()
  const policy = (await ask('/rooms')).headers.get('content-security-policy')
  const hash = createHash('sha256').update('first()').digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}'; style-src 'self';`)
  const asset = (await ask('/assets/app-abc.js')).headers.get('content-security-policy')
  expect(asset).toContain("script-src 'self'; style-src 'self';")
})

test('hashed assets are kept for ever, packed when the browser can; the rest is asked for again', async () => {
  const ask = await openSite()
  const packed = await ask('/assets/app-abc.js', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual(['br', 'packed'])
  const plain = await ask('/assets/app-abc.js')
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'plain'])
  expect((await ask('/favicon.svg')).headers.get('cache-control')).toBe('no-cache')
})

test('pages answer 200, anything else 404 with the not-found page; only public pages may be indexed', async () => {
  const ask = await openSite()
  expect((await ask('/room/lounge')).status).toBe(200)
  for (const path of ['/nowhere', '/../package.json', '/index.html', '/pages/de/index.html']) {
    const answer = await ask(path)
    expect([answer.status, await answer.text()], path).toEqual([404, 'mul not-found'])
  }
  expect((await ask('/')).headers.get('x-robots-tag')).toBe('all')
  for (const path of ['/rooms', '/waitlist', '/nowhere'])
    expect((await ask(path)).headers.get('x-robots-tag'), path).toMatch(/^noindex/)
})

test('a public page comes in the language chosen on the device, else in the club’s', async () => {
  const ask = await openSite()
  const text = async (path: string, cookie = '') => (await ask(path, { cookie })).text()
  expect(await text('/')).toBe('mul index')
  expect(await text('/', 'a=b; language=de')).toBe('de index')
  expect(await text('/waitlist/', 'language=en')).toBe('en waitlist')
  expect(await text('/', 'language=../../index')).toBe('mul index')
  const answer = await ask('/')
  expect(answer.headers.get('vary')).toContain('cookie')
})

test('where the operator leaves it to the device, its first language decides', async () => {
  const ask = await openSite({ DEFAULT_LANGUAGE: 'auto' })
  const text = async (accepted: string) => (await ask('/', { 'accept-language': accepted })).text()
  expect(await text('de-AT,de;q=0.9,en;q=0.8')).toBe('de index')
  expect(await text('fr,de;q=0.9')).toBe('en index')
  expect(await text('')).toBe('en index')
})

test('without scripts the server takes the choice of language and remembers it', async () => {
  const ask = await openSite({ PUBLIC_URL: 'http://localhost:3000' })
  const answer = await ask('/legal/privacy?language=de')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/legal/privacy'])
  expect(answer.headers.get('set-cookie')).toBe(
    'language=de; Max-Age=31536000; Path=/; SameSite=Lax',
  )
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  const lost = await ask('//evil.example?language=de')
  expect([lost.status, lost.headers.get('location')]).toEqual([404, null])
  expect((await ask('/?language=fr')).headers.get('set-cookie')).toBe(null)
})

test('the terms are those of the admission that is set; a legal page nobody knows shows them', async () => {
  const invitation = await openSite({ ADMISSION: 'invitation' })
  expect(await (await invitation('/legal/terms')).text()).toBe('mul legal/terms.invitation')
  const open = await openSite()
  expect(await (await open('/legal/whatever')).text()).toBe('mul legal/terms.open')
})

test('the address of a page comes from the settings, never from who asks', async () => {
  const page = { 'pages/mul/index.html': '<link rel="canonical" href="%PUBLIC_URL%/"/>' }
  const ask = await openSite({ PUBLIC_URL: 'http://club.localhost' }, page)
  expect(await (await ask('/', { host: 'evil.example' })).text()).toBe(
    '<link rel="canonical" href="http://club.localhost/"/>',
  )
})

test('a public page that has not changed is not sent again; the app is never kept', async () => {
  const ask = await openSite()
  const first = await ask('/', { 'accept-encoding': 'br' })
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect(first.headers.get('content-encoding')).toBe('br')
  const etag = first.headers.get('etag')!
  const again = (cookie: string) =>
    ask('/', { 'accept-encoding': 'br', 'if-none-match': etag, cookie })
  expect((await again('')).status).toBe(304)
  expect((await again('language=de')).status).toBe(200)
  expect((await ask('/rooms')).headers.get('cache-control')).toBe('no-store')
})
