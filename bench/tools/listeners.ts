import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { RawConnection } from './connection.ts'
import { sessionCookie, MEMBERS, roomSlug } from './filling.ts'
import { newPost, presenceRequest, writing } from './requests.ts'

const POST = Buffer.from('"type":"post"')
const MESSAGE = Buffer.from('"type":"message"')
const READY = Buffer.from('"type":"ready"')
/** With or without the end of an HTTP chunk. */
const EVENT_END = /\n\n(\r\n)?$/
/** What is heard twice would come in this time. */
const GRACE_MS = 30
const ASKED_AGAIN_MS = 100
const READ_BYTES = 16 * 1024
const OPENED_AT_ONCE = 50
const MAX_WAIT_MS = 20_000
const WRITERS = 12

type Talk = {
  perSecond: number
  seconds: number
  /** What a table says in its turn, as a request. */
  message: (table: number, turn: number) => string
}

/** Many open streams, all of members of room 0, counting the posts or messages that arrive. */
export class Listeners {
  /** How often a post was not taken at once. */
  refused = 0
  #port: number
  /** Each tab shows the room and says so. */
  #isPresent: boolean
  #tabs: string[] = []
  #sockets: Socket[] = []
  #ready = 0
  /** Posts by listener, and in all. */
  #heardBy = new Uint32Array()
  #receivedCount = 0
  #wanted = Infinity
  #arrived: () => void = () => {}
  #times: number[] | null = null
  #marker = POST
  /** When what each listener hears next was sent; without it the times are moments. */
  #sent: Float64Array | null = null
  #senders: RawConnection[] = []

  constructor(port: number, { isPresent = false }: { isPresent?: boolean } = {}) {
    this.#port = port
    this.#isPresent = isPresent
  }

  get count(): number {
    return this.#sockets.length
  }

  /** Opens streams until there are `count`, and waits until each was told that it is one. */
  async grow(count: number): Promise<void> {
    while (this.count < count) {
      const next = Math.min(count, this.count + OPENED_AT_ONCE)
      while (this.count < next) this.#sockets.push(this.#open(this.count))
      await until(() => this.#ready >= this.count)
    }
  }

  /** Sends posts at once, each on a line of its own, and waits until everyone heard every one. */
  async burst(posts: number): Promise<{ ms: number; lost: number }> {
    const started = performance.now()
    const all = this.#expect(posts * this.count)
    for (let n = 0; n < posts; n += 1) this.#send(n)
    await Promise.race([all, sleep(MAX_WAIT_MS)])
    const ms = performance.now() - started
    return { ms, lost: await this.#lost(() => posts) }
  }

  /** Sends one post; how long after that each listener heard it, in milliseconds. */
  async one(): Promise<{ times: number[]; lost: number }> {
    const times: number[] = []
    this.#times = times
    const started = performance.now()
    const all = this.#expect(this.count)
    this.#send(0)
    await Promise.race([all, sleep(MAX_WAIT_MS)])
    this.#times = null
    return { times: times.map((at) => at - started), lost: await this.#lost(() => 1) }
  }

  /**
   * Each two of the listeners at a table of their own, which say something by turns, so many a second over
   * all: how long after it fell due both heard it, in milliseconds.
   */
  async talk({ perSecond, seconds, message }: Talk): Promise<{ times: number[]; lost: number }> {
    const times: number[] = []
    const tables = this.count / 2
    const total = perSecond * seconds
    this.#marker = MESSAGE
    this.#times = times
    this.#sent = new Float64Array(tables)
    const all = this.#expect(total * 2)
    const started = performance.now()
    for (let n = 0; n < total; n += 1) {
      const due = started + (n * 1_000) / perSecond
      await sleep(Math.max(0, due - performance.now()))
      this.#sent[n % tables] = due
      this.#send(n % perSecond, message(n % tables, Math.floor(n / tables)))
    }
    await Promise.race([all, sleep(MAX_WAIT_MS)])
    const lost = await this.#lost((listener) =>
      Math.ceil((total - Math.floor(listener / 2)) / tables),
    )
    this.#times = this.#sent = null
    this.#marker = POST
    return { times, lost }
  }

  /** Some write, and some come and go, until the answer is called. */
  stir({ perSecond }: { perSecond: number }): () => void {
    const connection = new RawConnection(this.#port)
    let turn = 0
    const timer = setInterval(() => {
      turn += 1
      const n = (turn * 7) % this.count
      const [kind, isThere] = [turn % 2, turn % 4 === 0]
      const request = kind ? writing(turn % WRITERS) : presenceRequest(n, this.#tabs[n]!, isThere)
      connection.ask(request, () => {})
    }, 1_000 / perSecond)
    return () => {
      clearInterval(timer)
      connection.close()
    }
  }

  close(): void {
    for (const one of [...this.#sockets, ...this.#senders])
      if (one instanceof RawConnection) one.close()
      else one.destroy()
    this.#sockets = []
    this.#senders = []
    this.#ready = 0
  }

  /** How many posts listeners missed or heard again. */
  async #lost(meant: (listener: number) => number): Promise<number> {
    await sleep(GRACE_MS)
    return this.#heardBy.reduce((sum, received, n) => sum + Math.abs(meant(n) - received), 0)
  }

  #expect(wanted: number): Promise<void> {
    this.#heardBy = new Uint32Array(this.count)
    this.#receivedCount = 0
    this.#wanted = wanted
    return new Promise((resolve) => (this.#arrived = resolve))
  }

  #send(n: number, request = newPost(0, (n * 17) % MEMBERS)): void {
    const sender = (this.#senders[n] ??= new RawConnection(this.#port))
    sender.ask(request, (status) => {
      if (status === 200) return
      // "not now" of a server that has too much to do: asked again, as a browser would
      this.refused += 1
      setTimeout(() => this.#send(n, request), ASKED_AGAIN_MS)
    })
  }

  #open(n: number): Socket {
    let rest: Buffer | null = null
    const take = (chunk: Buffer) => {
      const bytes = rest ? Buffer.concat([rest, chunk]) : chunk
      const isWhole = EVENT_END.test(bytes.toString('latin1', Math.max(0, bytes.length - 4)))
      const end = isWhole ? bytes.length : bytes.lastIndexOf('\n\n') + 1
      // what is cut off in mid-event waits for its rest; the chunk's memory is used again
      rest = isWhole ? null : Buffer.from(bytes.subarray(end))
      this.#count(n, bytes.subarray(0, end))
    }
    const socket = connect({
      host: '127.0.0.1',
      port: this.#port,
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback: (size, buffer) => {
          take(Buffer.from(buffer.buffer, buffer.byteOffset, size))
          return true
        },
      },
    })
    socket.on('error', () => {})
    // an address of its own behind a trusted proxy: nobody's limits are anybody else's
    const address = `10.1.${n >> 8}.${n & 255}`
    const tab = (this.#tabs[n] ??= randomUUID())
    const query = this.#isPresent ? `?line=${tab}&rooms=${roomSlug(0)}` : ''
    socket.write(
      `GET /api/live${query} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: ${address}\r\ncookie: ${sessionCookie(n)}\r\n\r\n`,
    )
    return socket
  }

  #count(n: number, bytes: Buffer): void {
    let at = bytes.indexOf(this.#marker)
    while (at >= 0) {
      this.#receivedCount += 1
      this.#heardBy[n]! += 1
      this.#times?.push(performance.now() - (this.#sent?.[n >> 1] ?? 0))
      at = bytes.indexOf(this.#marker, at + this.#marker.length)
    }
    if (this.#receivedCount >= this.#wanted) this.#arrived()
    if (bytes.includes(READY)) this.#ready += 1
  }
}

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })

async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error('not every stream was opened')
    await sleep(5)
  }
}
