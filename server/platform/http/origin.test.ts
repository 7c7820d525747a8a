import { request } from 'node:http'
import { expect, test } from 'vitest'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { openClub, type Club } from '#testing/club/club.ts'

const HTTPS = {
  config: {
    publicUrl: 'https://club.example',
    secure: true,
    isLocal: false,
    trustedProxies: parseNetworks(['127.0.0.2']),
  },
} as const
const PROXIED = { config: { ...HTTPS.config, trustedProxies: parseNetworks(['127.0.0.1']) } }

/** Asks the club under a name, which `fetch` would not let us choose. */
const ask = ({ url }: Club, path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<{ status: number; location: string | undefined; kept: string | undefined }>(
    (resolve, reject) => {
      request(`${url}${path}`, { method, headers }, (answer) => {
        answer.resume()
        const { location, 'cache-control': kept } = answer.headers
        resolve({ status: answer.statusCode ?? 0, location, kept })
      })
        .on('error', reject)
        .end()
    },
  )

test.each([
  'www.club.example',
  'club.example.',
  'CLUB.EXAMPLE.',
  'club.example:80',
  'club.example:8443',
  'club.example.evil.example',
  'xn--club-example',
  '192.168.1.20:4142',
  '[2001:db8::1]:4142',
  'localhost',
])('a page asked for at %s is found at the club’s own address', async (host) => {
  await using club = await openClub(HTTPS)
  for (const [path, method] of [
    ['/login?next=%2Frooms', 'GET'],
    ['/', 'HEAD'],
    ['//evil.example/%0d', 'GET'],
    ['/nowhere', 'GET'],
  ] as const)
    expect(await ask(club, path, { host }, method)).toEqual({
      status: 308,
      location: `https://club.example${path}`,
      kept: 'no-store',
    })
  for (const path of ['/healthz', '/readyz'])
    expect(await ask(club, path, { host })).toMatchObject({ status: 200 })
  expect(await ask(club, '/api/nowhere', { host })).toMatchObject({ status: 404 })
})

test.each(['club.example', 'Club.Example', 'club.example:443'])(
  'at %s pages are served',
  async (host) => {
    await using club = await openClub(HTTPS)
    expect(await ask(club, '/login', { host })).not.toMatchObject({ status: 308 })
  },
)

test('a trusted proxy says under which name it was asked, and nobody else', async () => {
  await using club = await openClub(PROXIED)
  const port = new URL(club.url).port
  const statusOf = async (headers: Record<string, string>) =>
    (await ask(club, '/login', headers)).status === 308
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'club:3000', 'club.example']) {
    expect(await statusOf({ host })).toBe(false)
    expect(await statusOf({ host, 'x-forwarded-host': 'club.example' })).toBe(false)
    expect(await statusOf({ host, 'x-forwarded-host': 'www.club.example' })).toBe(true)
    expect(await statusOf({ host, 'x-forwarded-host': 'club.example., club' })).toBe(true)
  }
  expect(await statusOf({ host: '192.168.1.20:4142' })).toBe(true)
  await using open = await openClub(HTTPS)
  const headers = { host: 'www.club.example', 'x-forwarded-host': 'club.example' }
  expect(await ask(open, '/login', headers)).toMatchObject({ status: 308 })
})

test('on this machine any of its names will do, with the same port', async () => {
  await using club = await openClub()
  const port = new URL(club.url).port
  for (const name of ['localhost', '127.0.0.1', '[::1]', 'club.localhost'])
    expect(await ask(club, '/login', { host: `${name}:${port}` })).not.toMatchObject({
      status: 308,
    })
  expect(await ask(club, '/login', { host: `192.168.1.20:${port}` })).toMatchObject({ status: 308 })
})
