import type { ServerResponse } from 'node:http'
import type { Outlet } from './route.ts'

const BEAT_MS = 20_000
/** The browser comes back after this and is authorised again. */
const LIFETIME_MS = 5 * 60_000
/** A listener this far behind is cut off; it asks for what it missed when it returns. */
const MAX_UNSENT_BYTES = 64 * 1024

/** One event as it goes over the wire. */
export const frame = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`
const BEAT = frame({ type: 'beat' })

/** A server-sent-events stream written straight to Node's response, and what ends it. */
export function openOutlet(
  response: ServerResponse,
  headers: Record<string, string>,
): Outlet & { closed: Promise<void> } {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()

  const write = (text: string) => {
    if (response.writableEnded || response.destroyed) return
    response.write(text)
    if (response.writableLength > MAX_UNSENT_BYTES) response.destroy()
  }
  const end = () => void response.end()
  const beat = setInterval(() => write(BEAT), BEAT_MS).unref()
  const lifetime = setTimeout(end, LIFETIME_MS).unref()
  const closed = new Promise<void>((resolve) => {
    const over = () => {
      clearInterval(beat)
      clearTimeout(lifetime)
      resolve()
    }
    // a browser that left while it was being identified never says so again
    if (response.closed || response.destroyed) over()
    else response.once('close', over)
  })
  return { send: (event) => write(frame(event)), sendFrame: write, end, closed }
}
