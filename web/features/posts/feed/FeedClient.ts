// Keeps a room's or table's posts up to date: applies events, and requests what is missing until nothing is.
import type { LiveEvent } from '#contract/live.ts'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/posts/posts.ts'
import { CallError } from '#web/platform/api/call.ts'
import { RetryingRequest } from '#web/platform/api/RetryingRequest.ts'
import { findStanding, findPlace } from '#web/platform/talk/place.ts'
import {
  emptyFeed,
  findMissing,
  newestFirst,
  trimFeed,
  withChange,
  withDoubt,
  withEvent,
  withLatest,
  withPage,
  withRemoval,
  type PostPage,
  type Question,
} from './feed.ts'

type FeedView = {
  phase: 'loading' | 'ready'
  /** Newest first. */
  posts: readonly Post[]
  hasEarlier: boolean
  isLoadingEarlier: boolean
  /** Why the room or table cannot be read; nothing more is requested then. */
  refusal: CallError | null
}

export const unread: FeedView = {
  phase: 'loading',
  posts: [],
  hasEarlier: false,
  isLoadingEarlier: false,
  refusal: null,
}

/**
 * Timeout and wait together stay below the ten seconds within which a feed is up to date once the server
 * can be reached again.
 */
const LONGEST_ANSWER_MS = 5_000
const LONGEST_WAIT_MS = 3_000
const FIRST_TRIES = 3
/** Pages that are loaded to reach an older post. One further back is shown by itself, or a phone would render a whole evening. */
const MOST_PAGES_BACK = 3
const MOST_REPEATS = 5

type Ask = (question: Question, signal?: AbortSignal) => Promise<PostPage>

export class FeedClient {
  #ask: Ask
  #place: string
  #feed = emptyFeed
  /** Set while known posts are compared with the server: the number up to which they are. */
  #check: { upTo: number } | null = null
  #checks = 0
  #isAsking = false
  #insistent = new RetryingRequest(LONGEST_ANSWER_MS)
  #isOver = false
  #tries = 0
  #earlier: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #watches = new Set<() => void>()
  #view = unread

  /** `first` is the newest page, if it was loaded before. */
  constructor(place: string, ask: Ask, first?: PostPage) {
    this.#place = place
    this.#ask = ask
    if (!first) return
    this.setFeed(withPage(this.#feed, first))
    this.setView({ phase: 'ready' })
  }

  /** `isLive`: the stream connected earlier, so that what was loaded before may be out of date and is compared. */
  open(isLive = false): void {
    this.#isOver = false
    if (isLive && this.#feed.known) this.check()
    else void this.#settle()
  }

  close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  view = (): FeedView => this.#view
  watch = (listener: () => void): (() => void) => {
    this.#watches.add(listener)
    return () => void this.#watches.delete(listener)
  }

  hear(event: LiveEvent): void {
    if ('post' in event) {
      if (findPlace(event) !== this.#place) return
      this.setFeed(withEvent(this.#feed, event.number, event.post))
    } else if (event.type === 'ready') {
      // events may have been missed: posts, removals, posts shown again, or that the room is closed to us now
      const stands = findStanding(event, this.#place)
      if (stands) this.setFeed(withLatest(this.#feed, stands.latest))
      this.#insistent.hurry()
      return this.check()
    } else return
    void this.#settle()
  }

  /** Compares everything shown with the server. */
  check(): void {
    this.#check = { upTo: 0 }
    this.#checks += 1
    this.setFeed(withDoubt(this.#feed))
    void this.#settle()
  }

  /** Loads older pages until a post is there: `gone` if there is none of that number, `far` if it is too far back. */
  async loadBackTo(number: number): Promise<'here' | 'gone' | 'far'> {
    for (let pages = 0; ; pages += 1) {
      const { known, posts } = this.#feed
      if (!known || number >= known.from) return posts.has(number) ? 'here' : 'gone'
      const distance = (known.from - number) / limits.postsPerCatchUp
      if (Math.max(pages + 1, distance) > MOST_PAGES_BACK) return 'far'
      await this.showEarlier(limits.postsPerCatchUp)
    }
  }

  /** Applies what the member did to a post of their own; null: they removed it. */
  changed(number: number, post: Post | null): void {
    this.setFeed(post ? withChange(this.#feed, post) : withRemoval(this.#feed, number))
  }

  /** Loads the page before what is shown; waits for one that is loading already. */
  showEarlier(count?: number): Promise<void> {
    this.#earlier ??= this.#readEarlier(count).finally(() => (this.#earlier = null))
    return this.#earlier
  }

  async #readEarlier(count: number | undefined): Promise<void> {
    const { known } = this.#feed
    if (!known) return
    this.setView({ isLoadingEarlier: true })
    const checks = this.#checks
    try {
      const page = await this.#ask({ before: known.from, ...(count && { count }) })
      // `#feed` is read only now: events may have changed it during the request
      this.setFeed(withPage(this.#feed, page))
      // a check that began meanwhile did not reach back to this page, which may hold a removed post
      if (checks !== this.#checks) this.check()
    } finally {
      this.setView({ isLoadingEarlier: false })
    }
  }

  forgetOldest(keep: number): void {
    if (this.#feed.posts.size > keep) this.setFeed(trimFeed(this.#feed, keep))
  }

  /** Sends one request after the other until nothing is missing. */
  async #settle(): Promise<void> {
    if (this.#isAsking || this.#isOver || this.#view.refusal) return
    clearTimeout(this.#timer)
    this.#isAsking = true
    try {
      let last = ''
      let repeats = 0
      let befores = 0
      for (let next = this.#next(); next && !this.#isOver; next = this.#next()) {
        // the server answers with less than its events announced: wait instead of flooding it
        repeats = JSON.stringify(next) === last ? repeats + 1 : 0
        if (repeats > MOST_REPEATS) throw new CallError(null)
        const [check, question] = [this.#check, next]
        const { latest } = this.#feed
        const page = await this.#insistent.ask((signal) => this.#ask(question, signal))
        // twice older than what was known before the request: the database went back to an earlier state
        befores = page.latest < latest ? befores + 1 : 0
        if (befores > 1) this.setFeed(emptyFeed)
        if (befores > 0) continue
        const isCheck = check !== null && check === this.#check
        this.setFeed(withPage(this.#feed, page, isCheck))
        if (isCheck) this.#checked(check, question, page)
        last = check ? '' : JSON.stringify(next)
        this.#tries = 0
        this.setView({ phase: 'ready' })
      }
    } catch (error) {
      this.#fail(error instanceof CallError ? error : new CallError(null))
    } finally {
      this.#isAsking = false
    }
  }

  /** The next request. Where very much is missing only the newest page is loaded, even during a check. */
  #next(): Question | null {
    const { known, latest } = this.#feed
    const isFar = !known || latest - known.to > limits.postsPerCatchUp
    return this.#check && !isFar
      ? { after: Math.max(this.#check.upTo, known.from - 1) }
      : findMissing(this.#feed)
  }

  #checked(check: { upTo: number }, { after }: Question, { from, to, latest }: PostPage): void {
    // the newest page is either all that is known now, or was joined to older posts that are still to be checked
    const isAll = after === undefined ? this.#feed.known?.from === from : to >= latest
    if (after !== undefined) check.upTo = to
    if (isAll) this.#check = null
  }

  #fail(error: CallError): void {
    const { code, body } = error
    this.#tries += 1
    const isWorthATry = !body || ['unavailable', 'unexpected', 'too_many_attempts'].includes(code)
    const isHopeless = this.#view.phase === 'loading' && this.#tries >= FIRST_TRIES
    if (!isWorthATry || isHopeless) {
      // the session leads to the log-in, after which this feed may go on
      if (code !== 'not_signed_in') this.setView({ refusal: error })
      return
    }
    const wait = Math.min(LONGEST_WAIT_MS, 400 * 2 ** this.#tries) * (0.5 + Math.random() / 2)
    this.#timer = setTimeout(
      () => void this.#settle(),
      Math.max(wait, (body?.retryAfter ?? 0) * 1_000),
    )
  }

  setFeed(feed: typeof emptyFeed): void {
    if (feed === this.#feed) return
    this.#feed = feed
    this.setView({ posts: newestFirst(feed), hasEarlier: (feed.known?.from ?? 1) > 1 })
  }

  setView(part: Partial<FeedView>): void {
    this.#view = { ...this.#view, ...part }
    for (const watch of this.#watches) watch()
  }
}
