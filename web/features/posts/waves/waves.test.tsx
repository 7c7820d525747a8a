import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { BellItem } from '#contract/notifications/bellItems.ts'
import { closeTab, done, mila, openTab } from '#web/testing/openTab.tsx'

afterEach(() => (closeTab(), localStorage.clear()))

const BEN = { id: '018f0000-0000-7000-8000-00000000000b', username: 'Ben', portrait: null }
const CLEO = { ...BEN, id: '018f0000-0000-7000-8000-00000000000c', username: 'Cleo' }
const AT = '2026-11-20T18:05:00.000Z'
const post = { id: BEN.id, room: 'lounge', roomName: 'Lounge', number: 7, text: 'good evening' }
const item = (id: string, more: Partial<BellItem> = {}): BellItem => ({
  id: `018f0000-0000-7000-8000-0000000000${id}`,
  kind: 'wave',
  at: AT,
  isRead: true,
  actors: [BEN],
  count: 1,
  isWaveOwed: true,
  post,
  reference: null,
  ...more,
})
const waved = {
  post: { id: BEN.id, room: 'lounge', roomName: 'Lounge', number: 4 },
  undoableUntil: AT,
}

test('a hello is answered in the news, and stays said when the news come anew', async () => {
  let isOwed = true
  await openTab('/notices', {
    session: mila,
    language: 'en',
    answers: {
      '/api/bell': () =>
        Response.json({
          items: [
            item('21', { isWaveOwed: isOwed }),
            item('22', { count: 2, actors: [BEN, CLEO], isWaveOwed: false }),
          ],
          next: null,
        }),
      [`/api/members/${BEN.id}/waves`]: () => {
        isOwed = false
        return Response.json(waved)
      },
    },
  })
  const [first, several] = within(await screen.findByRole('list', { name: 'News' })).getAllByRole(
    'listitem',
  )
  expect(within(several!).queryByRole('button')).toBeNull()
  within(first!).getByRole('button', { name: 'No, thank you (Ben)' })
  await userEvent.click(within(first!).getByRole('button', { name: 'Wave back (Ben)' }))
  await within(first!).findByText('You waved at each other')
  within(first!).getByRole('button', { name: 'Undo' })
})

test('who waved is one of two ways to look at the news, and one can end it there', async () => {
  let waves = [
    { at: AT, waver: { ...BEN, isVerified: false }, post, isMutual: true },
    { at: AT, waver: { ...CLEO, isVerified: false }, post, isMutual: false },
  ]
  const { location, server } = await openTab('/notices', {
    session: mila,
    language: 'en',
    answers: {
      '/api/bell': () => Response.json({ items: [], next: null }),
      '/api/waves': () => Response.json({ waves, next: null }),
      '/api/waves/declines': () => {
        waves = waves.slice(0, 1)
        return done()
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Waves' }))
  expect(location().search).toBe('?show=waves')
  const list = await screen.findByRole('list', { name: 'Who waved at you' })
  const [ben, cleo] = within(list).getAllByRole('listitem')
  within(ben!).getByText('You waved at each other')
  expect(within(ben!).queryByRole('button', { name: /^Wave back/ })).toBeNull()
  within(cleo!).getByRole('button', { name: 'Wave back (Cleo)' })
  await userEvent.click(within(cleo!).getByRole('button', { name: 'No, thank you (Cleo)' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'No more waves' }))
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  expect(server.requests.find(({ path }) => path === '/api/waves/declines')?.body).toEqual({
    waverId: CLEO.id,
  })
})
