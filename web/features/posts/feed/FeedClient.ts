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
  /** Why the place cannot be read; nothing more is asked. */
  refusal: CallError | null
}

export const unread: FeedView = {
  phase: 'loading',
  posts: [],
  hasEarlier: false,
  isLoadingEarlier: false,
  refusal: null,
}

/** Together less than the ten seconds within which a way back must be used. */
const LONGEST_ANSWER_MS = 5_000
const LONGEST_WAIT_MS = 3_000
const FIRST_TRIES = 3
/** So many pages are read back to a post; one further back is shown apart, or a phone would draw a whole evening. */
const MOST_PAGES_BACK = 3
const MOST_REPEATS = 5

type Ask = (question: Question, signal?: AbortSignal) => Promise<PostPage>

/** Reads one place to talk: applies what is heard, and asks for what is missing until nothing is. */
export class FeedClient {
  #ask: Ask
  #place: string
  #feed = emptyFeed
  /** While what is known is being checked against the server: how far that has come. */
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

  /** `first` is the newest page, where it is here already. */
  constructor(place: string, ask: Ask, first?: PostPage) {
    this.#place = place
    this.#ask = ask
    if (!first) return
    this.setFeed(withPage(this.#feed, first))
    this.setView({ phase: 'ready' })
  }

  /** `isLive`: whoever listens was told already how far the places are, so what is here may be older. */
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
      // silence before this may have hidden posts, removals, posts shown again, or that the place is closed to us now
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

  /** Reads back until a post is there, if it is and does not lie far back. */
  async loadBackTo(number: number): Promise<'here' | 'gone' | 'far'> {
    for (let pages = 0; ; pages += 1) {
      const { known, posts } = this.#feed
      if (!known || number >= known.from) return posts.has(number) ? 'here' : 'gone'
      const distance = (known.from - number) / limits.postsPerCatchUp
      if (Math.max(pages + 1, distance) > MOST_PAGES_BACK) return 'far'
      await this.showEarlier(limits.postsPerCatchUp)
    }
  }

  /** What the member did to a post of their own; null: it is gone. */
  changed(number: number, post: Post | null): void {
    this.setFeed(post ? withChange(this.#feed, post) : withRemoval(this.#feed, number))
  }

  /** A page before what is shown; one that is on its way already is waited for. */
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
      // what was heard meanwhile counts: the feed of before the question is no longer true
      this.setFeed(withPage(this.#feed, page))
      // the answer may be from before a silence that hid a removal, and the check did not ask so far back
      if (checks !== this.#checks) this.check()
    } finally {
      this.setView({ isLoadingEarlier: false })
    }
  }

  forgetOldest(keep: number): void {
    if (this.#feed.posts.size > keep) this.setFeed(trimFeed(this.#feed, keep))
  }

  /** One question at a time; whoever asks goes on until nothing is missing. */
  async #settle(): Promise<void> {
    if (this.#isAsking || this.#isOver || this.#view.refusal) return
    clearTimeout(this.#timer)
    this.#isAsking = true
    try {
      let last = ''
      let repeats = 0
      let befores = 0
      for (let next = this.#next(); next && !this.#isOver; next = this.#next()) {
        // the answers lag behind what was heard: worth a pause rather than a storm
        repeats = JSON.stringify(next) === last ? repeats + 1 : 0
        if (repeats > MOST_REPEATS) throw new CallError(null)
        const [check, question] = [this.#check, next]
        const { latest } = this.#feed
        const page = await this.#insistent.ask((signal) => this.#ask(question, signal))
        // less than was known when it was asked for, twice: the club went back to an earlier state of itself
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

  /** Rather the newest page than all there was meanwhile, even in a check. */
  #next(): Question | null {
    const { known, latest } = this.#feed
    const isFar = !known || latest - known.to > limits.postsPerCatchUp
    return this.#check && !isFar
      ? { after: Math.max(this.#check.upTo, known.from - 1) }
      : findMissing(this.#feed)
  }

  #checked(check: { upTo: number }, { after }: Question, { from, to, latest }: PostPage): void {
    // the newest page is all that is known now, or was joined to more, which is still to be checked
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
      // who is not signed in any more is led to the door by the session, and may come back
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
