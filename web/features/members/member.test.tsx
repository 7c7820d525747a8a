import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { StaffRole } from '#contract/roles.ts'
import { photoPath } from '#web/platform/api/photoPath.ts'
import { preloadScreens } from '#web/routes.tsx'
import { closeTab, done, mila, openTab, otherTabSays, refusal } from '#web/testing/openTab.tsx'
import { photo } from '#web/testing/profiles.ts'
import { TestStream } from '#web/testing/stream.ts'
import { settle } from '#web/testing/turns.ts'

afterEach(() => (closeTab(), localStorage.clear()))

const ben = {
  id: '018f0000-0000-7000-8000-00000000000b',
  username: 'Ben',
  city: 'Köln' as string | null,
  bio: 'Kocht gern.' as string | null,
  isVerified: true,
  role: null as StaffRole | null,
  memberSince: '2026-03',
  photos: [1, 2, 3].map(photo),
}

type Answers = NonNullable<NonNullable<Parameters<typeof openTab>[1]>['answers']>
type Shown = Partial<typeof ben> & { language?: 'en' | 'mul'; answers?: Answers }

async function openMember({ language = 'en', answers = {}, ...more }: Shown = {}) {
  const member = { ...ben, ...more }
  const tab = await openTab(`/member/${member.id}`, {
    session: mila,
    language,
    stream: TestStream,
    answers: { [`/api/members/${member.id}`]: () => Response.json(member), ...answers },
  })
  await screen.findAllByRole('article')
  return tab
}

test('a member shows what they chose to, since which month they are here, and that they are verified', async () => {
  await openMember()
  screen.getByRole('heading', { level: 1, name: 'Ben' })
  for (const words of ['Köln', 'Kocht gern.', 'Verified', 'Member since March 2026'])
    screen.getByText(words)
  const large = screen.getByRole('article').querySelector('img')
  expect(large?.getAttribute('src')).toBe(photoPath(ben.id, photo(1), '1280'))
  // the first is the portrait itself
  expect(screen.getByRole('list', { name: 'Photos of Ben' }).children).toHaveLength(2)
  expect(document.title).toBe('Ben · Parlour')
})

test('the badge is the German word of the club in the mixture, and nobody else has it', async () => {
  await openMember({ language: 'mul' })
  expect(screen.getByText('Verifiziert').lang).toBe('de')
  closeTab()
  await openMember({ isVerified: false })
  expect(screen.queryByText('Verified')).toBeNull()
})

test('who works for the club is known by a badge', async () => {
  await openMember({ role: 'admin' })
  screen.getByText('Admin')
  closeTab()
  await openMember({ role: 'moderator' })
  screen.getByText('Moderator')
})

test('without a photo the initial stands, always in the same colour; with a broken one too', async () => {
  await openMember({ photos: [], city: null, bio: null })
  const monogram = screen.getByText('B')
  expect(monogram.getAttribute('aria-hidden')).toBe('true')
  const hue = monogram.style.getPropertyValue('--hue')
  expect(hue).toBe(String((0xb % 12) * 30 + 15))
  expect(screen.queryByRole('list', { name: 'Photos of Ben' })).toBeNull()
  closeTab()
  await openMember()
  fireEvent.error(screen.getByRole('article').querySelector('img')!)
  expect(screen.getByText('B').style.getPropertyValue('--hue')).toBe(hue)
})

test('photos are looked at large, and the arrow keys lead through them', async () => {
  await openMember()
  await userEvent.click(screen.getByRole('button', { name: 'Look at photo 2 of 3' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ben' }))
  const shown = () => dialog.getByRole('img').getAttribute('src')
  expect(shown()).toBe(photoPath(ben.id, photo(2), '1280'))
  for (const [key, number] of [
    ['{ArrowRight}', 3],
    ['{ArrowRight}', 3],
    ['{Home}', 1],
    ['{ArrowLeft}', 1],
    ['{End}', 3],
  ] as const) {
    await userEvent.keyboard(key)
    expect(shown()).toBe(photoPath(ben.id, photo(number), '1280'))
    dialog.getByText(`Photo ${number} of 3`)
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Previous photo' }))
  expect(shown()).toBe(photoPath(ben.id, photo(2), '1280'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each(['PGRST116', 'invalid_input'])(
  'nobody there (%s) is said kindly, with the way to the rooms',
  async (code) => {
    await openTab('/member/nobody', {
      session: mila,
      language: 'en',
      answers: { '/api/members/nobody': () => refusal(code, {}, 404) },
    })
    await screen.findByText('This member is not here any more')
    expect(screen.getByRole('link', { name: 'To the rooms' }).getAttribute('href')).toBe('/rooms')
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('who is gone meanwhile is not shown any longer', async () => {
  const { server } = await openMember()
  server.answers[`/api/members/${ben.id}`] = () => refusal('PGRST116', {}, 404)
  act(() => TestStream.current.bring({ type: 'ready', userId: mila.userId, rooms: [], tables: [] }))
  await screen.findByText('This member is not here any more')
  expect(screen.queryByRole('article')).toBeNull()
  expect(document.title).not.toContain('Ben')
})

test('blocking a member leads away, also when the profile is gone before the answer', async () => {
  const { server, at } = await openMember()
  const blocked = Promise.withResolvers<Response>()
  server.answers[`/api/blocks/${ben.id}`] = () => blocked.promise
  server.answers[`/api/members/${ben.id}`] = () => refusal('PGRST116', {}, 404)
  await userEvent.click(screen.getByRole('button', { name: 'More about Ben' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Block Ben' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
  act(() => TestStream.current.bring({ type: 'ready', userId: mila.userId, rooms: [], tables: [] }))
  await screen.findByText('This member is not here any more')
  blocked.resolve(done())
  await waitFor(() => expect(at()).toBe('/rooms'))
})

test('whoever went elsewhere while a block was on its way is not led away from there', async () => {
  const { server, at } = await openMember()
  const blocked = Promise.withResolvers<Response>()
  server.answers[`/api/blocks/${ben.id}`] = () => blocked.promise
  await userEvent.click(screen.getByRole('button', { name: 'More about Ben' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Block Ben' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
  fireEvent.click(document.querySelector('a[href="/tables"]')!)
  await waitFor(() => expect(at()).toBe('/tables'))
  blocked.resolve(done())
  await screen.findByRole('group', { name: 'Ben is blocked' })
  // where they would be led is on its way no longer
  await preloadScreens('/rooms')
  await settle()
  expect(at()).toBe('/tables')
})

test('what became of a block is not told to somebody who signed in meanwhile', async () => {
  const { server } = await openMember()
  const blocked = Promise.withResolvers<Response>()
  server.answers[`/api/blocks/${ben.id}`] = () => blocked.promise
  await userEvent.click(screen.getByRole('button', { name: 'More about Ben' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Block Ben' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
  server.session = { ...mila, userId: '018f0000-0000-7000-8000-00000000000c', username: 'Cleo' }
  otherTabSays('signed_in', server.session.userId)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  blocked.resolve(done())
  await settle()
  expect(screen.queryByText('Ben is blocked')).toBeNull()
})

test('the question of a block stays until it is known whether it is one', async () => {
  const { server } = await openMember()
  const late = Promise.withResolvers<Response>()
  server.answers[`/api/blocks/${ben.id}`] = () => late.promise
  await userEvent.click(screen.getByRole('button', { name: 'More about Ben' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Block Ben' }))
  const asking = within(await screen.findByRole('dialog', { name: 'Block Ben?' }))
  await userEvent.click(asking.getByRole('button', { name: 'Block' }))
  await userEvent.keyboard('{Escape}')
  late.resolve(refusal('unavailable', {}, 503))
  await asking.findByRole('alert')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a page that could not be loaded can be asked for again', async () => {
  const { server } = await openTab(`/member/${ben.id}`, {
    session: mila,
    language: 'en',
    answers: { [`/api/members/${ben.id}`]: () => refusal('unavailable', {}, 503) },
  })
  await screen.findAllByText('Error loading profile')
  server.answers[`/api/members/${ben.id}`] = () => Response.json(ben)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Ben' })
})

const together = (answers: object[]) => ({
  [`/api/members/${mila.userId}/together`]: () =>
    Response.json({ answers, posts: [], rooms: [], between: null }),
})

test('one’s own page says that others see it so, and in dots what could still stand there', async () => {
  await openMember({ id: mila.userId, photos: [], bio: null, answers: together([]) })
  screen.getByText('How others see you')
  const edit = screen.getByRole('link', { name: 'Edit your profile' })
  expect(edit.getAttribute('href')).toBe('/profile')
  await screen.findByRole('link', { name: /^Answer a question/ })
  const pieces = within(screen.getByRole('list', { name: 'What could still stand here' }))
  const ways = pieces.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toEqual(['/profile', '/profile', '/rooms'])
  closeTab()

  const answer = {
    question: { de: 'Was trinkst du?', en: 'What are you drinking?' },
    room: { slug: 'lounge', name: 'Lounge' },
    post: { id: ben.id, number: 3, text: 'Tea.', createdAt: '2026-11-20T18:05:00.000Z' },
  }
  await openMember({ id: mila.userId, answers: together([answer]) })
  await screen.findByText('Tea.')
  expect(screen.queryByRole('list', { name: 'What could still stand here' })).toBeNull()
  closeTab()
  await openMember()
  expect(screen.queryByText('How others see you')).toBeNull()
})

test('a profile is reported from the menu of its page, and the focus comes back to it', async () => {
  const { server } = await openMember()
  const reports: unknown[] = []
  server.answers['/api/reports'] = ({ body }) => {
    reports.push(body)
    return refusal('unavailable', {}, 503)
  }
  const menu = screen.getByRole('button', { name: 'More about Ben' })
  await userEvent.click(menu)
  await userEvent.click(await screen.findByRole('button', { name: 'Report' }))
  const asking = within(await screen.findByRole('dialog', { name: /^Report/ }))
  await userEvent.click((await asking.findAllByRole('radio'))[0]!)
  await userEvent.click(asking.getByRole('button', { name: /^(Send|Report)/ }))
  await waitFor(() => expect(reports).toHaveLength(1))
  expect(reports[0]).toMatchObject({ target: { kind: 'profile', id: ben.id } })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(menu))
})

test('a member who opened as many profiles as a day has is told when there are more', async () => {
  await openTab(`/member/${ben.id}`, {
    session: mila,
    language: 'en',
    answers: {
      [`/api/members/${ben.id}`]: () => refusal('too_many_attempts', { retryAfter: 7_201 }, 429),
    },
  })
  await screen.findByText('Enough profiles for now')
  screen.getByText(/300 different profiles.*in 3 hours/)
  screen.getByRole('link', { name: 'To the rooms' })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
