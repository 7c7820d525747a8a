// Rate limits by network: each attempt counts for an address and for the wider net around it.
import { wider, type NetRateName } from '#contract/nets.ts'
import { countAttempt, takeBackAttempt, secondsToWait, type OfNet } from './attempts.ts'
import type { App, Asking, Refusing } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { KeyedCounter } from '#server/platform/process/keyedCounter.ts'

type From = Pick<Asking, 'address'>
type Counting = Pick<App, 'config' | 'now' | 'strongbox'> & From

/** The eight groups of an IPv6 address, each without leading zeros. */
function splitGroups(address: string): string[] {
  // written in one way first: its last two groups may stand there as IPv4
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail = ''] = written.split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after]
}

const isSix = ({ address }: From): boolean => address.includes(':')

/** The part of an address that one connection usually gets: an IPv4 address, or an IPv6 /64. */
export const addressRange = (from: From): string =>
  isSix(from) ? splitGroups(from.address).slice(0, 4).join(':') : from.address

/** The net around it, which one customer can have alone: an IPv6 /48, or an IPv4 /24. */
export const widerRange = (from: From): string =>
  isSix(from)
    ? `${splitGroups(from.address).slice(0, 3).join(':')}::/48`
    : `${from.address.replace(/\.\d+$/, '')}.0/24`

/** The nets an address is in, the narrow one first, each with what it may have of a rate. */
function listNets(from: From, net: NetRateName): (OfNet & { range: string })[] {
  return [
    { net, range: addressRange(from), times: 1 },
    { net, range: widerRange(from), times: wider[net] },
  ]
}

/** As `countAttempt`, in every net the address is in, or in none of them. */
export async function countInNets(
  { now, address, ...core }: Counting,
  on: Sql,
  name: NetRateName,
): Promise<number | null> {
  const at = now()
  const app = { ...core, now: () => at }
  const counted: ReturnType<typeof listNets> = []
  for (const one of listNets({ address }, name)) {
    const retryAfter = await countAttempt(app, on, one, one.range)
    if (retryAfter !== null) {
      for (const before of counted) await takeBackAttempt(app, on, before, before.range, at)
      return retryAfter
    }
    counted.push(one)
  }
  return null
}

/** As `secondsToWait`, for every net the address is in: the longest. */
export async function netRetryAfter(
  { address, ...app }: Counting,
  on: Sql,
  name: NetRateName,
): Promise<number | null> {
  const nets = listNets({ address }, name)
  const waits = await Promise.all(nets.map((one) => secondsToWait(app, on, [one], one.range)))
  return Math.max(...waits.map((wait) => wait ?? 0)) || null
}

/** Counts one attempt of the address and the nets around it, or refuses with `too_many_attempts`. */
export async function enforceNetLimit(
  ctx: App & From & Refusing<never>,
  name: NetRateName,
  on: Sql = ctx.db,
): Promise<void> {
  const retryAfter = await countInNets(ctx, on, name)
  if (retryAfter !== null) ctx.refuse('too_many_attempts', { retryAfter })
}

/** Takes back what was counted of the address and the nets around it at that time. */
export async function takeBackFromNets(
  { address, strongbox }: Pick<App, 'strongbox'> & From,
  on: Sql,
  name: NetRateName,
  at: Date,
): Promise<void> {
  for (const one of listNets({ address }, name))
    await takeBackAttempt({ strongbox }, on, one, one.range, at)
}

/** How much is open at this process, by address and by the net around it. */
export class OpenByNet {
  #counter = new KeyedCounter()
  #perRange: number
  #perNet: number

  /** `perRange`: what one address may have open; `perNet`: what the net around it may. */
  constructor(
    { perRange, perNet }: { perRange: number; perNet: number },
    { limitsFactor }: Pick<App['config'], 'limitsFactor'>,
  ) {
    this.#perRange = perRange * limitsFactor
    this.#perNet = perNet * limitsFactor
  }

  /** Takes one more, of both or of neither; answers whether it did. */
  take(from: From): boolean {
    const range = addressRange(from)
    if (!this.#counter.take(range, this.#perRange)) return false
    if (this.#counter.take(widerRange(from), this.#perNet)) return true
    this.#counter.giveBack(range)
    return false
  }

  giveBack(from: From): void {
    this.#counter.giveBack(addressRange(from))
    this.#counter.giveBack(widerRange(from))
  }
}
