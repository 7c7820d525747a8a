import { signUp } from '#contract/admission/signup.ts'
import { giveConsent } from '#contract/consent/consent.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { createPost, listPosts, type Post } from '#contract/posts/posts.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { callUrl, readSetCookies, type Result } from '#testing/club/call.ts'
import { follow } from '#testing/fixtures/follow.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'

/** A server that was killed, and its database, come back within this on a busy machine too. */
const BACK_MS = 120_000

/** Signs up at a club that asks for no confirmation, and consents; answers the session's cookie. */
export async function joinClub(url: string): Promise<string> {
  const joined = await callUrl(url, undefined, signUp, newcomer())
  if (!joined.ok) throw new Error(joined.code)
  const cookie = readSetCookies(joined.headers)
  await consent(url, cookie)
  return cookie
}

/** To what Art. 9 GDPR asks consent for. */
export async function consent(url: string, cookie: string): Promise<void> {
  const version = documentVersions.content
  const body = { document: 'content', version, language: 'de', method: 'checkbox' } as const
  const given = await callUrl(url, cookie, giveConsent, { body })
  if (!given.ok) throw new Error(given.code)
}

/** Whether an answer is the club's own "not now", which says when to ask again. */
const isNotNow = (made: Result<typeof createPost>) =>
  !made.ok &&
  made.status === 503 &&
  made.code === 'unavailable' &&
  /^\d+$/.test(made.headers.get('retry-after') ?? '') &&
  Number(made.headers.get('retry-after')) === made.body.retryAfter

/**
 * Posts one thing after the other, each again and again under its own id until it is
 * acknowledged, as a browser's outbox does. Anything but "not now" ends it with an error.
 */
export function keepPosting(url: string, cookie: string, slug: string, signal: AbortSignal) {
  const posts: Post[] = []
  let putOff = 0
  let unheard = 0
  async function run(): Promise<void> {
    while (!signal.aborted) {
      const body = { id: uuid(), text: `number ${posts.length + 1}` }
      const once = async () => {
        const made = await callUrl(url, cookie, createPost, { params: { slug }, body }).catch(
          () => null,
        )
        if (made?.ok) return made.answer
        if (made && !isNotNow(made)) throw new Error(`a post got ${made.status} ${made.code}`)
        if (!made) unheard += 1
        putOff += 1
        return null
      }
      posts.push(await until(once, { what: 'a post acknowledged', withinMs: BACK_MS, everyMs: 50 }))
    }
  }
  const done = run()
  // reported where it is awaited
  done.catch(() => {})
  return {
    posts,
    done,
    /** How often so far a post was not acknowledged and had to be sent again. */
    putOff: () => putOff,
    /** How often there was no answer at all, since nobody was there to give one. */
    unheard: () => unheard,
  }
}

/** Waits for so many more acknowledged posts; a writer that gave up is an error, not a long wait. */
export async function untilMore(
  streams: readonly ReturnType<typeof keepPosting>[],
  more: number,
): Promise<void> {
  const count = () => streams.reduce((sum, { posts }) => sum + posts.length, 0)
  const wanted = count() + more
  const failed = Promise.race(streams.map(({ done }) => done))
  await Promise.race([until(() => count() >= wanted, { withinMs: BACK_MS }), failed])
}

/** Follows a room through every cut; answers the number under which each post was shown. */
export async function watch(url: string, cookie: string, slug: string, signal: AbortSignal) {
  const shown = new Map<string, number>()
  while (!signal.aborted) {
    const line = await until(
      async () => signal.aborted || (await follow(url, cookie).catch(() => null)),
      {
        what: 'a line',
        withinMs: BACK_MS,
        everyMs: 50,
      },
    )
    if (line === true) break
    const hangUp = () => line.close()
    signal.addEventListener('abort', hangUp)
    await line.closed
    signal.removeEventListener('abort', hangUp)
    for (const event of line.events)
      if (event.type === 'post' && event.room === slug && event.post) {
        const { id, number } = event.post
        if ((shown.get(id) ?? number) !== number) throw new Error(`${id} was shown twice`)
        shown.set(id, number)
      }
  }
  return shown
}

/** Every post of a room, oldest first, read page by page as a browser would. */
export async function allPosts(url: string, cookie: string, slug: string): Promise<Post[]> {
  const all: Post[] = []
  let before: number | undefined
  for (;;) {
    const query = before === undefined ? {} : { before }
    const page = await callUrl(url, cookie, listPosts, { params: { slug }, query })
    if (!page.ok) throw new Error(page.code)
    all.push(...page.answer.posts)
    if (page.answer.from <= 1) return all.reverse()
    before = page.answer.from
  }
}
