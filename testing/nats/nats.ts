// A server that speaks NATS as far as the club does, on a port of this machine, which goes away and comes back on demand.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

type Account = { user: string; password: string }
type Client = { ears: Map<string, string>; isLetIn: boolean }
type Verb = (line: Socket, args: string[], words: Buffer) => void

/** What an account may be denied, and how a refusal calls it. */
const FORBIDDEN = { PUB: 'Publish', SUB: 'Subscription' }

const CRLF = '\r\n'
const INFO = {
  server_id: 'TEST',
  server_name: 'test',
  version: '2.10.0',
  proto: 1,
  headers: false,
  max_payload: 1_048_576,
}

/** Accepts every client, or with an account only those who name it. */
export async function openNats({ account }: { account?: Account } = {}) {
  const lines = new Map<Socket, Client>()
  /** What was said on which subject, in order. */
  const published: { subject: string; words: string }[] = []
  /** What clients said to be let in. */
  const greetings: string[] = []
  let forbidden: keyof typeof FORBIDDEN | null = null
  let isSilent = false
  let requestCount = 0

  const mayEnter = (greeting: string) => {
    if (!account) return true
    const { user, pass } = JSON.parse(greeting) as { user?: string; pass?: string }
    return user === account.user && pass === account.password
  }
  const deliver = (subject: string, words: Buffer) => {
    for (const [line, { ears }] of lines)
      for (const [id, subscribed] of ears)
        if (subscribed === subject) {
          line.write(`MSG ${subject} ${id} ${words.length}${CRLF}`)
          line.write(Buffer.concat([words, Buffer.from(CRLF)]))
        }
  }
  const verbs: Record<string, Verb> = {
    CONNECT: (line, args) => {
      const greeting = args.join(' ')
      greetings.push(greeting)
      const isLetIn = mayEnter(greeting)
      lines.get(line)!.isLetIn = isLetIn
      if (!isLetIn) line.end(`-ERR 'Authorization Violation'${CRLF}`)
    },
    PING: (line) => {
      requestCount += 1
      line.write(`PONG${CRLF}`)
    },
    PONG: () => {},
    SUB: (line, args) => void lines.get(line)!.ears.set(args.at(-1)!, args[0]!),
    UNSUB: (line, [id = '']) => void lines.get(line)!.ears.delete(id),
    PUB: (_, [subject = ''], words) => {
      published.push({ subject, words: words.toString() })
      deliver(subject, words)
    },
  }

  /** Works on each whole command; answers what is left. */
  function take(line: Socket, bytes: Buffer): Buffer {
    for (let rest = bytes; ;) {
      if (isSilent) return rest
      const end = rest.indexOf(CRLF)
      if (end < 0 || !lines.has(line)) return rest
      const [verb = '', ...args] = rest.subarray(0, end).toString().split(' ')
      const size = verb === 'PUB' ? Number(args.at(-1)) + CRLF.length : 0
      const from = end + CRLF.length
      if (rest.length < from + size) return rest
      const act = verbs[verb.toUpperCase()]
      const isKnown = act && (verb === 'CONNECT' || lines.get(line)!.isLetIn)
      if (isKnown && verb === forbidden)
        line.write(`-ERR 'Permissions Violation for ${FORBIDDEN[verb]} to "${args[0]}"'${CRLF}`)
      else if (isKnown) act(line, args, rest.subarray(from, from + size - CRLF.length))
      else line.end(`-ERR 'Unknown Protocol Operation'${CRLF}`)
      rest = rest.subarray(from + size)
    }
  }

  const server = createServer((line) => {
    lines.set(line, { ears: new Map(), isLetIn: false })
    let waiting: Buffer = Buffer.alloc(0)
    line.on('data', (bytes) => (waiting = take(line, Buffer.concat([waiting, bytes]))))
    line.on('error', () => {})
    line.on('close', () => lines.delete(line))
    if (isSilent) return
    line.write(`INFO ${JSON.stringify({ ...INFO, auth_required: Boolean(account) })}${CRLF}`)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const leave = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const line of lines.keys()) line.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    url: `nats://127.0.0.1:${port}`,
    published,
    greetings,
    /** As anybody could who reaches it. */
    publish: (subject: string, words: string | Buffer) => deliver(subject, Buffer.from(words)),
    countLines: () => lines.size,
    /** How often it was asked whether it is there. */
    countAsked: () => requestCount,
    /** Clients may no longer publish or subscribe, or may do all again. */
    forbid(verb: typeof forbidden) {
      forbidden = verb
    },
    /** From now on it answers nothing, and its lines stay open, as when its machine has gone. */
    fallSilent() {
      isSilent = true
    },
    /** Every line ends, and nobody is let in until it comes back. */
    leave,
    comeBack: () => listen(port),
    /** How many listen. */
    countEars: () => [...lines.values()].reduce((sum, { ears }) => sum + ears.size, 0),
    async [Symbol.asyncDispose]() {
      if (server.listening) await leave()
    },
  }
}
