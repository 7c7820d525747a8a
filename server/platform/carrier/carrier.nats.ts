import { setTimeout as pause } from 'node:timers/promises'
import type { Msg, NatsConnection } from '@nats-io/transport-node'
import type { Log } from '#server/platform/process/log.ts'
import type { Carrier, CarrierEar, CarrierTally } from './carrier.ts'
import { MOST_BYTES, parseFleeting, type FleetingNotice } from './fleeting.ts'

const AGAIN_MS = 1_000
const ANSWER_MS = 3_000
/** A line that ends without a word is noticed within three times this. */
const PULSE_MS = 5_000

type Where = { url: string; installation: string }
type Ways = Where & { log: Pick<Log, 'info' | 'warn'> } & CarrierEar

const nameSubject = (installation: string) => `club.${installation}.fleeting`

/** Reads `nats://USER:PASSWORD@host:port`, `nats://TOKEN@…`, or `tls://…`, where nothing is said before the line is encrypted. */
function readAddress(text: string) {
  const { protocol, hostname, port, username, password } = new URL(text)
  const [user, pass] = [username, password].map(decodeURIComponent)
  const account = user && pass ? { user, pass } : user ? { token: user } : {}
  return {
    servers: `${hostname}:${port || 4222}`,
    ...account,
    ...(protocol === 'tls:' && { tls: {} }),
  }
}

/** Only now: a club without NATS never loads its client. */
async function connect(url: string): Promise<NatsConnection> {
  const nats = await import('@nats-io/transport-node')
  return nats.connect({
    ...readAddress(url),
    name: 'club',
    timeout: ANSWER_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: AGAIN_MS,
    // an account that is refused now may be let in once somebody has put it right
    ignoreAuthErrorAbort: true,
    pingInterval: PULSE_MS,
    maxPingOut: 2,
  })
}

/** NATS carries them, as long as it can be reached; while it cannot, nobody is told, and nothing else is different. */
class NatsCarrier implements Carrier {
  readonly tally: CarrierTally = { told: 0, untold: 0, heard: 0, refused: 0 }
  #ways: Ways
  #subject: string
  #line: NatsConnection | null = null
  #isUp = false
  #isOver = false
  /** Said once, until it is up again. */
  #isSaid = false

  constructor(ways: Ways) {
    this.#ways = ways
    this.#subject = nameSubject(ways.installation)
    void this.#keepLine()
  }

  get trouble(): string | null {
    return this.#isUp
      ? null
      : 'NATS is away: who is here and who writes is not told between servers'
  }

  tell(notice: FleetingNotice): Promise<boolean> {
    const words = JSON.stringify(notice)
    if (Buffer.byteLength(words) > MOST_BYTES) throw new Error(`too long a notice: ${notice.kind}`)
    const isTold = this.#isUp && this.#say(words)
    this.tally[isTold ? 'told' : 'untold'] += 1
    return Promise.resolve(isTold)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    const line = this.#line
    // that nobody is here any more is told before the line ends
    if (this.#isUp) await soon(line!.flush()).catch(() => {})
    this.#isUp = false
    await line?.close()
  }

  #say(words: string): boolean {
    try {
      this.#line!.publish(this.#subject, words)
      return true
    } catch {
      return false
    }
  }

  async #keepLine(): Promise<void> {
    while (!this.#isOver) {
      await this.#holdLine().catch((error: unknown) => this.#lose(error))
      await pause(AGAIN_MS, undefined, { ref: false })
    }
  }

  /** As long as one lasts; where it is cut, the client makes it anew by itself. */
  async #holdLine(): Promise<void> {
    const line = await connect(this.#ways.url)
    this.#line = line
    try {
      if (this.#isOver) return
      line.subscribe(this.#subject, { callback: (error, message) => this.#take(error, message) })
      const watching = this.#watch(line)
      await this.#rise(line)
      await watching
    } finally {
      await line.close()
    }
  }

  async #watch(line: NatsConnection): Promise<void> {
    for await (const status of line.status()) {
      if (status.type === 'disconnect') this.#lose()
      if (status.type === 'reconnect')
        await this.#rise(line).catch((error: unknown) => this.#lose(error))
      if (status.type !== 'error') continue
      // refused: only a new line may find it put right
      this.#lose(status.error)
      break
    }
    this.#lose()
  }

  /** Up once the server has answered: then it has taken the subscription as well. */
  async #rise(line: NatsConnection): Promise<void> {
    await soon(line.flush())
    if (this.#isOver || line !== this.#line || line.isClosed()) return
    this.#isUp = true
    if (this.#isSaid) this.#ways.log.info('NATS is there again')
    this.#isSaid = false
    this.#ways.again()
  }

  #lose(error?: unknown): void {
    this.#isUp = false
    if (this.#isOver || this.#isSaid) return
    this.#isSaid = true
    this.#ways.log.warn({ reason: nameError(error) }, 'NATS is away')
  }

  #take(error: Error | null, message: Msg): void {
    if (error) return this.#lose(error)
    const notice = parseFleeting(message.data)
    this.tally[notice ? 'heard' : 'refused'] += 1
    if (!notice) return
    try {
      this.#ways.hear(notice)
    } catch (mistake) {
      // thrown on, it would end the reading of this line
      this.#ways.log.warn({ err: mistake }, 'a notice could not be heard')
    }
  }
}

/** What an error is called, and nothing else of it: its words may name the place. */
const nameError = (error: unknown): string =>
  error instanceof Error ? (/^\w{1,40}$/.exec(error.name)?.[0] ?? 'unknown') : 'cut'

/** A line that is closed meanwhile leaves a question unanswered. */
const soon = (answer: Promise<void>): Promise<void> =>
  Promise.race([
    answer,
    pause(ANSWER_MS, undefined, { ref: false }).then(() => {
      throw new Error('no answer')
    }),
  ])

export const carryByNats = (ways: Ways): Carrier => new NatsCarrier(ways)

/** Whether a notice told at NATS comes back; throws where it does not. */
export async function probeNats(url: string): Promise<void> {
  const line = await connect(url)
  try {
    const subject = nameSubject('doctor')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    line.subscribe(subject, { callback: (error) => (error ? reject(error) : resolve()) })
    line.publish(subject, '')
    await soon(promise)
  } finally {
    await line.close()
  }
}
