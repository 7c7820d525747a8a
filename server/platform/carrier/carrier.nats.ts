import { randomUUID } from 'node:crypto'
import type { Msg, NatsConnection, TlsOptions } from '@nats-io/transport-node'
import type { Log } from '#server/platform/process/log.ts'
import type { Carrier, CarrierEar, CarrierTally } from './carrier.ts'
import { MOST_BYTES, parseFleeting, type FleetingNotice } from './fleeting.ts'

const ANSWER_MS = 3_000
/** The server is asked so often whether it is there; a line on which it left two questions open is given up at the third. */
const PULSE_MS = 1_500
/** Between two lines; twice as long each time where NATS answers and the line is of no use for all that. */
const AGAIN_MS = 1_000
const MOST_AGAIN_MS = 30_000
/** A line that stood for so long was of use. */
const LASTING_MS = 10_000

const UNTOLD = 'who is here and who writes is not told between servers'
const AWAY = `NATS is away: ${UNTOLD}`

type Where = { url: string; installation: string }
type Ways = Where & { log: Pick<Log, 'info' | 'warn'> } & CarrierEar

const nameSubject = (installation: string) => `club.${installation}.fleeting`

/** Left to itself, the client takes a certificate for `localhost` where the address is one of numbers. */
const nameTlsHost = (hostname: string) => ({ host: hostname.replace(/^\[|\]$/g, '') }) as TlsOptions

/** Reads `nats://USER:PASSWORD@host:port`, `nats://TOKEN@…`, or `tls://…`, where nothing is said before the line is encrypted. */
function readAddress(text: string) {
  const { protocol, hostname, port, username, password } = new URL(text)
  const [user, pass] = [username, password].map(decodeURIComponent)
  const account = user && pass ? { user, pass } : user ? { token: user } : {}
  return {
    servers: `${hostname}:${port || 4222}`,
    ...account,
    ...(protocol === 'tls:' && { tls: nameTlsHost(hostname) }),
  }
}

/** Only now: a club without NATS never loads its client. */
async function connect(url: string): Promise<NatsConnection> {
  const nats = await import('@nats-io/transport-node')
  return nats.connect({
    ...readAddress(url),
    name: 'club',
    timeout: ANSWER_MS,
    // a new line is tried before it is relied on
    reconnect: false,
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
  #trial: { words: string; comeBack(): void } | null = null
  #trouble: string | null = AWAY
  /** What is wrong is said once, until it is up again. */
  #said: string | null = null
  #isOver = false

  constructor(ways: Ways) {
    this.#ways = ways
    this.#subject = nameSubject(ways.installation)
    void this.#keepLine()
  }

  get trouble(): string | null {
    return this.#trouble
  }

  tell(notice: FleetingNotice): Promise<boolean> {
    const words = JSON.stringify(notice)
    if (Buffer.byteLength(words) > MOST_BYTES) throw new Error(`too long a notice: ${notice.kind}`)
    const isTold = this.#trouble === null && this.#say(words)
    this.tally[isTold ? 'told' : 'untold'] += 1
    return Promise.resolve(isTold)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    const line = this.#line
    // that nobody is here any more is told before the line ends
    if (this.#trouble === null) await soon(line!.flush()).catch(() => {})
    this.#trouble = AWAY
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
    for (let pause = AGAIN_MS; !this.#isOver;) {
      const since = performance.now()
      const error = await this.#holdLine().catch((reason: unknown) => reason)
      this.#lose(error)
      const isUseless = this.#line !== null || this.#trouble !== AWAY
      const hasLasted = performance.now() - since >= LASTING_MS
      if (hasLasted) pause = AGAIN_MS
      await wait(pause)
      if (isUseless && !hasLasted) pause = Math.min(2 * pause, MOST_AGAIN_MS)
    }
  }

  /** As long as one lasts; throws what ended it. */
  async #holdLine(): Promise<void> {
    this.#line = null
    const line = await connect(this.#ways.url)
    this.#line = line
    try {
      if (this.#isOver) return
      const ending = watch(line)
      await soon(Promise.race([this.#tryOut(line), ending]))
      if (this.#isOver) return
      this.#rise()
      await ending
    } finally {
      this.#trouble ??= AWAY
      await line.close()
    }
  }

  /** Whether what this process tells comes back to it: an account may be let in, and yet not be let speak. */
  #tryOut(line: NatsConnection): Promise<void> {
    const { promise, resolve: comeBack } = Promise.withResolvers<void>()
    const words = JSON.stringify({ kind: 'line_tried', from: randomUUID() })
    this.#trial = { words, comeBack }
    line.subscribe(this.#subject, {
      // what is wrong with it, the line says as well
      callback: (error, message) => void (error ?? this.#take(message)),
    })
    line.publish(this.#subject, words)
    return promise
  }

  #rise(): void {
    this.#trouble = null
    if (this.#said) this.#ways.log.info('NATS is there again')
    this.#said = null
    this.#ways.again()
  }

  #lose(error: unknown): void {
    this.#trouble = nameTrouble(error)
    if (this.#isOver || this.#said === this.#trouble) return
    this.#said = this.#trouble
    this.#ways.log.warn({ reason: nameError(error) }, this.#trouble)
  }

  #take(message: Msg): void {
    const notice = parseFleeting(message.data)
    if (!notice && this.#isTrial(message)) return
    this.tally[notice ? 'heard' : 'refused'] += 1
    if (!notice) return
    try {
      this.#ways.hear(notice)
    } catch (mistake) {
      // thrown on, it would end the reading of this line
      this.#ways.log.warn({ err: mistake }, 'a notice could not be heard')
    }
  }

  /** Its own, or that of another process. */
  #isTrial(message: Msg): boolean {
    const words = message.string()
    if (words === this.#trial?.words) this.#trial.comeBack()
    return TRIAL.test(words)
  }
}

const TRIAL = /^\{"kind":"line_tried","from":"[0-9a-f-]{36}"\}$/

const useless = (name: 'NoAnswer' | 'cut') => Object.assign(new Error(name), { name })

/** Throws when the line ends, or is of no use any more. */
async function watch(line: NatsConnection): Promise<never> {
  for await (const status of line.status()) {
    // refused: only a new line may find it put right
    if (status.type === 'error') throw status.error
    // the client would first see off what is still to be sent, and nobody takes it
    if (status.type === 'staleConnection') break
  }
  throw useless('cut')
}

/** What is wrong, for whoever runs the club. */
function nameTrouble(error: unknown): string {
  if (!(error instanceof Error)) return AWAY
  const { name, operation } = error as Error & { operation?: string }
  const may = operation === 'subscription' ? 'subscribe' : 'publish'
  if (name === 'PermissionViolationError')
    return `the account of NATS_URL may not ${may} below "club.>": ${UNTOLD}`
  if (/^(UserAuthenticationExpired|Authorization)Error$/.test(name))
    return `NATS does not let in the account of NATS_URL: ${UNTOLD}`
  return name === 'NoAnswer'
    ? `NATS is there, but what is told does not come back: ${UNTOLD}`
    : AWAY
}

/** What an error is called, and nothing else of it: its words may name the place. */
const nameError = (error: unknown): string =>
  (error instanceof Error && /^\w{1,40}$/.exec(error.name)?.[0]) || 'unknown'

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref())

/** A line that is closed meanwhile leaves a question unanswered. */
async function soon(answer: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(useless('NoAnswer')), ANSWER_MS).unref()
  await Promise.race([answer, promise]).finally(() => clearTimeout(late))
}

export const carryByNats = (ways: Ways): Carrier => new NatsCarrier(ways)

/** Whether a notice told at NATS comes back; throws where it does not. */
export async function probeNats(url: string): Promise<void> {
  const line = await connect(url)
  try {
    const subject = nameSubject('doctor')
    const { promise, resolve } = Promise.withResolvers<void>()
    line.subscribe(subject, { callback: (error) => void (error ?? resolve()) })
    line.publish(subject, '')
    await soon(Promise.race([promise, watch(line)]))
  } finally {
    await line.close()
  }
}
