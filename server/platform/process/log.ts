import pino from 'pino'
import { currentWork } from './work.ts'

export type Log = pino.Logger

/**
 * One JSON line an event; at a terminal, words. Bodies, addresses and tokens never go in:
 * callers pass only what anybody with access to the log may read. Each says which process wrote it, and for
 * which request or job.
 */
export function openLog(level: string, out: Output = process.stdout, instance?: string): Log {
  const base = { pid: process.pid, ...(instance && { instance }) }
  const options = { level, base, mixin: workAtHand, serializers: { err: plainError } }
  return pino(options, out.isTTY ? { write: (line) => void out.write(inWords(line)) } : out)
}

function workAtHand(): object {
  const { requestId, jobId } = currentWork() ?? {}
  return { ...(requestId && { requestId }), ...(jobId && { jobId }) }
}

type Output = NodeJS.WritableStream & { isTTY?: boolean }

/** An error without its other properties: PostgreSQL's `detail` quotes whole rows, hashes included. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack } = error
  return { type: name, message, stack, ...('code' in error && { code: String(error.code) }) }
}

/** For tests. */
export const silentLog: Log = pino({ level: 'silent' })

const RED = '\x1b[31m'
const YELLOW = '\x1b[33m'
const DIM = '\x1b[2m'
const PLAIN = '\x1b[0m'

/** A log line as a person at a terminal likes to read it. */
export function inWords(line: string): string {
  const {
    level,
    time,
    msg,
    pid: _pid,
    instance: _instance,
    err,
    ...rest
  } = JSON.parse(line) as Line
  const colour = level >= 50 ? RED : level >= 40 ? YELLOW : ''
  const clock = new Date(time).toTimeString().slice(0, 8)
  const details = Object.entries(rest).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const trace = err ? `\n${err.stack ?? err.message ?? ''}` : ''
  return `${DIM}${clock}${PLAIN} ${colour}${msg ?? ''}${colour && PLAIN}${DIM}${details.join('')}${PLAIN}${trace}\n`
}

type Line = {
  level: number
  time: number
  msg?: string
  pid?: number
  instance?: string
  err?: { stack?: string; message?: string }
} & Record<string, unknown>
