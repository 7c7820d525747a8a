import type { BrowserContextOptions } from '@playwright/test'
import { now } from '#testing/random.ts'

type State = BrowserContextOptions['storageState']
type Whole = Exclude<State, string | undefined>

/** The record a browser keeps in which somebody chose “Necessary Only” before. */
export const necessaryOnly = () => {
  const record = { necessary: true, analytics: false, marketing: false }
  return {
    name: 'cookie-consent',
    value: JSON.stringify({ ...record, timestamp: now().toISOString() }),
  }
}

/** The welcome in the first room was closed there before. */
const atHome = { name: 'parlour.first-visit', value: 'over' }

/** What a browser remembers, with that choice among it; its owner has been in the club before. */
export function havingChosen(origin: string, state: State): Whole {
  const { cookies, origins }: Whole =
    typeof state === 'object' ? state : { cookies: [], origins: [] }
  const own = origins.find((one) => one.origin === origin)?.localStorage ?? []
  const others = origins.filter((one) => one.origin !== origin)
  return {
    cookies,
    origins: [...others, { origin, localStorage: [...own, necessaryOnly(), atHome] }],
  }
}
