import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { TogetherAnswer } from './Together.tsx'
import { readDraft, writeDraft } from '#web/platform/session/drafts.ts'
import { closeTab, mila, openTab } from '#web/testing/openTab.tsx'

afterEach(() => (closeTab(), localStorage.clear()))

const ben = {
  id: '018f0000-0000-7000-8000-00000000000b',
  username: 'Ben',
  city: null,
  bio: null,
  isVerified: false,
  role: null,
  memberSince: '2026-03',
  photos: [],
}
const lounge = { slug: 'lounge', name: 'Lounge' }
const salon = { slug: 'salon', name: 'Salon' }
const said = (number: number, text: string) => ({
  room: lounge,
  post: {
    id: `018f0000-0000-7000-8000-00000000003${number}`,
    number,
    text,
    createdAt: '2026-11-20T18:05:00.000Z',
  },
})
const all: TogetherAnswer = {
  answers: [{ ...said(3, 'a lamp'), question: { de: 'Was leuchtet?', en: 'What glows?' } }],
  posts: [said(4, 'good evening')],
  rooms: [
    { ...lounge, icon: 'glass' },
    { ...salon, icon: 'moon' },
  ],
  between: {
    wavedAt: '2026-11-19T18:05:00.000Z',
    wavedBackAt: '2026-11-18T18:05:00.000Z',
    replies: 4,
  },
}

async function openMember(together: Partial<TogetherAnswer> = {}, member: object = {}) {
  const shown = { ...ben, ...member }
  const tab = await openTab(`/member/${shown.id}`, {
    session: mila,
    language: 'en',
    answers: {
      [`/api/members/${shown.id}`]: () => Response.json(shown),
      [`/api/members/${shown.id}/together`]: () => Response.json({ ...all, ...together }),
    },
  })
  await screen.findByRole('heading', { level: 2, name: 'Said lately' })
  return tab
}
const section = (name: string) => within(screen.getByRole('region', { name }))

test('a member’s page says what they said where both are, and what was between the two', async () => {
  await openMember()
  const answers = section('On the icebreaker')
  answers.getByText('What glows?')
  expect(answers.getByRole('link', { name: 'a lamp' }).getAttribute('href')).toBe(
    '/room/lounge#post-3',
  )
  expect(
    section('Said lately').getByRole('link', { name: 'good evening' }).getAttribute('href'),
  ).toBe('/room/lounge#post-4')
  section('You two').getByText(
    (_, one) =>
      one?.tagName === 'P' &&
      one.textContent === 'You waved at each other (19 November) · 4 replies back and forth',
  )
  expect(section('Rooms you share').getByRole('link', { name: 'Salon' }).getAttribute('href')).toBe(
    '/room/salon',
  )
})

test('who waved is waved back at; between strangers nothing is said', async () => {
  await openMember({ between: { wavedAt: null, wavedBackAt: all.between!.wavedAt, replies: 0 } })
  screen.getByRole('button', { name: 'Wave back (Ben)' })
  section('You two').getByText(/^Ben waved at you \(19 November/)
  closeTab()
  await openMember({
    between: { wavedAt: null, wavedBackAt: null, replies: 0 },
    rooms: [],
    posts: [],
    answers: [],
  })
  screen.getByRole('button', { name: 'Wave (Ben)' })
  expect(screen.queryByRole('region', { name: 'You two' })).toBeNull()
  screen.getByText('You have no room in common yet.')
  expect(screen.queryByRole('button', { name: /^Write to them/ })).toBeNull()
})

test('saying something leads to a room both are in, with their name in what one writes there', async () => {
  const { at } = await openMember()
  await userEvent.click(screen.getByRole('button', { name: 'Write to them in a room' }))
  await userEvent.click(screen.getByRole('button', { name: 'In “Salon”' }))
  await waitFor(() => expect(at()).toBe('/room/salon'))
  expect(readDraft(mila.userId, 'salon')).toBe('@Ben ')
  closeTab()
  writeDraft(mila.userId, 'lounge', 'so, as I said')
  await openMember({ rooms: all.rooms.slice(0, 1) })
  await userEvent.click(screen.getByRole('button', { name: /^Write to them in “Lounge”$/i }))
  expect(readDraft(mila.userId, 'lounge')).toBe('@Ben so, as I said')
})

test('of oneself it is what others read, without a hello to oneself', async () => {
  await openMember({ between: null }, { id: mila.userId, username: 'Mila' })
  screen.getByRole('region', { name: 'Your rooms' })
  expect(screen.queryByRole('button', { name: /^Wave/ })).toBeNull()
})
