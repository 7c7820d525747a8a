// The first visit: what comes over the line, and what a slow phone makes of it.
import { build } from '../scripts/build.js'
import type { BenchClub } from './tools/club.ts'
import {
  openBrowser,
  visit,
  weigh,
  type Visit,
  type Visitor,
  type Weight,
} from './tools/browser.ts'
import { sessionCookie, roomSlug } from './tools/filling.ts'
import { atMost, inTurn, median, table, type Figure } from './tools/figures.ts'

const KB = 1_000
const SCREENS = ['landing', 'log-in', 'room'] as const
type Screen = (typeof SCREENS)[number]

export async function pages(club: BenchClub): Promise<Figure[]> {
  await build()
  const { port, stop } = await club.start()
  const at = (path: string) => `http://localhost:${port}${path}`
  await using browser = await openBrowser()
  const where: Record<Screen, [string, Visitor?]> = {
    // the very first page asks about cookies, which weighs as well
    landing: [at('/')],
    'log-in': [at('/login'), { hasChosen: true }],
    room: [at(`/room/${roomSlug(1)}`), { hasChosen: true, cookie: sessionCookie(0) }],
  }
  const weights = {} as Record<Screen, Weight>
  for (const screen of SCREENS) weights[screen] = await weigh(browser, ...where[screen])
  const visits = await inTurn<Screen, Visit>({
    landing: () => visit(browser, ...where.landing),
    'log-in': () => visit(browser, ...where['log-in']),
    room: () => visit(browser, ...where.room),
  })
  await stop()

  const of = (screen: Screen, what: keyof Visit) => median(visits[screen].map((one) => one[what]))
  const kb = (screen: Screen, what: 'bytes' | 'scriptBytes' | 'allScriptBytes') =>
    weights[screen][what] / KB
  const rows = SCREENS.map((screen) => [
    screen,
    String(weights[screen].requests),
    kb(screen, 'bytes').toFixed(1),
    kb(screen, 'scriptBytes').toFixed(1),
    kb(screen, 'allScriptBytes').toFixed(1),
    weights[screen].encodings.join(', '),
    of(screen, 'lcpMs').toFixed(0),
    of(screen, 'cls').toFixed(3),
    of(screen, 'longestTaskMs').toFixed(0),
    of(screen, 'longestWorkMs').toFixed(0),
    of(screen, 'blockedMs').toFixed(0),
  ])
  const head = ['page', 'requests', 'kB', 'kB of JavaScript seen first', 'of all', 'packed as']
  const slow = ['LCP ms', 'CLS', 'longest task ms', 'of it at work', 'blocked ms']
  console.log(table([...head, ...slow], rows))

  const weight = (floor: number, aim: number) => ({ unit: 'kB', digits: 1, floor, aim })
  return [
    atMost('landing: weight of everything', kb('landing', 'bytes'), weight(60, 40)),
    atMost('landing: requests', weights.landing.requests, { digits: 0, floor: 6 }),
    atMost('log-in: weight of JavaScript', kb('log-in', 'scriptBytes'), weight(120, 90)),
    atMost('room: weight of JavaScript', kb('room', 'scriptBytes'), weight(140, 110)),
    ...SCREENS.flatMap((screen) => [
      atMost(`${screen}, slow phone: largest paint`, of(screen, 'lcpMs') / 1000, {
        unit: 's',
        floor: 1.5,
      }),
      atMost(`${screen}, slow phone: layout shift`, of(screen, 'cls'), { digits: 3, floor: 0.02 }),
      // at work: that others keep this machine's two processors busy is not the page's doing
      atMost(`${screen}, slow phone: longest task at work`, of(screen, 'longestWorkMs'), {
        unit: 'ms',
        digits: 0,
        floor: 100,
      }),
    ]),
  ]
}
