import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { setDoor } from '#contract/admission/admission.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { operator } from '#testing/club/operator.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { serveClub } from '#server/serve.ts'

const terms = (admission: string) =>
  `<h1>%OPERATOR_NAME%</h1><article id="de"><p>Version 2.0.0</p><section id="a"><h2>1. A</h2><p>${admission}</p></section></article>`
const PAGES = {
  'index.html': '<title>%CLUB_NAME%</title>',
  'pages/mul/legal/impressum.html': '<p>%OPERATOR_NAME%, %OPERATOR_ADDRESS%</p>',
  'pages/mul/legal/terms.open.html': terms('open'),
  'pages/mul/legal/terms.invitation.html': terms('invitation'),
  'pages/de/legal/terms.open.html': terms('open'),
  'pages/de/legal/terms.invitation.html': terms('invitation'),
}

/** A server of the club's that has the pages as the build leaves them; a proxy asks it by its socket. */
async function servePages({ app }: Pick<Club, 'app'>): Promise<string> {
  const site = await mkdtemp(join(tmpdir(), 'club-pages-'))
  for (const [name, text] of Object.entries(PAGES)) {
    await mkdir(dirname(join(site, name)), { recursive: true })
    await writeFile(join(site, name), text)
  }
  const config = { ...app.config, trustedProxies: parseNetworks(['127.0.0.1']) }
  const server = await serveClub(
    { ...app, config },
    { host: '127.0.0.1', port: 0, site, strict: true },
  )
  onTestFinished(async () => {
    await server.close()
    await rm(site, { recursive: true })
  })
  return `http://127.0.0.1:${server.port}`
}
const read = async (url: string) => (await fetch(url)).text()
const admissionIn = async (url: string) =>
  ((await (await fetch(`${url}/legal/terms.json`)).json()) as { admission: string }).admission

test('a stranger without a session reads who runs the club', async () => {
  await using club = await openClub({ config: { operator, isOperatorNamed: true } })
  const url = await servePages(club)
  expect(await read(`${url}/legal/impressum`)).toBe(
    '<p>Salon Sommer UG (haftungsbeschränkt), Sonnenallee 1<br/>Hinterhaus<br/>12045 Berlin</p>',
  )
})

test('when an admin closes admission, the terms say so on every server, in words and for programs', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const urls = [await servePages(club), await servePages(second)]
  for (const url of urls) {
    expect(await read(`${url}/legal/terms`)).toContain('<p>open</p>')
    expect(await admissionIn(url)).toBe('open')
  }
  const admin = await club.member({ isAdmin: true })
  for (const admission of ['invitation', 'open', 'invitation'] as const) {
    const body = { admission, invitationsPerMember: 3 }
    expect(await club.call(admin, setDoor, { body })).toMatchObject({ ok: true })
    for (const url of urls) {
      await expect.poll(() => read(`${url}/legal/terms`)).toContain(`<p>${admission}</p>`)
      expect(await admissionIn(url)).toBe(admission)
    }
  }
  // and a server that starts later says what the others say
  const late = await servePages(club)
  await expect.poll(() => admissionIn(late)).toBe('invitation')
})

const TEXTS = {
  '/robots.txt': ['text/plain; charset=utf-8', 'public, max-age=86400'],
  '/.well-known/security.txt': ['text/plain; charset=utf-8', 'public, max-age=86400'],
  '/age-de.xml': ['application/xml; charset=utf-8', 'public, max-age=86400'],
  '/legal/terms.json': ['application/json; charset=utf-8', 'no-cache'],
} as const

test.each(Object.entries(TEXTS))(
  '%s is there for any program, to read and nothing else',
  async (path, [type, cache]) => {
    await using club = await openClub()
    const url = await servePages(club)
    const answer = await fetch(url + path)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'cache-control': cache,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await answer.text()).length).toBeGreaterThan(40)

    const etag = answer.headers.get('etag')!
    expect(etag).toMatch(/^"[\w-]+"$/)
    // a program that keeps it unpacked, as this one asked
    const plain = { 'accept-encoding': 'identity' }
    const first = await fetch(url + path, { headers: plain })
    const again = await fetch(url + path, {
      headers: { ...plain, 'if-none-match': first.headers.get('etag')! },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await fetch(url + path, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('content-type')]).toEqual([
      200,
      '',
      type,
    ])
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await fetch(url + path, { method, headers: { origin: club.url } })).status).toBe(404)
  },
)

test('security.txt never says that it has expired, however long the server runs', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  for (const days of [0, 100, 300]) {
    club.clock.advance({ days })
    const text = await read(`${club.url}/.well-known/security.txt`)
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
    const ahead = (expires - club.app.now().getTime()) / 86_400_000
    expect(ahead).toBeGreaterThan(90)
    expect(ahead).toBeLessThan(365)
    expect(text).toContain(`Canonical: ${club.config.publicUrl}/.well-known/security.txt`)
  }
})

test('without a built site there are no terms for programs, and that is said', async () => {
  await using club = await openClub()
  expect((await fetch(`${club.url}/legal/terms.json`)).status).toBe(503)
  expect((await fetch(`${club.url}/robots.txt`)).status).toBe(200)
})
