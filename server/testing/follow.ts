import type { LiveEvent } from '#contract/live.ts'
import { inTime } from '#testing/until.ts'

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
  let news = Promise.withResolvers<void>()
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
      news.resolve()
      news = Promise.withResolvers()
    }
  })().catch(() => {})
  let isOver = false
  void closed.then(() => {
    isOver = true
    news.resolve()
  })
  // what happens before the club knows what it may tell here is not told, and asked for anew
  await inTime(Promise.race([begun.promise, closed]), { what: 'the first event of a stream' })

  return {
    events,
    closed,
    close: () => abort.abort(),
    async next(type) {
      const what = () => `no '${type}' event came; heard ${JSON.stringify(events)}`
      for (;;) {
        while (taken < events.length) {
          const event = events[taken++]!
          if (event.type === type) return event as never
        }
        if (isOver) throw new Error(what())
        await inTime(news.promise, { what })
      }
    },
  }
}
