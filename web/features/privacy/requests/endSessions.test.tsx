import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { settle } from '#web/testing/turns.ts'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const ben = {
  id: '018f0000-0000-7000-8000-00000000000b',
  username: 'Ben',
  city: null,
  bio: null,
  isVerified: true,
  role: null,
  memberSince: '2026-03',
  photos: [],
}
const END = `/api/admin/members/${ben.id}/sessions/end`
const BUTTON = { name: 'Log this member out everywhere' }

/** The page of a member, before a club that wants a proof first and then ends so many sessions. */
async function openMember(
  ended = 0,
  { isAdmin = true, id = ben.id, language = 'en' as const } = {},
) {
  let isProved = false
  const tab = await openTab(`/member/${id}`, {
    session: { ...mila, isAdmin },
    language,
    answers: {
      [`/api/members/${id}`]: () => Response.json({ ...ben, id }),
      [END]: () => (isProved ? Response.json({ ended }) : refusal('proof_needed', {}, 403)),
      '/api/auth/proof': () => {
        isProved = true
        return Response.json({ until: '2026-11-21T12:10:00.000Z' })
      },
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Ben' })
  return tab
}

const prove = async () => {
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Please confirm that it is you' }),
  )
  await userEvent.type(await dialog.findByLabelText('Password'), 'correct horse{Enter}')
}
const confirm = async () => {
  await userEvent.click(await screen.findByRole('button', BUTTON))
  const asking = within(await screen.findByRole('dialog', { name: 'Log Ben out everywhere?' }))
  asking.getByText(/The audit log says who did it/)
  return asking
}

test('an admin logs a member out everywhere, after one more look and a proof, and hears how often', async () => {
  const { server } = await openMember(3)
  await userEvent.click((await confirm()).getByRole('button', { name: 'Log out' }))
  expect(server.times(END)).toBe(1)
  await prove()
  await screen.findByText('3 sessions of Ben have ended.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.times(END)).toBe(2)
  expect(server.requests.findLast(({ path }) => path === END)?.method).toBe('POST')
})

test.each([
  [1, '1 session of Ben has ended.'],
  [0, 'Ben was logged in nowhere.'],
])('that %i sessions ended is said in words', async (ended, words) => {
  await openMember(ended)
  await userEvent.click((await confirm()).getByRole('button', { name: 'Log out' }))
  await prove()
  await screen.findByText(words)
})

test('without a proof of identity, or after a second thought, nothing is ended', async () => {
  const { server } = await openMember(3)
  const asking = await confirm()
  await userEvent.click(asking.getByRole('button', { name: 'Log out' }))
  const proof = await screen.findByRole('dialog', { name: 'Please confirm that it is you' })
  await within(proof).findByLabelText('Password')
  await userEvent.click(within(proof).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  await userEvent.click(asking.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(/have ended/)).toBeNull()
  expect(server.times(END)).toBe(1)
})

test('what was refused is told where it was asked for', async () => {
  const { server } = await openMember()
  server.answers[END] = () => refusal('unavailable', {}, 503)
  const asking = await confirm()
  await userEvent.click(asking.getByRole('button', { name: 'Log out' }))
  await asking.findByRole('alert')
  server.answers[END] = () => Response.json({ ended: 2 })
  await userEvent.click(asking.getByRole('button', { name: 'Log out' }))
  await screen.findByText('2 sessions of Ben have ended.')
})

test.each([
  ['member of another', { isAdmin: false }],
  ['admin on their own page', { id: mila.userId }],
])('the page offers it to no %s', async (_, more) => {
  // what an admin gets comes a moment later, and by then would have come here as well
  await openMember()
  await screen.findByRole('button', BUTTON)
  closeTab()
  await openMember(0, more)
  await settle()
  expect(screen.queryByRole('button', BUTTON)).toBeNull()
})
