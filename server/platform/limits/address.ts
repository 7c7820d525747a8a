// IP addresses: who is really asking behind proxies, and whether one is public, private or this machine.
import { BlockList, isIP } from 'node:net'

const kind = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const twoBytes = (group: string) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]

/** An IPv4 address written as IPv6: mapped (RFC 4291), or by a translator in front of a network without IPv4 (RFC 7755). */
const FOUR_IN_SIX = /^(?:::ffff:|64:ff9b::)(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/

/**
 * An address in the one form it is compared in: without the zone a neighbour's has, in small letters,
 * shortened, and as IPv4 where it is one in the clothes of IPv6. What is no address stays as it is.
 */
export function plainAddress(address: string): string {
  const bare = address.trim().replace(/%.*$/s, '')
  if (isIP(bare) !== 6) return bare
  const six = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [, high = '0', low] = FOUR_IN_SIX.exec(six) ?? []
  return low ? [high, low].flatMap(twoBytes).join('.') : six
}

/** What is no address is within nothing. */
export const isWithin = (list: BlockList, address: string): boolean =>
  isIP(address) > 0 && list.check(address, kind(address))

/** Networks (`10.0.0.0/8`, `::1`) as one list to ask. Throws a RangeError for what is none, and for all addresses at once. */
export function parseNetworks(list: readonly string[]): BlockList {
  const blocks = new BlockList()
  for (const entry of list) {
    const [, address = '', bits] = /^([^/]+)(?:\/([1-9]\d*))?$/.exec(entry) ?? []
    if (!isIP(address)) throw new RangeError(`${entry} is not a network`)
    blocks.addSubnet(address, Number(bits ?? (isIP(address) === 6 ? 128 : 32)), kind(address))
  }
  return blocks
}

/** The address in what a proxy wrote of a hop: bare, with a port, in brackets or quotes, with a zone; null if there is none. */
function parseAddress(hop: string): string | null {
  const bare = hop.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(bare) ?? []
  const [, ported] = /^(\d+(?:\.\d+){3}):\d+$/.exec(bare) ?? []
  const address = plainAddress(bracketed ?? ported ?? bare)
  return isIP(address) ? address : null
}

/**
 * Who is really asking: the peer, unless it is a trusted proxy; then the nearest address in
 * the forwarded-for header that no trusted proxy owns. What a stranger writes there is ignored;
 * `onUnread` is called when a trusted proxy wrote what is no address.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: BlockList,
  onUnread: () => void = () => {},
): string {
  let address = plainAddress(peer)
  const hops = (forwardedFor ?? '').split(',').filter((hop) => hop.trim())
  while (isWithin(trusted, address)) {
    const text = hops.pop()
    if (!text) break
    const hop = parseAddress(text)
    if (!hop) {
      onUnread()
      break
    }
    address = hop
  }
  return address
}

const LABEL = /^[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?$/i
/** Whether something may be the host of an address, `[::1]`, an IPv4 address or a name; a name in other letters is written as `xn--…`. */
export function isHost(hostname: string): boolean {
  const [, six] = /^\[(.+)\]$/.exec(hostname) ?? []
  if (six !== undefined) return isIP(six) === 6
  const labels = hostname.replace(/\.$/, '').split('.')
  // all resolvers take one that ends in a number for an address
  if (/^(\d+|0x[\da-f]*)$/i.test(labels.at(-1)!)) return isIP(hostname) === 4
  return hostname.length <= 253 && labels.every((label) => LABEL.test(label))
}

const LOOPBACK = parseNetworks(['127.0.0.0/8', '::1'])
export const isLoopback = (address: string): boolean => isWithin(LOOPBACK, address)

const LOOPBACK_NAME = /^(localhost|.+\.localhost)$/
/** Whether the host of an address of the web, `[::1]` or a name, is this machine. */
export const isThisMachine = (hostname: string): boolean =>
  LOOPBACK_NAME.test(hostname) || isLoopback(hostname.replace(/^\[|\]$/g, ''))

const PRIVATE = parseNetworks(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'])
/**
 * Whether the host of an address of the web lies where nobody else listens: this machine, an address of a private
 * network, or a name without a dot, which only a network of one's own (such as that of containers) knows.
 */
export const isOwnNetwork = (hostname: string): boolean =>
  isThisMachine(hostname) ||
  !/[.:]/.test(hostname) ||
  isWithin(PRIVATE, plainAddress(hostname.replace(/^\[|\]$/g, '')))

/** Networks nobody on the internet can be called in (IANA's special-purpose registries), and ways round into them. */
const NOT_PUBLIC = parseNetworks(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
  224.0.0.0/4 240.0.0.0/4 ::/96 ::ffff:0:0:0/96 64:ff9b:1::/48 100::/63 2001::/23 2001:db8::/32
  2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8`.split(/\s+/),
)
/** An address anybody on the internet can call. */
export const isPublic = (address: string): boolean =>
  isIP(address) > 0 && !isWithin(NOT_PUBLIC, plainAddress(address))
