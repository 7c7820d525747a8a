import { connect, type Socket } from 'node:net'

type LoadAnswer = { status: number; ms: number; retryAfter: number | null }

/** HTTP/1.1 as cheap as a test can speak it, so that the server is what is measured. */
class Wire {
  #socket: Socket
  #text = ''
  #answered: ((text: string) => void) | null = null

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (text: string) => this.#receive(text))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => this.#answered?.(''))
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  async ask(request: string): Promise<LoadAnswer> {
    const since = performance.now()
    this.#text = ''
    const responseText = new Promise<string>((resolve) => (this.#answered = resolve))
    this.#socket.write(request)
    const text = await responseText
    const retryAfter = /^retry-after: (\d+)/im.exec(text)?.[1]
    return {
      status: Number(text.slice(9, 12)),
      ms: performance.now() - since,
      retryAfter: retryAfter ? Number(retryAfter) : null,
    }
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(text: string): void {
    this.#text += text
    const head = this.#text.indexOf('\r\n\r\n')
    if (head < 0) return
    const isChunked = /^transfer-encoding: chunked/im.test(this.#text.slice(0, head))
    const length = Number(/content-length: (\d+)/i.exec(this.#text.slice(0, head))?.[1] ?? 0)
    if (isChunked ? !this.#text.endsWith('0\r\n\r\n') : this.#text.length < head + 4 + length)
      return
    const answered = this.#answered
    this.#answered = null
    answered?.(this.#text)
  }
}

const MAX_WIRES = 600

/** Asks over as many connections as it takes. */
export class RequestLoad {
  #port: number
  #idle: Wire[] = []
  #open = 0
  /** How many requests were to be sent so far. */
  requestsSent = 0

  constructor(port: number) {
    this.#port = port
  }

  async ask(request: string): Promise<LoadAnswer | null> {
    this.requestsSent += 1
    let wire = this.#idle.pop()
    while (wire && !wire.isOpen) {
      this.#open -= 1
      wire = this.#idle.pop()
    }
    if (!wire && this.#open >= MAX_WIRES) return null
    if (!wire) {
      wire = new Wire(this.#port)
      this.#open += 1
    }
    const answer = await wire.ask(request)
    this.#idle.push(wire)
    return answer
  }

  /** One after the other on each of so many connections: what the server can sustain. */
  async closedLoop(connections: number, ms: number, next: () => string): Promise<LoadAnswer[]> {
    const answers: LoadAnswer[] = []
    const until = performance.now() + ms
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() < until) answers.push((await this.ask(next()))!)
      }),
    )
    return answers
  }

  /** So many a second, whether or not those before were answered; what found no line is missing. */
  async openLoop(perSecond: number, ms: number, next: () => string): Promise<LoadAnswer[]> {
    const answers: LoadAnswer[] = []
    const requests: Promise<void>[] = []
    const began = performance.now()
    let sent = 0
    while (performance.now() - began < ms) {
      const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
      for (; sent < due; sent += 1)
        requests.push(this.ask(next()).then((answer) => void (answer && answers.push(answer))))
      await new Promise((resolve) => setTimeout(resolve, 4))
    }
    await Promise.all(requests)
    return answers
  }

  close(): void {
    for (const wire of this.#idle) wire.close()
  }
}

/** The time within which so many of the answers came. */
export function shareWithin(share: number, answers: readonly LoadAnswer[]): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}

/** A request as it goes over the wire. */
export function encodeRequest(
  method: string,
  path: string,
  { cookie, body, from }: { cookie: string; body?: unknown; from?: string },
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const type =
    text && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
  const address = from ? `x-forwarded-for: ${from}\r\n` : ''
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n${address}${type}\r\n${text}`
}
