import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { codes, type ErrorCode } from '#contract/errors.ts'
import type { Post } from '#contract/posts/posts.ts'
import { CallError } from '#web/platform/api/call.ts'
import { hasUnsent, wipeWords } from '#web/platform/session/drafts.ts'
import { post as aPost } from '#web/testing/room.ts'
import { Outbox } from './outbox.ts'
import type { Outgoing } from './outbox.rules.ts'

const MIA = '00000000-0000-4000-8000-00000000000a'
const TEN_MINUTES = 10 * 60_000

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z') })
})
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A club whose database can go back to an earlier state; it stores a post under its id, once. */
class Server {
  posts: Post[] = []
  requests: string[] = []
  questions = 0
  refusal: ErrorCode | null = null
  /** Answers are on their way until then. */
  answered: Promise<void> = Promise.resolve()

  send = async ({ id, text }: Outgoing): Promise<Post> => {
    this.requests.push(text)
    if (this.refusal) throw new CallError({ code: this.refusal })
    const stands = this.posts.find((one) => one.id === id)
    if (stands) return stands
    const post = { ...aPost(this.posts.length + 1), id, text }
    this.posts.push(post)
    await this.answered
    return post
  }

  askStored = async (entries: readonly Outgoing[]): Promise<string[]> => {
    this.questions += 1
    if (this.refusal) throw new CallError({ code: this.refusal })
    return entries.flatMap(({ id }) => (this.posts.some((one) => one.id === id) ? id : []))
  }

  texts = () => this.posts.map(({ text }) => text)
}

function openTab(server: Server) {
  const sent: Post[] = []
  const toasts: Outgoing[] = []
  const outbox = new Outbox({
    userId: MIA,
    send: server.send,
    askStored: server.askStored,
    onSent: (_place, post) => sent.push(post),
    onRefused: (entry) => toasts.push(entry),
  })
  outbox.open()
  const say = async (text: string) => {
    outbox.add({ place: 'lounge', text, icebreakerId: null, replyTo: null })
    await wait(0)
  }
  return { outbox, say, sent, toasts }
}

async function threeSaid() {
  const server = new Server()
  const tab = openTab(server)
  tab.outbox.meet('first')
  for (const text of ['one', 'two', 'three']) await tab.say(text)
  expect(server.texts()).toEqual(['one', 'two', 'three'])
  return { server, ...tab }
}

test('what was acknowledged and lost is sent again, once and in its order, before what is new', async () => {
  const { server, outbox, say } = await threeSaid()
  server.posts.length = 1
  outbox.meet('second')
  await say('four')
  await wait(0)
  expect(server.texts()).toEqual(['one', 'two', 'three', 'four'])
  outbox.meet('second')
  await wait(20_000)
  // what stands was only asked about
  expect(server.requests).toEqual(['one', 'two', 'three', 'two', 'three', 'four'])
  expect(server.questions).toBe(1)
  expect(outbox.list()).toEqual([])
})

test('what was lost while its answer was on its way is sent again as well', async () => {
  const server = new Server()
  const { outbox, say } = openTab(server)
  outbox.meet('first')
  const answered = Promise.withResolvers<void>()
  server.answered = answered.promise
  await say('one')
  expect(server.texts()).toEqual(['one'])
  server.posts.length = 0
  outbox.meet('second')
  answered.resolve()
  await wait(20_000)
  expect(server.texts()).toEqual(['one'])
  expect(server.requests).toEqual(['one', 'one'])
  expect(outbox.list()).toEqual([])
})

test('where nothing was lost nobody sees that it was asked', async () => {
  const { server, outbox, sent, toasts } = await threeSaid()
  await wait(20_000)
  const seen: number[] = []
  outbox.watch(() => seen.push(outbox.list().length))
  outbox.meet('second')
  await wait(20_000)
  expect(server.texts()).toEqual(['one', 'two', 'three'])
  expect(server.requests).toEqual(['one', 'two', 'three'])
  expect(Math.max(...seen)).toBe(0)
  expect([sent.length, toasts.length]).toEqual([3, 0])
})

test('while the club is away they are kept and shown, over a reload too, and go once', async () => {
  const { server, outbox } = await threeSaid()
  server.posts.length = 0
  server.refusal = 'unavailable'
  outbox.meet('second')
  await wait(1_000)
  expect(outbox.list().map(({ text, state }) => [text, state])).toContainEqual(['one', 'waiting'])
  outbox.close()
  server.refusal = null
  const reloaded = openTab(server)
  reloaded.outbox.meet('second')
  await wait(10_000)
  expect(server.texts()).toEqual(['one', 'two', 'three'])
})

test('what its author changed goes as it is now, and what they took back does not go', async () => {
  const { server, outbox } = await threeSaid()
  const [one, two] = server.posts
  outbox.changed(one!.id, 'one, said better')
  outbox.changed(two!.id, null)
  server.posts.length = 0
  outbox.meet('second')
  await wait(1_000)
  expect(server.texts()).toEqual(['one, said better', 'three'])
})

test.each([codes.conflict, 'consent_required'] as const)(
  'what stands there and was removed since (%s) is left alone, without a word',
  async (code) => {
    const { server, outbox, toasts } = await threeSaid()
    server.refusal = code
    outbox.meet('second')
    await wait(20_000)
    expect(outbox.list()).toEqual([])
    expect(toasts).toEqual([])
    expect(hasUnsent(MIA)).toBe(false)
  },
)

test('words are kept for ten minutes, and removed at logout', async () => {
  const { server, outbox, say } = await threeSaid()
  await wait(TEN_MINUTES)
  expect(localStorage.length).toBe(0)
  await say('four')
  server.posts.length = 0
  outbox.meet('second')
  await wait(1_000)
  expect(server.texts()).toEqual(['four'])
  outbox.close()
  wipeWords(MIA)
  expect(localStorage.length).toBe(0)
})
