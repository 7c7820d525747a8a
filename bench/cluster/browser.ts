import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from '#contract/live.ts'
import { integer, letters, uuid } from '#testing/random.ts'
import type { Tally } from './judge.ts'
import type { Members } from './members.ts'

/** As the club's own browser waits: longer with each try, and not all of them at once. */
const pauseAfter = (tries: number): Promise<void> =>
  sleep(Math.min(3_000, 500 * 2 ** tries) * (integer(1_000, 500) / 1_000))
/** So much a browser keeps of what was acknowledged, and so long. */
const [KEPT, KEPT_MS] = [50, 10 * 60_000]
/** As much as is read of a room that begins anew. */
const PAGE = 20

type Post = { id: string; slug: string; text: string }
/** A room as it is shown: the ids from the number after `from`, without gaps. */
type View = { from: number; shown: (string | null)[]; latest: number; isReading: boolean }

/** A member's tab: a stream, the rooms it shows, and an outbox. */
export class Browser {
  readonly views = new Map<string, View>()
  #url: string
  #member: number
  #members: Members
  #tally: Tally
  #generation: string | undefined
  #isSending = false
  #questions = 0
  #isOver = false
  #response: IncomingMessage | null = null
  #waiting: Post[] = []
  #acknowledged: (Post & { at: number })[] = []

  constructor(url: string, member: number, { tally, members }: { tally: Tally; members: Members }) {
    this.#url = url
    this.#tally = tally
    this.#member = member
    this.#members = members
    void this.#listen()
  }

  get #headers(): Record<string, string> {
    const member = this.#member
    return {
      cookie: this.#members.cookieOf(member),
      'x-forwarded-for': `10.2.${member >> 8}.${member & 255}`,
    }
  }

  get isOpen(): boolean {
    return this.#response !== null && this.views.size > 0
  }

  /** Nothing is to be sent, and nothing to be read. */
  get isAtRest(): boolean {
    const views = [...this.views.values()]
    const isAsking = this.#isSending || this.#questions > 0
    return this.#waiting.length === 0 && !isAsking && views.every((one) => !one.isReading)
  }

  post(slug: string): void {
    this.#waiting.push({ id: uuid(), slug, text: `good evening ${letters(16)}` })
    void this.#send()
  }

  /** What was shown so far is not compared any more. */
  forget(): void {
    for (const view of this.views.values()) {
      view.from += view.shown.length
      view.shown = []
    }
  }

  close(): void {
    this.#isOver = true
    this.#waiting = []
    this.#response?.destroy()
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    let tries = 0
    while (this.#waiting.length > 0 && !this.#isOver) {
      const [post] = this.#waiting as [Post]
      const generation = this.#generation
      const { id, text: words } = post
      const answer = await this.#ask(`/api/rooms/${post.slug}/posts`, { id, text: words })
      if (answer) {
        tries = 0
        this.#tally.acknowledged.add(post.id)
        // told meanwhile of another life of the database: nobody knows which one took it, so it is asked again
        if (generation !== this.#generation) continue
        this.#acknowledged = [...this.#acknowledged, { ...post, at: Date.now() }].slice(-KEPT)
        this.#waiting = this.#waiting.filter(({ id }) => id !== post.id)
      } else {
        await pauseAfter(tries)
        tries += 1
      }
    }
    this.#isSending = false
  }

  /** What was answered with 200; each answer is counted. */
  async #ask(path: string, sent?: unknown): Promise<unknown> {
    try {
      const answer = await this.#call(path, sent ? JSON.stringify(sent) : undefined)
      const said = await text(answer)
      const { statusCode = 0, headers } = answer
      const isBare = statusCode === 503 && !headers['retry-after']
      const status = isBare ? '503 without Retry-After' : String(statusCode)
      this.#tally.count(status, statusCode === 502 ? said : undefined)
      return statusCode === 200 ? JSON.parse(said) : null
    } catch (error) {
      this.#tally.count('broken', String(error))
      return null
    }
  }

  /** Without `fetch`, which takes twice as much of the processors that the club is on, too. */
  #call(path: string, body: string | undefined): Promise<IncomingMessage> {
    const headers = { ...this.#headers, ...(body && { 'content-type': 'application/json' }) }
    return new Promise((resolve, reject) => {
      request(`${this.#url}${path}`, { method: body ? 'POST' : 'GET', headers })
        .on('response', resolve)
        .on('error', reject)
        .end(body)
    })
  }

  async #listen(): Promise<void> {
    let tries = 0
    while (!this.#isOver) {
      await this.#follow()
      tries = this.#response ? 0 : tries + 1
      this.#response = null
      await pauseAfter(tries)
    }
  }

  #follow(): Promise<void> {
    return new Promise((resolve) => {
      const stream = request(`${this.#url}/api/live`, { headers: this.#headers, agent: false })
      stream.on('error', () => resolve())
      stream.on('response', (response) => {
        response.on('close', resolve).on('error', () => {})
        if (response.statusCode !== 200) return void response.resume()
        this.#response = response
        let rest = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const frames = (rest + chunk).split('\n\n')
          rest = frames.pop() ?? ''
          for (const frame of frames)
            if (frame.startsWith('data: ')) this.#receive(JSON.parse(frame.slice(6)) as LiveEvent)
        })
      })
      stream.end()
    })
  }

  #receive(event: LiveEvent): void {
    if (event.type === 'ready') {
      // a release from before there were any names none
      const generation = event.generation ?? this.#generation
      const isAnew = this.#generation !== undefined && this.#generation !== generation
      this.#generation = generation
      if (isAnew) this.views.clear()
      for (const { slug, latest } of event.rooms) this.#meet(slug, latest)
      if (isAnew) void this.#sendAgain()
    } else if (event.type === 'post') {
      const view = this.views.get(event.room)
      if (!view) return
      view.latest = Math.max(view.latest, event.number)
      if (!view.isReading && event.number === view.from + view.shown.length + 1)
        view.shown.push(event.post?.id ?? null)
      else void this.#catchUp(event.room, view)
    }
  }

  #meet(slug: string, latest: number): void {
    const from = Math.max(0, latest - PAGE)
    const view = this.views.get(slug) ?? { from, shown: [], latest, isReading: false }
    this.views.set(slug, view)
    view.latest = Math.max(view.latest, latest)
    void this.#catchUp(slug, view)
  }

  async #catchUp(slug: string, view: View): Promise<void> {
    if (view.isReading) return
    view.isReading = true
    let tries = 0
    for (;;) {
      const after = view.from + view.shown.length
      // another life of the database has another view
      if (after >= view.latest || this.#isOver || this.views.get(slug) !== view) break
      const read = (await this.#ask(`/api/rooms/${slug}/posts?after=${after}`)) as {
        posts: { id: string; number: number }[]
        to: number
      } | null
      if (!read) {
        await pauseAfter(tries)
        tries += 1
        continue
      }
      tries = 0
      const ids = new Map(read.posts.map(({ id, number }) => [number, id]))
      for (let number = after + 1; number <= read.to; number += 1)
        view.shown.push(ids.get(number) ?? null)
    }
    view.isReading = false
  }

  /** What another life of the database acknowledged not long ago, and this one may have lost. */
  async #sendAgain(): Promise<void> {
    const waiting = new Set(this.#waiting.map(({ id }) => id))
    const again = this.#acknowledged.filter(
      ({ id, at }) => !waiting.has(id) && Date.now() - at < KEPT_MS,
    )
    this.#acknowledged = []
    // what is there need not be sent; a release from before there was such a question answers none
    const ids = again.map(({ id }) => id)
    this.#questions += 1
    const stored = new Set(ids.length > 0 ? await this.#askStored(ids) : [])
    this.#questions -= 1
    const kept = again.filter(({ id }) => stored.has(id))
    this.#acknowledged = [...kept, ...this.#acknowledged].slice(-KEPT)
    const lost = again.filter(({ id }) => !stored.has(id))
    this.#waiting.unshift(...lost)
    this.#tally.resent += lost.length
    void this.#send()
  }

  async #askStored(ids: string[]): Promise<string[]> {
    const generation = this.#generation
    for (const tries of [0, 1, 2]) {
      const answer = await this.#ask('/api/posts/stored', { ids })
      const known = answer as { ids: string[]; generation: string | null } | null
      if (known && known.generation === generation) return known.ids
      await pauseAfter(tries)
    }
    return []
  }
}
