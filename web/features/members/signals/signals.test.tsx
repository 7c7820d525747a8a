import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { Signalled } from '#contract/members/signals.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'

afterEach(() => (closeTab(), localStorage.clear()))

const ID = '018f0000-0000-7000-8000-00000000000b'
const line: Signalled = {
  memberId: ID,
  username: 'Tom',
  since: '2026-11-12T10:00:00.000Z',
  latest: '2026-11-20T10:00:00.000Z',
  reasons: [
    { reason: 'scam', count: 3 },
    { reason: 'pushy', count: 2 },
  ],
  seenAt: null,
}
const SEEN = `/api/desk/signals/${ID}/seen`

async function openDesk(signals: Signalled[], see = done) {
  let kept = signals
  return openTab('/admin/reports', {
    session: { ...mila, isModerator: true },
    language: 'en',
    answers: {
      '/api/desk/signals': () => Response.json({ signals: kept }),
      '/api/desk/cases?state=open': () =>
        Response.json({
          cases: [],
          next: null,
          open: 0,
          overdue: 0,
          appeals: 0,
          needsSecondAdmin: false,
        }),
      [SEEN]: () => {
        const answer = see()
        if (answer.ok) kept = kept.map((one) => ({ ...one, seenAt: '2026-11-21T12:00:00.000Z' }))
        return answer
      },
    },
  })
}
const part = async () => within(await screen.findByRole('region', { name: /several members/ }))

test('a line says of whom, how many of which and since when, leads to them, and is marked as seen', async () => {
  const { server } = await openDesk([line])
  const entry = within((await part()).getByRole('article', { name: 'Tom' }))
  const words = entry.getByText(/since 12 November 2026/).parentElement?.textContent
  expect(words).toMatch(/3 × scam · 2 × pushy · since 12 November 2026/)
  expect(entry.getByRole('link', { name: 'Tom' }).getAttribute('href')).toBe(`/member/${ID}`)
  await userEvent.click(entry.getByRole('button', { name: /Mark as seen/ }))
  await screen.findByText('seen on 21 November 2026')
  expect(server.requests.find(({ path }) => path === SEEN)?.body).toEqual({ latest: line.latest })
  // what was pressed is gone, and the focus is not
  await waitFor(() => expect(document.activeElement?.id).toBe('signals'))
})

test('that it failed is told at the line', async () => {
  await openDesk([line], () => refusal('unavailable', {}, 503))
  await userEvent.click((await part()).getByRole('button', { name: /Mark as seen/ }))
  expect((await (await part()).findByRole('alert')).textContent).toBeTruthy()
})

test('without any there is no such part', async () => {
  await openDesk([])
  await screen.findByText('No case is waiting')
  expect(screen.queryByRole('region', { name: /several members/ })).toBeNull()
})
