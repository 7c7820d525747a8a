import { expect, test, vi } from 'vitest'
import fc from '#testing/property.ts'
import { clientAddress, isLoopback, isPublic, parseNetworks, plainAddress } from './address.ts'
import { addressRange, widerRange } from './nets.ts'

const PROXIES = parseNetworks(['10.0.0.0/8', 'fd00::/8'])

test.each([
  ['a stranger cannot claim another address', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted proxy is believed', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  [
    'what a stranger wrote before the proxy is not',
    '10.0.0.1',
    '6.6.6.6, 198.51.100.1',
    '198.51.100.1',
  ],
  [
    'several trusted proxies are walked through',
    '10.0.0.1',
    '198.51.100.1, 10.0.0.2',
    '198.51.100.1',
  ],
  ['rubbish ends the walk', '10.0.0.1', 'rubbish', '10.0.0.1'],
  ['no header is no hop', '10.0.0.1', undefined, '10.0.0.1'],
  [
    'an IPv4 peer on an IPv6 socket is an IPv4 peer',
    '::ffff:10.0.0.1',
    '2001:db8::1',
    '2001:db8::1',
  ],
])('%s', (_, peer, header, address) => {
  expect(clientAddress(peer, header, PROXIES)).toBe(address)
})

test.each([
  ['203.0.113.20:52123', '203.0.113.20'],
  ['[2001:db8::3]:443', '2001:db8::3'],
  ['[2001:db8::3]', '2001:db8::3'],
  ['"[2001:db8::3]:443"', '2001:db8::3'],
  ['"203.0.113.20:52123"', '203.0.113.20'],
  ['fe80::3%eth0', 'fe80::3'],
  ['[fe80::3%25eth0]:80', 'fe80::3'],
  ['::ffff:203.0.113.20', '203.0.113.20'],
  [' 203.0.113.20 ', '203.0.113.20'],
  ['::ffff:cb00:7114', '203.0.113.20'],
  ['[::FFFF:CB00:7114]:80', '203.0.113.20'],
  ['0:0:0:0:0:ffff:203.0.113.20', '203.0.113.20'],
  ['0:0:0:0:0:FFFF:cb00:7114', '203.0.113.20'],
  ['::ffff:203.0.113.20%eth0', '203.0.113.20'],
  ['64:ff9b::203.0.113.20', '203.0.113.20'],
  ['0064:FF9B:0:0:0:0:cb00:7114', '203.0.113.20'],
  ['2001:0DB8:0:0::3', '2001:db8::3'],
])('a proxy may write an address as %s', (said, address) => {
  expect(clientAddress('10.0.0.1', said, PROXIES)).toBe(address)
})

test('loopback is recognised in every notation', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopback)).toEqual([true, true, true])
  expect(['128.0.0.1', '10.0.0.1', 'localhost', ''].map(isLoopback)).toEqual(Array(4).fill(false))
})

test('what is no network is refused when it is configured', () => {
  for (const entry of ['everyone', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/eight'])
    expect(() => parseNetworks([entry])).toThrow(RangeError)
  // whoever trusts all of them lets every visitor say who they are
  for (const entry of ['0.0.0.0/0', '::/0'])
    expect(() => parseNetworks([entry])).toThrow(RangeError)
})

test('a trusted proxy that writes no address is reported, a stranger is not', () => {
  const onInvalid = vi.fn<() => void>()
  clientAddress('203.0.113.9', 'unknown', PROXIES, onInvalid)
  clientAddress('10.0.0.1', '203.0.113.9', PROXIES, onInvalid)
  clientAddress('10.0.0.1', undefined, PROXIES, onInvalid)
  expect(onInvalid).not.toHaveBeenCalled()
  for (const said of ['unknown', '_hidden', '203.0.113.20:', '[2001:db8::3', '1.2.3.4:x'])
    expect(clientAddress('10.0.0.1', said, PROXIES, onInvalid)).toBe('10.0.0.1')
  expect(onInvalid).toHaveBeenCalledTimes(5)
})

const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
const hex = (group: number) => group.toString(16)
/** Ways to write the same eight groups. */
const SPELLINGS: ((six: readonly number[]) => string)[] = [
  (six) => six.map(hex).join(':'),
  (six) => six.map((group) => hex(group).padStart(4, '0').toUpperCase()).join(':'),
  (six) => `${six.slice(0, 6).map(hex).join(':')}:${dotted(six.slice(6))}`,
  (six) => `${six.map(hex).join(':')}%eth0`,
  (six) =>
    ` ${six
      .map(hex)
      .join(':')
      .replace(/(^|:)0(:0)+(:|$)/, '::')} `,
]
const dotted = (two: readonly number[]) =>
  two.flatMap((group) => [group >> 8, group & 255]).join('.')

test('however an address is written, it is one asker, in one net', () => {
  const both = fc.oneof(
    groups,
    groups.map((six) => [...six.slice(0, 4), 0, 0, 0, six[7]!]),
    groups.map((six) => [0, 0, 0, 0, 0, 0xffff, six[6]!, six[7]!]),
    groups.map((six) => [0x64, 0xff9b, 0, 0, 0, 0, six[6]!, six[7]!]),
  )
  fc.assert(
    fc.property(both, (six) => {
      const said = SPELLINGS.map((spell) => ({ address: plainAddress(spell(six)) }))
      expect(new Set(said.map(({ address }) => address)).size).toBe(1)
      expect(new Set(said.flatMap((one) => [addressRange(one), widerRange(one)])).size).toBe(2)
      expect(plainAddress(said[0]!.address)).toBe(said[0]!.address)
    }),
  )
})

test('of an IPv4 address the clothes of IPv6 change nothing', () => {
  fc.assert(
    fc.property(
      fc.ipV4(),
      fc.constantFrom('::ffff:', '0:0:0:0:0:ffff:', '64:ff9b::'),
      (four, six) => {
        expect(plainAddress(six + four)).toBe(four)
        expect(isPublic(six + four)).toBe(isPublic(four))
      },
    ),
  )
})
