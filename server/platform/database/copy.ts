// Streams whole tables out of PostgreSQL and into it, for backups: every type as it is, no row in memory.
import { Readable, Writable, type Duplex } from 'node:stream'
import pg from 'pg'

// `pg` understands the messages; the streams are ours.

/** What `pg` gives to a query that speaks for itself. */
type DriverConnection = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
  stream: Duplex
}
type Done = (error?: Error | null) => void

const parseCount = (tag: string): number => Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? Number.NaN)

/** The answer to `copy … to stdout`; how many rows it held is known at its end. */
export class CopyOut extends Readable {
  rows = Number.NaN
  #text: string
  #connection: DriverConnection | null = null

  constructor(text: string) {
    super()
    this.#text = text
  }

  submit(connection: DriverConnection): void {
    this.#connection = connection
    connection.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // the connection reuses its buffer
    if (!this.destroyed && !this.push(Buffer.from(chunk))) this.#connection?.stream.pause()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = parseCount(text)
  }

  handleReadyForQuery(): void {
    if (!this.destroyed) this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  override _destroy(error: Error | null, done: Done): void {
    // the rest of the answer must be read before the connection can be used again
    this.#connection?.stream.resume()
    done(error)
  }
}

/** Feeds `copy … from stdin`; it has finished when the rows are in. */
export class CopyIn extends Writable {
  rows = Number.NaN
  #text: string
  #connection: DriverConnection | null = null
  #begin: Done | null = null
  #end: Done | null = null
  #isOpen = false

  constructor(text: string) {
    super()
    this.#text = text
  }

  submit(connection: DriverConnection): void {
    this.#connection = connection
    connection.query(this.#text)
  }

  handleCopyInResponse(): void {
    this.#isOpen = true
    this.#begin?.()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = parseCount(text)
  }

  handleReadyForQuery(): void {
    this.#isOpen = false
    this.#end?.()
  }

  handleError(error: Error): void {
    if (this.#isOpen) this.destroy(error)
    else this.#begin?.(error)
    this.#isOpen = false
  }

  override _construct(done: Done): void {
    this.#begin = done
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    const connection = this.#connection!
    connection.sendCopyFromChunk(chunk)
    if (connection.stream.writableNeedDrain) connection.stream.once('drain', () => done())
    else done()
  }

  override _final(done: Done): void {
    this.#end = done
    this.#connection!.endCopyFrom()
  }

  override _destroy(error: Error | null, done: Done): void {
    if (this.#isOpen) this.#connection?.sendCopyFail('the other side broke off')
    done(error)
  }
}

/** One connection of its own, without the limits that requests have. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'club backup' })
  // what waits for an answer gets the error
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set datestyle = 'ISO'; set intervalstyle = 'postgres';
      set timezone = 'UTC'; set extra_float_digits = 3; set statement_timeout = 0;
      set idle_in_transaction_session_timeout = 0`)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
