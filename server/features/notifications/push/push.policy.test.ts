import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { asBrowser, bareHostname, isPushAddress, pushRefusal } from './push.policy.ts'

const pushHosts = ['push.example.org', 'intranet', '192.168.0.1']
const away = { isLocal: false, pushHosts }
const here = { isLocal: true, pushHosts }

test.each(['https://push.example.org/one', 'https://fcm.googleapis.com/fcm/send/one'])(
  '%s may be called',
  (endpoint) => {
    expect(isPushAddress(away, endpoint)).toBe(true)
  },
)

test.each([
  ['no address', 'push.example.org'],
  ['not https', 'http://push.example.org/one'],
  ['on a port of its own', 'https://push.example.org:8443/one'],
  ['with a name to log in with', 'https://mia@push.example.org/one'],
  ['with a password', 'https://:secret@push.example.org/one'],
  ['at a host nobody knows', 'https://example.com/one'],
  ['an address of somebody’s own network', 'https://192.168.0.1/one'],
  ['a name within somebody’s own network', 'https://intranet/one'],
  ['this machine', 'https://127.0.0.1/one'],
  ['this machine by IPv6', 'https://[::1]/one'],
  ['this machine by name', 'https://localhost/one'],
])('what is %s may not', (_, endpoint) => {
  expect(isPushAddress(away, endpoint)).toBe(false)
})

test('a club on this machine may call this machine, and nobody else’s', () => {
  expect(isPushAddress(here, 'http://127.0.0.1:4000/one')).toBe(true)
  expect(isPushAddress(here, 'https://[::1]:4000/one')).toBe(true)
  expect(isPushAddress(here, 'ftp://127.0.0.1/one')).toBe(false)
  expect(isPushAddress(here, 'http://push.example.org/one')).toBe(false)
  expect(isPushAddress(here, 'http://192.168.0.1/one')).toBe(false)
})

test('the brackets around an address of IPv6 are not part of it', () => {
  expect(bareHostname(new URL('https://[::1]/'))).toBe('::1')
  expect(bareHostname(new URL('https://push.example.org/'))).toBe('push.example.org')
})

const curve = createECDH('prime256v1')
curve.setPrivateKey(Buffer.alloc(32, 7))
const keys = { publicKey: curve.getPublicKey(), authKey: Buffer.alloc(16, 7) }
const endpoint = 'https://push.example.org/one'

test('a browser with an address and both keys can be told by push', () => {
  expect(pushRefusal(away, { ...keys, endpoint })).toBeNull()
})

test('one without either cannot', () => {
  const wrong = { ...keys, publicKey: Buffer.alloc(65, 4) }
  expect(pushRefusal(away, { ...keys, endpoint: 'http://example.org' })).toBe('push_refused')
  expect(pushRefusal(away, { ...wrong, endpoint })).toBe('push_refused')
  expect(pushRefusal(away, { ...keys, authKey: Buffer.alloc(15), endpoint })).toBe('push_refused')
})

test('somebody sees at which service a browser of theirs is, and whether it is this one', () => {
  const browser = { id: 'one', sessionId: 'now', endpoint, createdAt: '2026-06-15T12:00:00Z' }
  const listed = { id: 'one', service: 'push.example.org', since: '2026-06-15T12:00:00Z' }
  const mark = '82l3gzFtd4wu-b0kpP0SfO9XJ1D-9LjftZZNO3Eutv0'
  expect(asBrowser(browser, 'now')).toEqual({ ...listed, mark, isCurrent: true })
  expect(asBrowser(browser, 'before')).toEqual({ ...listed, mark, isCurrent: false })
})
