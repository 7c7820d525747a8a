import type { Config } from '#server/config.ts'
import { perApp } from '#server/platform/database/events.ts'
import { putNewest } from '#server/platform/lists/newest.ts'

/** Where browsers' makers take messages; a name that begins with a dot stands for all below it. */
const VENDORS = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  'web.push.apple.com',
  '.push.apple.com',
]

/** Whether a host is a push service's, of a browser's maker or one the operator names besides. */
export const isPushHost = ({ pushHosts }: Pick<Config, 'pushHosts'>, host: string): boolean =>
  [...VENDORS, ...pushHosts].some((one) =>
    one.startsWith('.') ? host.endsWith(one) : host === one,
  )

/** So many times in a row nobody answered: then nobody waits for that host for a while. */
const FAILURES = 3
const AWAY_MS = 10 * 60_000
/** Longer than this nobody is left alone, whatever they ask for. */
const LONGEST_REST_MS = 60 * 60_000
/** One that is forgotten is asked once too early. */
const MOST_HUSHED = 10_000

/** A push service does not answer or asks to be left alone, and is not asked now. */
class PushServiceAway extends Error {
  override name = 'PushServiceAway'
}

/** Which hosts of push services did not answer of late, or asked to be left alone, as far as this process saw. */
class PushHosts {
  #failed = new Map<string, { times: number; until: number }>()
  /** Of whose messages a host said last that they are too many, until it takes one. */
  #sated = new Map<string, string>()
  /** Until when a host wants no more messages for one member. */
  #hushed = new Map<string, number>()

  /** Throws `PushServiceAway` while a host is left alone, by all or with this member's messages. */
  refuseAway(host: string, userId: string, now: Date): void {
    const hushed = this.#hushed.get(`${host} ${userId}`) ?? 0
    if (Math.max(this.#failed.get(host)?.until ?? 0, hushed) > now.getTime())
      throw new PushServiceAway('the push service is not asked at present')
    this.#hushed.delete(`${host} ${userId}`)
  }
  answered(host: string): void {
    this.#failed.delete(host)
  }
  took(host: string): void {
    this.#sated.delete(host)
  }
  /** Too many messages for one member are no reason to leave all others without theirs; for two in a row they are. */
  isSated(host: string, userId: string): boolean {
    const before = this.#sated.get(host)
    this.#sated.set(host, userId)
    return before !== undefined && before !== userId
  }
  /** It asks to be left alone for so long. */
  rest(host: string, ms: number, now: Date): void {
    this.#failed.set(host, { times: 0, until: now.getTime() + Math.min(ms, LONGEST_REST_MS) })
  }
  /** The same for one member's messages alone. */
  restFor(host: string, userId: string, ms: number, now: Date): void {
    const until = now.getTime() + Math.min(ms, LONGEST_REST_MS)
    putNewest(this.#hushed, [`${host} ${userId}`, until], { most: MOST_HUSHED })
  }
  /** After its time alone, one failure is enough. */
  failed(host: string, now: Date): void {
    const times = (this.#failed.get(host)?.times ?? 0) + 1
    const until = times >= FAILURES ? now.getTime() + AWAY_MS : 0
    this.#failed.set(host, { times, until })
  }
}

export const getPushHosts = perApp(() => new PushHosts())
