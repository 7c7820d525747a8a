// The connection on which a process hears events of the database; replaced when it is cut or silent.
import pg from 'pg'
import { makeSql } from './database.rows.ts'
import { retryConflict } from './database.lending.ts'
import { isReadOnly } from './database.states.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import type { Sql } from './database.ts'

export type ChannelListener = {
  onNotice(payload: string): void
  /** The line was cut. */
  lost?(): void
  /** It is up again. */
  again(): void
}

export type Listening = {
  /**
   * Runs on the very connection that listens: what a statement publishes, and all that was
   * published before it, is heard before its answer.
   */
  sql: Sql
  /** Another takes its place, which may lead elsewhere. */
  cut(): void
  stop(): Promise<void>
}

/**
 * Taken as a shared lock by every process that listens, and so by every server; a process that takes it
 * exclusively keeps all of them out.
 */
export const SERVING_LOCK = 4_027_009

const LISTEN_AGAIN_MS = 250
/** A line that ends without a word (a network, a firewall) is noticed within twice this. */
const PULSE_MS = 5_000

/** Hears a channel until it is stopped, over a connection of its own that is replaced when it ends. */
export async function listenToChannel(
  connection: pg.ClientConfig,
  channel: string,
  { onNotice, lost, again }: ChannelListener,
): Promise<Listening> {
  let isOver = false
  let isWaiting = false
  let client: pg.Client
  let isAlive = true
  /** One statement at a time: what is asked meanwhile waits here. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const answer = last.then(ask)
    last = answer.catch(() => {})
    return answer
  }
  const open = async () => {
    const opened = new pg.Client({
      ...connection,
      keepAlive: true,
      // one process has one of each
      application_name: `${channel} listening`,
    })
    client = opened
    opened.on('notification', ({ payload }) => onNotice(payload ?? ''))
    // whichever comes first: after an error nothing more can be asked on it, though its end may come later
    for (const over of ['error', 'end'] as const)
      opened.on(over, () => opened === client && retryLater())
    await opened.connect()
    const { rows } = await opened.query<{ may: boolean }>(
      'select pg_try_advisory_lock_shared($1) as may',
      [SERVING_LOCK],
    )
    if (!rows[0]?.may) {
      await opened.end()
      throw new SetupError(
        'The lasting key is being turned, or folders adopted; start again when npm run club -- turn-lasting-key, or adopt-folders, is done.',
      )
    }
    await opened.query(`listen ${pg.escapeIdentifier(channel)}`)
    isAlive = true
  }
  const retryLater = () => {
    if (isOver || isWaiting) return
    isWaiting = true
    lost?.()
    setTimeout(() => {
      isWaiting = false
      if (!isOver) void open().then(again, retryLater)
    }, LISTEN_AGAIN_MS).unref()
  }
  const pulse = setInterval(() => {
    if (isWaiting) return
    if (!isAlive) return cut(client)
    isAlive = false
    const current = client
    inTurn(() => current.query('select 1')).then(
      () => void (isAlive ||= current === client),
      () => {},
    )
  }, PULSE_MS).unref()
  try {
    await open()
  } catch (error) {
    isOver = true
    clearInterval(pulse)
    throw error
  }
  return {
    sql: makeSql((statement) =>
      retryConflict(() =>
        inTurn(async () => {
          const current = client
          try {
            return await current.query(statement)
          } catch (error) {
            if (isReadOnly(error)) cut(current)
            throw error
          }
        }),
      ),
    ),
    cut: () => cut(client),
    async stop() {
      isOver = true
      clearInterval(pulse)
      await client.end()
    },
  }
}

/** Ends a connection that no longer answers; a polite goodbye would wait for it. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
