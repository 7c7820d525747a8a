import { connect } from 'node:net'
import { inTime } from '#testing/until.ts'

/** Bytes to send as they are. */
export type SentRequest = {
  bytes: Buffer
  /** Whether we say that nothing more comes, once all is sent. */
  hangsUp?: boolean
  isHead?: boolean
}

export type WireAnswer = {
  status: number
  headers: Map<string, string>
  /** Of a stream, its first event. */
  body: string
  /** How long our own thread was at work meanwhile: it does not grow with what else a machine does. */
  workMs: number
}

/** Longer than this, an answer counts as none. */
const PATIENCE_MS = 30_000

/** Sends bytes over a connection of their own; null when it ends without a whole answer. */
export function send(
  port: number,
  { bytes, hangsUp, isHead }: SentRequest,
): Promise<WireAnswer | null> {
  const work = process.threadCpuUsage()
  const { promise, resolve } = Promise.withResolvers<WireAnswer | null>()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = Buffer.alloc(0)
  const end = (isOver: boolean) => {
    const answer = read(received, isOver, isHead ?? false)
    if (!answer && !isOver) return
    // not closed politely: thousands of ports would wait for stragglers
    socket.resetAndDestroy()
    const { user, system } = process.threadCpuUsage(work)
    resolve(answer && { ...answer, workMs: (user + system) / 1000 })
  }
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    end(false)
  })
  socket.on('end', () => end(true))
  socket.on('error', () => end(true))
  socket.on('close', () => end(true))
  socket.on('connect', () => (hangsUp ? socket.end(bytes) : socket.write(bytes)))
  return inTime(promise, { what: 'an answer', withinMs: PATIENCE_MS }).catch(() => {
    end(true)
    return promise
  })
}

type Read = Omit<WireAnswer, 'workMs'>

function read(received: Buffer, isOver: boolean, isHead: boolean): Read | null {
  const at = received.indexOf('\r\n\r\n')
  if (at < 0) return null
  const [start = '', ...lines] = received.subarray(0, at).toString('latin1').split('\r\n')
  const status = Number(start.split(' ')[1])
  const rest = received.subarray(at + 4)
  if (status < 200) return read(rest, isOver, isHead)

  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value)
  }
  const body = isHead ? '' : bodyOf(rest, headers, isOver)
  return body === null ? null : { status, headers, body }
}

function bodyOf(rest: Buffer, headers: Map<string, string>, isOver: boolean): string | null {
  const length = headers.get('content-length')
  if (length !== undefined)
    return rest.length < Number(length) ? null : rest.subarray(0, Number(length)).toString()
  if (headers.get('transfer-encoding') !== 'chunked') return isOver ? rest.toString() : null
  const chunks = []
  const isStream = headers.get('content-type') === 'text/event-stream'
  for (;;) {
    const line = rest.indexOf('\r\n')
    if (line < 0) return null
    const size = parseInt(rest.subarray(0, line).toString('latin1'), 16)
    if (rest.length < line + 2 + size + 2) return null
    chunks.push(rest.subarray(line + 2, line + 2 + size))
    if (size === 0 || isStream) return Buffer.concat(chunks).toString()
    rest = rest.subarray(line + 2 + size + 2)
  }
}
