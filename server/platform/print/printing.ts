import { Worker } from 'node:worker_threads'
import type { Sheet } from './sheet.ts'

const WORKER = new URL('printing.worker.ts', import.meta.url)
const LONGEST_MS = 60_000
const IDLE_MS = 30_000
const MOST_WAITING = 64

/** Too many sheets wait already. Nothing is wrong with this one. */
export class PrinterBusy extends Error {}

type Printed = Uint8Array<ArrayBuffer>
type Order = { resolve(bytes: Printed): void; reject(error: unknown): void }

let worker: Worker | null = null
let current: Order | null = null
let idle: ReturnType<typeof setTimeout> | undefined
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Makes a PDF (A4) of a sheet, one at a time, in a thread of its own: no other request waits for
 * it. Throws `PrinterBusy` when too many wait already.
 */
export async function printSheet(sheet: Sheet): Promise<Printed> {
  if (waiting >= MOST_WAITING) throw new PrinterBusy()
  waiting += 1
  const printed = last.then(() => print(sheet))
  last = printed.catch(() => undefined).then(() => (waiting -= 1))
  return printed
}

async function print(sheet: Sheet): Promise<Printed> {
  clearTimeout(idle)
  const at = (worker ??= start())
  // busy, it keeps the process from ending; idle, it does not
  at.ref()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Printed>((resolve, reject) => {
      current = { resolve, reject }
      timer = setTimeout(() => stop(at, new Error('printing took too long')), LONGEST_MS)
      at.postMessage(sheet)
    })
  } finally {
    clearTimeout(timer)
    current = null
    at.unref()
    idle = setTimeout(() => stop(at), IDLE_MS).unref()
  }
}

function start(): Worker {
  // without the options of this process, which may be meant for it alone
  const started = new Worker(WORKER, { execArgv: [], env: {} })
  started.on('message', (bytes: Printed) => {
    // what comes from a thread that was given up is not what is waited for now
    if (started === worker) current?.resolve(bytes)
  })
  started.on('error', (error) => stop(started, error))
  started.on('exit', () => stop(started, new Error('printing ended early')))
  return started
}

/** The next sheet meets a fresh thread. */
function stop(stopped: Worker, error?: unknown): void {
  if (stopped !== worker) return
  worker = null
  current?.reject(error)
  void stopped.terminate()
}
