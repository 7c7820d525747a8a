import { createHook } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { operator } from '#testing/club/operator.ts'
import { serveSite } from './site.ts'

const NOW = new Date('2026-05-04T20:00:00Z')

const APP = `<html><meta name="club-name" content="%CLUB_NAME%" /><meta name="default-language" content="%DEFAULT_LANGUAGE%" /><title>%CLUB_NAME%</title><script>first()</script></html>`

/** As the build leaves them; each public page says what it is. */
const FILES: Record<string, string> = {
  'index.html': APP,
  'manifest.webmanifest': '{"name":"Parlour Club","start_url":"/rooms"}',
  'favicon.svg': '<svg/>',
  'assets/app-abc.js': 'plain',
  'assets/app-abc.js.br': 'packed',
  'assets/app-abc.js.gz': 'zipped',
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

const HTTPS = {
  PUBLIC_URL: 'https://salon.example',
  ADMISSION: 'open',
  KEK_FILE: '/run/kek',
  SMTP_URL: 'smtps://mail.example',
  TRUSTED_PROXIES: '127.0.0.1',
  ...operator,
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
  const site = await serveSite(http, readConfig(environment), { folder, now: () => NOW })
  return Object.assign(
    (path: string, headers: Record<string, string> = {}) => http.request(path, { headers }),
    site,
  )
}

test('the configured name and language stand in the page, escaped, before any script runs', async () => {
  const ask = await openSite({ CLUB_NAME: 'Zur "Ecke" || & <Co>$1', DEFAULT_LANGUAGE: 'de' })
  const name = 'Zur &quot;Ecke&quot; || &amp; &lt;Co&gt;$1'
  for (const path of ['/rooms', '/signup', '/login'])
    expect(await (await ask(path)).text(), path).toBe(
      `<html><meta name="club-name" content="${name}" /><meta name="default-language" content="de" /><title>${name}</title><script>first()</script></html>`,
    )
  expect(await (await ask('/manifest.webmanifest')).json()).toMatchObject({
    name: 'Zur "Ecke" || & <Co>$1 Club',
    start_url: '/rooms',
  })
})

test('what stands inline in a page runs by its hash, and nothing else does', async () => {
  const ask = await openSite()
  const policy = (await ask('/rooms')).headers.get('content-security-policy')
  const hash = createHash('sha256').update('first()').digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}'; style-src 'self';`)
  const asset = (await ask('/favicon.svg')).headers.get('content-security-policy')
  expect(asset).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('scripts, styles and fonts of the build carry what a browser obeys of them; all else that opens by itself, all of it', async () => {
  const more = {
    'assets/app-abc.css': 'a{}',
    'assets/face-abc.woff2': 'letters',
    'assets/mark-abc.svg': '<svg/>',
    'assets/odd-abc.html': '<p>',
    'early.js': 'plain',
  }
  const ask = await openSite(HTTPS, more)
  const OF_PAGES =
    /^(content-security-policy|referrer-policy|cross-origin-opener-policy|permissions-policy|x-robots-tag)$/
  const countOfPages = async (path: string) => {
    const { status, headers } = await ask(path)
    expect([status, headers.get('x-content-type-options')], path).toEqual([200, 'nosniff'])
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
    expect(headers.get('strict-transport-security'), path).toMatch(/^max-age=63072000/)
    return [...headers.keys()].filter((name) => OF_PAGES.test(name)).length
  }
  for (const path of ['/assets/app-abc.js', '/assets/app-abc.css', '/assets/face-abc.woff2'])
    expect(await countOfPages(path), path).toBe(0)
  for (const path of ['/assets/mark-abc.svg', '/assets/odd-abc.html', '/early.js', '/favicon.svg'])
    expect(await countOfPages(path), path).toBe(5)
  // what is not there is no part of a page
  const lost = await ask('/assets/lost-abc.js')
  expect([lost.status, lost.headers.get('content-security-policy')]).toEqual([
    404,
    expect.stringContaining("script-src 'self'"),
  ])
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

test('the club is open before its files are packed: one that is not yet is packed when asked for', async () => {
  const ask = await openSite({}, { 'face.woff2': 'letters' })
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const answer = await ask('/favicon.svg', { 'accept-encoding': encoding })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(unpack(await answer.arrayBuffer()).toString()).toBe('<svg/>')
  }
  // what does not shrink travels as it is
  const face = await ask('/face.woff2', { 'accept-encoding': 'br, gzip' })
  expect([face.headers.get('content-encoding'), await face.text()]).toEqual([null, 'letters'])
})

test.each([
  ['br;q=0', 'plain'],
  ['br;q=0, gzip;q=0', 'plain'],
  ['br ; Q=0.000, gzip', 'zipped'],
  ['GZIP', 'zipped'],
  ['gzip;q=0.8, br;q=0.5', 'zipped'],
  ['gzip, br, identity', 'packed'],
  ['identity, br;q=0.5', 'plain'],
  ['*', 'packed'],
  ['*;q=0', 'plain'],
  ['br;q=0, *', 'zipped'],
  ['identity;q=0, gzip;q=0.1', 'zipped'],
  ['abrupt', 'plain'],
])('a browser that takes %j gets the file %s', async (accepted, expected) => {
  const ask = await openSite()
  const answer = await ask('/assets/app-abc.js', { 'accept-encoding': accepted })
  expect(await answer.text()).toBe(expected)
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

test('a choice of language leads back to the address as it was asked for, whatever stands in it', async () => {
  const ask = await openSite()
  for (const path of ['/legal/%E6%97%A5', '/legal/%0D%0Aset-cookie:a=b', '/legal/terms/']) {
    const chosen = await ask(`${path}?language=de`)
    expect([chosen.status, chosen.headers.get('location')], path).toEqual([303, path])
  }
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

test('every fact about the operator fills its hole, escaped, an address line by line', async () => {
  const holes = Object.keys(operator).map((name) => `%${name}%`)
  const page = { 'pages/de/legal/privacy.html': `<p>${holes.join('|')}</p>%OTHER% 100%` }
  const ask = await openSite(
    {
      ...operator,
      OPERATOR_NAME: '<b>"Salon" & Co</b>',
      OPERATOR_ADDRESS: 'Weg 1 , 2. <Hof>,Köln',
    },
    page,
  )
  const { OPERATOR_NAME: _, OPERATOR_ADDRESS: __, ...others } = operator
  expect(await (await ask('/legal/privacy', { cookie: 'language=de' })).text()).toBe(
    `<p>&lt;b&gt;&quot;Salon&quot; &amp; Co&lt;/b&gt;|Weg 1<br/>2. &lt;Hof&gt;<br/>Köln|${Object.values(others).join('|')}</p>%OTHER% 100%`,
  )
})

test('the pages know whether the operator is named or an example', async () => {
  const page = { 'pages/mul/index.html': '<html data-operator="%OPERATOR_STATE%">%OPERATOR_NAME%' }
  const text = async (environment: Record<string, string>) =>
    (await (await openSite(environment, page))('/')).text()
  expect(await text({})).toBe('<html data-operator="placeholders">Beispiel Club GmbH')
  expect(await text(operator)).toBe(`<html data-operator="named">${operator.OPERATOR_NAME}`)
})

test('what changes while the club runs is on the pages from then on', async () => {
  const page = { 'pages/mul/index.html': '%CLUB_NAME%' }
  const ask = await openSite({ ADMISSION: 'open' }, page)
  const terms = async () => (await ask('/legal/terms')).text()
  const first = (await ask('/')).headers.get('etag')!
  expect(await terms()).toBe('mul legal/terms.open')
  ask.refill({ admission: 'invitation' })
  expect(await terms()).toBe('mul legal/terms.invitation')
  expect((await ask('/', { 'if-none-match': first })).status).toBe(304)
  ask.refill({ clubName: 'Salon' })
  expect(await (await ask('/', { 'if-none-match': first })).text()).toBe('Salon')
  expect(await terms()).toBe('mul legal/terms.invitation')
})

const lines = async (answer: Response) => (await answer.text()).trimEnd().split('\n')

test('search engines are shown the public pages and nothing else', async () => {
  const ask = await openSite()
  const robots = await ask('/robots.txt')
  expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const rules = await lines(robots)
  expect(rules[0]).toBe('User-agent: *')
  expect(rules.at(-1)).toBe('Disallow: /')
  // as RFC 9309 reads it: the longest rule that fits decides
  const isAllowed = (path: string) =>
    rules.slice(1, -1).some((rule) => {
      const pattern = rule.replace('Allow: ', '')
      return pattern.endsWith('$') ? path === pattern.slice(0, -1) : path.startsWith(pattern)
    })
  for (const path of ['/', '/kontakt', '/melden', '/regeln', '/barrierefreiheit', '/legal/terms'])
    expect(isAllowed(path), path).toBe(true)
  for (const path of [
    '/rooms',
    '/room/salon',
    '/login',
    '/signup',
    '/waitlist',
    '/invite',
    '/api/x',
  ])
    expect(isAllowed(path), path).toBe(false)
  for (const path of ['/member/x', '/settings', '/admin/door', '/kontakt2', '/verify', '/profile'])
    expect(isAllowed(path), path).toBe(false)
})

test('security.txt says where to report a vulnerability (RFC 9116)', async () => {
  const ask = await openSite(HTTPS)
  const answer = await ask('/.well-known/security.txt')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = (await lines(answer)).map((line) => line.split(/: (.*)/).slice(0, 2))
  expect(fields).toEqual([
    ['Contact', 'mailto:hallo@salon.example'],
    ['Contact', 'https://salon.example/kontakt'],
    ['Expires', '2026-10-31T00:00:00.000Z'],
    ['Preferred-Languages', 'de, en'],
    ['Canonical', 'https://salon.example/.well-known/security.txt'],
  ])
})

test('youth protection programs learn that the whole club is for adults', async () => {
  const ask = await openSite({ PUBLIC_URL: 'http://club.localhost:8080' })
  const label = await ask('/age-de.xml')
  expect(label.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const xml = await label.text()
  const values = (name: string) =>
    [...xml.matchAll(new RegExp(`<${name}>(.*)</${name}>`, 'g'))].map(([, value]) => value)
  expect([values('age'), values('default-age'), values('country')]).toEqual([
    ['18'],
    ['18', '18'],
    ['de'],
  ])
  expect([values('age-issuer'), values('scope')]).toEqual([
    ['club.localhost:8080'],
    ['club.localhost:8080'],
  ])
  for (const [, name] of xml.matchAll(/<(\w[\w-]*)(?: [^>]*)?>/g))
    expect(xml).toContain(`</${name}>`)
})

test('what programs look for is kept a day, checked by tag, packed, and locked like everything', async () => {
  const ask = await openSite()
  for (const path of ['/robots.txt', '/.well-known/security.txt', '/age-de.xml']) {
    const answer = await ask(path, { 'accept-encoding': 'br' })
    expect(answer.status, path).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=86400',
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, noarchive, noimageindex',
      vary: 'accept-encoding',
    })
    const etag = answer.headers.get('etag')!
    const again = await ask(path, { 'accept-encoding': 'br', 'if-none-match': etag })
    expect([again.status, await again.text()], path).toEqual([304, ''])
  }
})

const TERMS = `<html><body><h1>Terms</h1>
<article id="de" class="x"><h2 id="de-title">AGB</h2><p class="v">Version 2.0.0</p><p>Im %CLUB_NAME%.</p>
<nav><h3>Inhalt</h3><ul><li><a href="#de-eins">1. Eins</a></li></ul></nav>
<section id="de-eins" tabindex="-1"><h3>1. Eins</h3><p>Mit &quot;A&quot; &amp; <a href="/x">B&#x27;s</a>.</p><ul><li>eins</li><li>zwei</li></ul></section>
<section id="de-zwei"><h3>2. Zwei</h3><p>%OPERATOR_ADDRESS%</p></section></article>
<article id="en"><h2>Terms of service</h2><p>Version 2.0.0</p><section id="en-eins"><h3>1. One</h3><p>With A.</p></section></article></body></html>`

test('the terms come for programs, too: version, languages and sections as on the page', async () => {
  const more = Object.fromEntries(
    ['open', 'invitation'].map((admission) => [
      `pages/de/legal/terms.${admission}.html`,
      TERMS.replace('zwei</li>', `${admission}</li>`),
    ]),
  )
  const ask = await openSite({ PUBLIC_URL: 'http://salon.localhost', CLUB_NAME: 'A&B' }, more)
  const answer = await ask('/legal/terms.json')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  })
  const section = { id: 'de-eins', title: '1. Eins' }
  const paragraphs = [`Mit "A" & B's.`, ['eins', 'open']]
  expect(await answer.json()).toEqual({
    club: 'A&B',
    url: 'http://salon.localhost/legal/terms',
    version: '2.0.0',
    admission: 'open',
    editions: [
      {
        language: 'de',
        title: 'AGB',
        version: '2.0.0',
        sections: [
          { ...section, paragraphs },
          {
            id: 'de-zwei',
            title: '2. Zwei',
            paragraphs: ['Musterstraße 1, 10115 Berlin, Deutschland'],
          },
        ],
      },
      {
        language: 'en',
        title: 'Terms of service',
        version: '2.0.0',
        sections: [{ id: 'en-eins', title: '1. One', paragraphs: ['With A.'] }],
      },
    ],
  })
  const etag = answer.headers.get('etag')!
  expect((await ask('/legal/terms.json', { 'if-none-match': etag })).status).toBe(304)
  ask.refill({ admission: 'invitation' })
  const changed = await ask('/legal/terms.json', { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(await changed.json()).toMatchObject({
    admission: 'invitation',
    editions: [{ sections: [{ paragraphs: [paragraphs[0], ['eins', 'invitation']] }, {}] }, {}],
  })
})

test.each(['/robots.txt', '/.well-known/security.txt', '/age-de.xml', '/legal/terms.json'])(
  'however often strangers ask for %s, it is packed once',
  async (path) => {
    const ask = await openSite(HTTPS, { 'pages/de/legal/terms.open.html': TERMS })
    let packings = 0
    const watch = createHook({ init: (_, kind) => void (packings += kind === 'ZLIB' ? 1 : 0) })
    watch.enable()
    for (let n = 0; n < 5; n += 1)
      expect((await ask(path, { 'accept-encoding': 'br' })).status).toBe(200)
    watch.disable()
    expect(packings).toBe(1)
  },
)
