import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** How often a connection is checked within the time it has for an answer. */
const LOOKS = 10

/** What the driver reads and writes on. */
type DriverConnection = EventEmitter & { stream: Socket }

/**
 * Closes a connection whose query got no answer for so long. One timer a connection: one for each query, as
 * the driver does it, makes the heap grow.
 */
export function destroyUnresponsive(client: pg.PoolClient, answerTimeoutMs: number): void {
  const connection = (client as unknown as { connection: DriverConnection }).connection
  const { stream } = connection
  let answered = stream.bytesWritten
  let askedAt: number | null = null
  // before the next query is written
  connection.prependListener('readyForQuery', () => {
    answered = stream.bytesWritten
    askedAt = null
  })
  const timer = setInterval(() => {
    if (stream.bytesWritten === answered) return
    askedAt ??= performance.now()
    if (performance.now() - askedAt > answerTimeoutMs) stream.destroy()
  }, answerTimeoutMs / LOOKS).unref()
  stream.once('close', () => clearInterval(timer))
}
