// Carries who is here and who writes between servers by NATS; while that is away, nothing else is lost.
import { randomUUID } from 'node:crypto'
import type { Msg, NatsConnection, TlsOptions } from '@nats-io/transport-node'
import type { Log } from '#server/platform/process/log.ts'
import type { Transport, TransportCounts, TransportListener } from './transport.ts'
import { MOST_BYTES, parseFleeting, type FleetingNotice } from './fleeting.ts'

const ANSWER_TIMEOUT_MS = 3_000
/** Time between pings; a connection is closed when a third ping is due and the last two have no answer. */
const PING_INTERVAL_MS = 1_500
/** Wait before reconnecting. It doubles each time NATS answers but the connection does not work. */
const RECONNECT_MS = 1_000
const MAX_RECONNECT_MS = 30_000
/** A connection that lasted this long counts as working. */
const STABLE_MS = 10_000

const UNTOLD = 'who is here and who writes is not told between servers'
const AWAY = `NATS is away: ${UNTOLD}`

type Address = { url: string; installation: string }
type Options = Address & { log: Pick<Log, 'info' | 'warn'> } & TransportListener

const nameSubject = (installation: string) => `club.${installation}.fleeting`

/** Without it, the client accepts a certificate for `localhost` when the address is an IP address. */
const nameTlsHost = (hostname: string) => ({ host: hostname.replace(/^\[|\]$/g, '') }) as TlsOptions

/** Reads `nats://USER:PASSWORD@host:port`, `nats://TOKEN@…`, or `tls://…`, where nothing is sent before the connection is encrypted. */
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

/** Loads the client only when it connects: a club without NATS never needs it. */
async function connect(url: string): Promise<NatsConnection> {
  const nats = await import('@nats-io/transport-node')
  return nats.connect({
    ...readAddress(url),
    name: 'club',
    timeout: ANSWER_TIMEOUT_MS,
    // a new connection is probed before it is used
    reconnect: false,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: 2,
  })
}

/** Sends fleeting notices through NATS. While NATS cannot be reached they are dropped; nothing else changes. */
class NatsTransport implements Transport {
  readonly counts: TransportCounts = { sent: 0, dropped: 0, received: 0, rejected: 0 }
  #options: Options
  #subject: string
  #connection: NatsConnection | null = null
  #probe: { words: string; resolve(): void } | null = null
  #trouble: string | null = AWAY
  /** The trouble logged last: each is logged once until NATS works again. */
  #logged: string | null = null
  #isOver = false

  constructor(options: Options) {
    this.#options = options
    this.#subject = nameSubject(options.installation)
    void this.#keepConnected()
  }

  get trouble(): string | null {
    return this.#trouble
  }

  publish(notice: FleetingNotice): Promise<boolean> {
    const words = JSON.stringify(notice)
    if (Buffer.byteLength(words) > MOST_BYTES) throw new Error(`too long a notice: ${notice.kind}`)
    const isSent = this.#trouble === null && this.#send(words)
    this.counts[isSent ? 'sent' : 'dropped'] += 1
    return Promise.resolve(isSent)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    const connection = this.#connection
    // what was published last, that nobody is here any more, is sent before the connection closes
    if (this.#trouble === null) await withTimeout(connection!.flush()).catch(() => {})
    this.#trouble = AWAY
    await connection?.close()
  }

  #send(words: string): boolean {
    try {
      this.#connection!.publish(this.#subject, words)
      return true
    } catch {
      return false
    }
  }

  async #keepConnected(): Promise<void> {
    for (let pause = RECONNECT_MS; !this.#isOver;) {
      const since = performance.now()
      const error = await this.#holdConnection().catch((reason: unknown) => reason)
      this.#markDown(error)
      const wasUnusable = this.#connection !== null || this.#trouble !== AWAY
      const wasStable = performance.now() - since >= STABLE_MS
      if (wasStable) pause = RECONNECT_MS
      await wait(pause)
      if (wasUnusable && !wasStable) pause = Math.min(2 * pause, MAX_RECONNECT_MS)
    }
  }

  /** Opens a connection and waits until it ends; throws what ended it. */
  async #holdConnection(): Promise<void> {
    this.#connection = null
    const connection = await connect(this.#options.url)
    this.#connection = connection
    try {
      if (this.#isOver) return
      const ending = watch(connection)
      await withTimeout(Promise.race([this.#probeConnection(connection), ending]))
      if (this.#isOver) return
      this.#markUp()
      await ending
    } finally {
      this.#trouble ??= AWAY
      await connection.close()
    }
  }

  /** Waits until a message of this process comes back to it: an account may connect and still not be allowed to publish. */
  #probeConnection(connection: NatsConnection): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const words = JSON.stringify({ kind: 'line_tried', from: randomUUID() })
    this.#probe = { words, resolve }
    connection.subscribe(this.#subject, {
      // an error is reported by the status of the connection as well
      callback: (error, message) => void (error ?? this.#receive(message)),
    })
    connection.publish(this.#subject, words)
    return promise
  }

  #markUp(): void {
    this.#trouble = null
    if (this.#logged) this.#options.log.info('NATS is there again')
    this.#logged = null
    this.#options.onConnect()
  }

  #markDown(error: unknown): void {
    this.#trouble = describeTrouble(error)
    if (this.#isOver || this.#logged === this.#trouble) return
    this.#logged = this.#trouble
    this.#options.log.warn({ reason: nameError(error) }, this.#trouble)
  }

  #receive(message: Msg): void {
    const notice = parseFleeting(message.data)
    if (!notice && this.#isProbe(message)) return
    this.counts[notice ? 'received' : 'rejected'] += 1
    if (!notice) return
    try {
      this.#options.onNotice(notice)
    } catch (mistake) {
      // thrown on, it would end the subscription
      this.#options.log.warn({ err: mistake }, 'a notice could not be handled')
    }
  }

  /** Whether a message is a probe, of this process or of another. */
  #isProbe(message: Msg): boolean {
    const words = message.string()
    if (words === this.#probe?.words) this.#probe.resolve()
    return PROBE.test(words)
  }
}

const PROBE = /^\{"kind":"line_tried","from":"[0-9a-f-]{36}"\}$/

const transportError = (name: 'NoAnswer' | 'cut') => Object.assign(new Error(name), { name })

/** Throws when the connection ends or can no longer be used. */
async function watch(connection: NatsConnection): Promise<never> {
  for await (const status of connection.status()) {
    // refused by the server: only a new connection can work again
    if (status.type === 'error') throw status.error
    // closed at once: the client would wait to send what is left, and nobody receives it
    if (status.type === 'staleConnection') break
  }
  throw transportError('cut')
}

/** The trouble in words for the operator. */
function describeTrouble(error: unknown): string {
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

/** The name of an error and nothing else: its message may contain the address. */
const nameError = (error: unknown): string =>
  (error instanceof Error && /^\w{1,40}$/.exec(error.name)?.[0]) || 'unknown'

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref())

/** Fails after the timeout: a connection that closes meanwhile never answers. */
async function withTimeout(answer: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(transportError('NoAnswer')), ANSWER_TIMEOUT_MS).unref()
  await Promise.race([answer, promise]).finally(() => clearTimeout(late))
}

export const openNatsTransport = (options: Options): Transport => new NatsTransport(options)

/** Checks that a published message comes back; throws when it does not. */
export async function probeNats(url: string): Promise<void> {
  const connection = await connect(url)
  try {
    const subject = nameSubject('doctor')
    const { promise, resolve } = Promise.withResolvers<void>()
    connection.subscribe(subject, { callback: (error) => void (error ?? resolve()) })
    connection.publish(subject, '')
    await withTimeout(Promise.race([promise, watch(connection)]))
  } finally {
    await connection.close()
  }
}
