// One of several processes that tell each other fleeting notices, as servers do, at the pace it is given.
import { openDatabase } from '#server/platform/database/database.ts'
import { EventBus } from '#server/platform/database/events.ts'
import { openNatsTransport } from '#server/platform/transport/transport.nats.ts'
import type { FleetingNotice } from '#server/platform/transport/fleeting.ts'
import { silentLog } from '#server/platform/process/log.ts'

/** So many a second for so long; `round` tells one order from the next. */
export type Order = { round: number; rate: number; seconds: number }
/** Milliseconds each notice was on its way, as far as it came. */
export type TellerResult = { sent: number; delays: number[] }

const TICK_MS = 10
/** What comes later than this came too late. */
const WAIT_MS = 3_000
const PAIRS = 5

const [databaseUrl = '', natsUrl = ''] = process.argv.slice(2)
const db = openDatabase(databaseUrl)
const bus = new EventBus()
await bus.start(db)
if (natsUrl)
  bus.replaceTransport((listener) =>
    openNatsTransport({ url: natsUrl, installation: 'bench', log: silentLog, ...listener }),
  )

/** In tenths of a millisecond, the same for all processes of a machine. */
const clock = () => Math.round((performance.timeOrigin + performance.now()) * 10)
const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')
const person = '00000000-0000-4000-8000-000000000000'

/** As large as what is gathered of a handful who write; when it was sent stands in its name. */
const makeNotice = (round: number): FleetingNotice => ({
  kind: 'writing',
  from: `${hex(round, 8)}-0000-4000-8000-${hex(clock() % 2 ** 48, 12)}`,
  who: Array.from({ length: PAIRS }, () => [person, person]),
})

let delays: number[] = []
let current = -1
bus.on('writing', ({ from }) => {
  if (parseInt(from.slice(0, 8), 16) !== current) return
  delays.push(((clock() % 2 ** 48) - parseInt(from.slice(24), 16)) / 10)
})

process.on('message', ({ round, rate, seconds }: Order) => {
  delays = []
  current = round
  const since = performance.now()
  let sent = 0
  const ticking = setInterval(() => {
    const passed = (performance.now() - since) / 1_000
    const due = Math.floor(Math.min(passed, seconds) * rate)
    for (; sent < due; sent += 1) void bus.publish(makeNotice(round)).catch(() => {})
    if (passed < seconds) return
    clearInterval(ticking)
    setTimeout(() => process.send!({ sent, delays } satisfies TellerResult), WAIT_MS)
  }, TICK_MS)
})
while (bus.transport?.trouble) await new Promise((resolve) => setTimeout(resolve, TICK_MS))
process.send!('ready')
process.once('disconnect', () => process.exit(0))
