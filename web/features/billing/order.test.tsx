import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Subscription } from '#contract/billing/billing.ts'
import { ASKING_MS, billing, pending, subscription } from '#web/testing/billing.ts'
import { closeTab, done, mila, openTab, refusal, type Server } from '#web/testing/openTab.tsx'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  closeTab()
  vi.useRealTimers()
})

const ORDER = `/api/billing/orders/${pending().id}`

/** Comes back from the provider; the order may change afterwards. */
async function comeBack(
  first: Subscription,
  { answers = {}, search = '' }: { answers?: Server['answers']; search?: string } = {},
) {
  const club = { order: first }
  const tab = await openTab(`/upgrade/${first.id}${search}`, {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/billing': () => Response.json(billing({ subscription: club.order })),
      [ORDER]: ({ method }) => (method === 'DELETE' ? done() : Response.json(club.order)),
      ...answers,
    },
  })
  return { ...tab, club }
}

const told = () => screen.findByRole('status').then((region) => within(region))

/** Time that can be made to pass. */
const takeTime = () => vi.useFakeTimers({ shouldAdvanceTime: true })
/** Nothing is asked for by the clock. */
const stopAsking = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))

test('a member who agreed waits, and hears when Premium is open', async () => {
  takeTime()
  const { club, server } = await comeBack(pending())
  const status = await told()
  await status.findByRole('heading', { name: 'Waiting for your approval' })
  const onwards = screen.getByRole('link', { name: 'Continue to the payment provider' })
  expect(onwards.getAttribute('href')).toBe('http://localhost:4010/approve/1')
  screen.getByText('Order number A-2026-123456')
  club.order = subscription()
  await pass(1)
  await status.findByRole('heading', { name: 'Premium is open' })
  const ways = within(screen.getByRole('main')).getAllByRole('link', { name: /^To the/ })
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/rooms', '/settings'])
  const asked = server.times(ORDER)
  await pass(3_600)
  expect(server.times(ORDER)).toBe(asked)
})

test('the club is asked ever less often', async () => {
  takeTime()
  const { server } = await comeBack(pending())
  await (await told()).findByRole('heading', { name: 'Waiting for your approval' })
  expect(server.times(ORDER)).toBe(1)
  // after one second, two and three
  for (const [seconds, asked] of [
    [0.5, 1],
    [1, 2],
    [1, 2],
    [1, 3],
    [2, 3],
    [1, 4],
  ] as const) {
    await pass(seconds)
    expect(server.times(ORDER)).toBe(asked)
  }
})

test('news of one’s rights is reason to ask at once', async () => {
  stopAsking()
  const { club } = await comeBack(pending())
  const status = await told()
  await status.findByRole('heading', { name: 'Waiting for your approval' })
  club.order = subscription()
  TestStream.current.bring({ type: 'rooms' })
  await status.findByRole('heading', { name: 'Premium is open' })
})

test('who came back without agreeing reads so, and can give up the order', async () => {
  const { club, server } = await comeBack(pending(), { search: '?declined' })
  const status = await told()
  await status.findByRole('heading', { name: 'No approval yet' })
  club.order = pending({ status: 'ended', approveUrl: null })
  await userEvent.click(screen.getByRole('button', { name: 'Give up the order' }))
  await status.findByRole('heading', { name: 'Nothing was ordered' })
  // what was pressed is gone
  await waitFor(() => expect(document.activeElement?.tagName).toBe('SECTION'))
  status.getByText(/No contract was made, and nothing was charged/)
  expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'See Premium' }).getAttribute('href')).toBe('/upgrade')
})

test('giving up waits for as long as the club may be asking the provider', async () => {
  const { server } = await comeBack(pending())
  await screen.findByRole('button', { name: 'Give up the order' })
  const limit = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => limit.mockRestore())
  await userEvent.click(screen.getByRole('button', { name: 'Give up the order' }))
  await waitFor(() => expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(true))
  expect(Math.max(...limit.mock.calls.flat())).toBeGreaterThan(ASKING_MS)
})

test('an order that has not reached the provider, or was approved and is not paid, asks for nothing', async () => {
  const { club } = await comeBack(pending({ approveUrl: null }))
  const status = await told()
  await status.findByRole('heading', { name: 'Waiting for the payment provider' })
  expect(screen.queryByRole('link', { name: 'Continue to the payment provider' })).toBeNull()
  club.order = pending()
  await status.findByRole('heading', { name: 'Waiting for your approval' })
  screen.getByRole('link', { name: 'Continue to the payment provider' })
})

test('giving up too late shows what was approved meanwhile', async () => {
  const { club } = await comeBack(pending(), {
    answers: {
      [ORDER]: ({ method }) => {
        if (method !== 'DELETE') return Response.json(club.order)
        club.order = subscription()
        return refusal('already_subscribed', {}, 409)
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Give up the order' }))
  await screen.findByRole('heading', { name: 'Premium is open' })
  expect(screen.queryByText('The order could not be given up.')).toBeNull()
})

test('while the provider is down the order stays, and says that it could not be given up', async () => {
  const { club } = await comeBack(pending(), {
    answers: {
      [ORDER]: ({ method }) =>
        method === 'DELETE' ? refusal('provider_unavailable', {}, 503) : Response.json(club.order),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Give up the order' }))
  await screen.findByText('The order could not be given up.')
  screen.getByRole('heading', { name: 'Waiting for your approval' })
})

test('a club that does not answer is asked on, and what was known stays', async () => {
  let isDown = false
  const { club } = await comeBack(pending(), {
    answers: {
      [ORDER]: () =>
        isDown ? Promise.reject(new TypeError('offline')) : Response.json(club.order),
    },
  })
  await screen.findByRole('heading', { name: 'Waiting for your approval' })
  isDown = true
  await screen.findByText('We cannot ask right now')
  screen.getByRole('heading', { name: 'Waiting for your approval' })
  isDown = false
  club.order = subscription()
  await screen.findByRole('heading', { name: 'Premium is open' })
  await waitFor(() => expect(screen.queryByText('We cannot ask right now')).toBeNull())
})

test('one can ask at once instead of waiting', async () => {
  stopAsking()
  const { club } = await comeBack(pending())
  const ask = await screen.findByRole('button', { name: 'Ask now' })
  club.order = subscription()
  await userEvent.click(ask)
  await screen.findByRole('heading', { name: 'Premium is open' })
})

test('another’s order is none', async () => {
  const { server } = await comeBack(pending(), {
    answers: { [ORDER]: () => refusal('PGRST116', {}, 404) },
  })
  await screen.findByRole('heading', { name: 'There is no such order' })
  expect(server.times(ORDER)).toBe(1)
})

test.each(['past_due', 'cancelled', 'ended', 'withdrawn', 'refunded'] as const)(
  'an order that is %s by now leads to the settings',
  async (status) => {
    await comeBack(subscription({ status }))
    await screen.findByRole('heading', { name: 'This order is complete' })
    screen.getByRole('link', { name: 'To the subscription' })
  },
)
