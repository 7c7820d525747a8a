import { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { listPosts } from '#contract/posts/posts.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { refusal } from '#web/testing/openTab.tsx'
import { settle } from '#web/testing/turns.ts'
import firstLines from '../../early.js?raw'
import { call, type CallError } from '#web/platform/api/call.ts'
import { useAnswered } from './early.ts'
import { forgetPrivate } from '#web/platform/session/session.ts'

const room = { params: { slug: 'salon' }, query: {} }
const page = (latest: number) => ({ posts: [], from: 1, to: latest, latest })
const POSTS = 'GET /api/rooms/salon/posts'
const always = ['GET /api/auth/session']
const ofRooms = { '/room/': ['POST /api/rooms/:slug/entries', 'GET /api/rooms/:slug/posts'] }

type Sent = { name: string; signal: AbortSignal; answer: (response: Promise<Response>) => void }
let sent: Sent[] = []
let pages = 0
/** What a screen of the room would find as it is drawn for the first time. */
const answered = () => renderHook(() => useAnswered(listPosts, room)).result.current
const names = () => sent.map(({ name }) => name)

/** Runs the first lines of the page at an address, as the build fills them in. */
async function openPage(path = '/room/salon') {
  window.history.replaceState(null, '', path)
  const values = `const FILES = [[], {}], CALLS = ${JSON.stringify([always, ofRooms])}`
  // a module is run once: each page is one of its own
  const lines = `// ${(pages += 1)}\n${values}\n${firstLines}`
  await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(lines)}`)
  // it asks in a task of its own, which turns alone do not wait for
  await expect.poll(() => sent.length, { interval: 1 }).toBeGreaterThan(0)
}

/** Answers what was asked first under a name. */
async function answerTo(name: string, response: Response | Promise<Response>) {
  sent.find((one) => one.name === name)?.answer(Promise.resolve(response))
  await settle()
}

beforeEach(() => {
  sent = []
  localStorage.setItem('language', 'en')
  vi.stubGlobal('fetch', (path: string, { method, signal }: Required<RequestInit>) => {
    const one = Promise.withResolvers<Response>()
    sent.push({ name: `${method} ${path}`, signal: signal!, answer: one.resolve })
    return one.promise
  })
})
afterEach(() => {
  globalThis.early = undefined
  vi.unstubAllGlobals()
})

test('a room’s page asks for who is there, the entry and the posts at once', async () => {
  await openPage()
  expect(names()).toEqual([...always, 'POST /api/rooms/salon/entries', POSTS])
})

test.each(['/login', '/room/', '/room/Salon', '/room/a%2Fb', '/room/salon/x', '/member/salon'])(
  'any other address asks only who is there (%s)',
  async (path) => {
    await openPage(path)
    expect(names()).toEqual(always)
  },
)

test('the app takes over what is on its way, and each answer serves once', async () => {
  await openPage()
  const [first, session] = [call(listPosts, room), call(getSession, {})]
  expect(sent).toHaveLength(3)
  await answerTo(POSTS, Response.json(page(1)))
  expect(await first).toEqual(page(1))
  void call(listPosts, room)
  void session
  expect(names().slice(3)).toEqual([POSTS])
})

test('what has come already is there without waiting, once', async () => {
  await openPage()
  expect(answered()).toBe(undefined)
  await answerTo(POSTS, Response.json(page(1)))
  expect(answered()).toEqual(page(1))
  expect(answered()).toBe(undefined)
  expect(sent).toHaveLength(3)
})

test.each([401, 403])('a refusal of %s from before is asked about again', async (status) => {
  await openPage()
  await answerTo(POSTS, refusal('not_in_room', {}, status))
  expect(answered()).toBe(undefined)
  const again = call(listPosts, room)
  await settle()
  sent.at(-1)?.answer(Promise.resolve(Response.json(page(2))))
  expect(await again).toEqual(page(2))
  expect(names().slice(3)).toEqual([POSTS])
})

test.each([404, 429, 503])('a refusal of %s is the answer', async (status) => {
  await openPage()
  await answerTo('POST /api/rooms/salon/entries', refusal('room_not_found', {}, status))
  const refused = await call(enterRoom, room).catch((error: CallError) => error)
  expect(refused).toMatchObject({ code: 'room_not_found' })
  expect(sent).toHaveLength(3)
})

test('no answer is no answer, as if the app had asked', async () => {
  await openPage()
  await answerTo(POSTS, Promise.reject(new TypeError('offline')))
  const failed = await call(listPosts, room).catch((error: CallError) => error)
  expect(failed).toMatchObject({ code: 'FETCH_ERROR', body: null })
  expect(sent).toHaveLength(3)
})

test('who gives up on a call ends the one of the page', async () => {
  await openPage()
  const patience = new AbortController()
  void call(listPosts, room, { signal: patience.signal }).catch(() => {})
  patience.abort()
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, false, true])
})

test('what came for one member is not there for the next', async () => {
  await openPage()
  await answerTo(POSTS, Response.json(page(1)))
  forgetPrivate(new QueryClient())
  expect(answered()).toBe(undefined)
  void call(listPosts, room)
  expect(names().slice(3)).toEqual([POSTS])
})

test('another question about the same room is asked', async () => {
  await openPage()
  void call(listPosts, { ...room, query: { after: 3 } })
  expect(names().slice(3)).toEqual([`${POSTS}?after=3`])
})
