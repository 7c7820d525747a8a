import { BlockList, isIP } from 'node:net'

const kind = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** An IPv4 address that came in the clothes of IPv6 is the same address. */
export const plainAddress = (address: string): string =>
  address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

/** What is no address is within nothing. */
export const isWithin = (list: BlockList, address: string): boolean =>
  isIP(address) > 0 && list.check(address, kind(address))

/** Networks (`10.0.0.0/8`, `::1`) as one list to ask. Throws a RangeError for what is none. */
export function networks(list: readonly string[]): BlockList {
  const blocks = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    if (!isIP(address)) throw new RangeError(`${entry} is not a network`)
    blocks.addSubnet(address, Number(bits ?? (isIP(address) === 6 ? 128 : 32)), kind(address))
  }
  return blocks
}

/**
 * Who is really asking: the peer, unless it is a trusted proxy; then the nearest address in
 * the forwarded-for header that no trusted proxy owns. What a stranger writes there is ignored.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: BlockList,
): string {
  let address = plainAddress(peer)
  const hops = (forwardedFor ?? '').split(',').map(plainAddress).filter(Boolean)
  while (isWithin(trusted, address)) {
    const hop = hops.pop()
    if (!hop || !isIP(hop)) break
    address = hop
  }
  return address
}

const LOOPBACK = networks(['127.0.0.0/8', '::1'])
export const isLoopback = (address: string): boolean => isWithin(LOOPBACK, address)
