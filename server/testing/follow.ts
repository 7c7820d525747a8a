import type { LiveEvent } from '#contract/live.ts'
import { now } from '#testing/random.ts'

const WAIT_MS = 5_000

/** One open live stream, as a test hears it. */
export type Heard = {
  events: LiveEvent[]
  /** The next event of a type that was not handed out yet. */
  next<T extends LiveEvent['type']>(type: T): Promise<Extract<LiveEvent, { type: T }>>
  closed: Promise<void>
  close(): void
}

/** Opens the live stream with a session's cookie and collects what it says, beats left out. */
export async function follow(url: string, cookie: string, path = '/api/live'): Promise<Heard> {
  const abort = new AbortController()
  const response = await fetch(`${url}${path}`, { headers: { cookie }, signal: abort.signal })
  if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`)
  const events: LiveEvent[] = []
  let taken = 0
  let wake = () => {}
  const begun = Promise.withResolvers<void>()

  const closed = (async () => {
    let rest = ''
    const chunks = response.body!.pipeThrough(new TextDecoderStream())
    for await (const chunk of chunks) {
      const frames = (rest + chunk).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        if (!frame.startsWith('data: ')) continue
        const event = JSON.parse(frame.slice(6)) as LiveEvent
        if (event.type !== 'beat') events.push(event)
      }
      if (events.length > 0) begun.resolve()
      wake()
    }
  })().catch(() => {})
  // what happens before the club knows what it may tell here is not told, and asked for anew
  const late = setTimeout(begun.resolve, WAIT_MS)
  await Promise.race([begun.promise, closed])
  clearTimeout(late)

  return {
    events,
    closed,
    close: () => abort.abort(),
    async next(type) {
      const deadline = now().getTime() + WAIT_MS
      for (;;) {
        while (taken < events.length) {
          const event = events[taken++]!
          if (event.type === type) return event as never
        }
        const left = deadline - now().getTime()
        if (left <= 0) throw new Error(`no '${type}' event came; heard ${JSON.stringify(events)}`)
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, left)
        })
      }
    },
  }
}
