import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { closeTab, mila, openTab, otherTabSays, refusal } from '#web/testing/openTab.tsx'
import { openProfile } from '#web/testing/profiles.ts'
import { settle } from '#web/testing/turns.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(closeTab)

const PROFILE = '/api/profile'
const username = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Username' })
const bio = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Bio (optional)' })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const back = () => screen.getByRole('link', { name: 'Back to the rooms' })
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('parlour.draft'))

test('a member sees what others know of them, where their verification stands, and the ways on', async () => {
  await openProfile()
  expect((await username()).value).toBe('Mila')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'City (optional)' }).value).toBe(
    'Köln',
  )
  expect(back().getAttribute('href')).toBe('/rooms')
  const see = screen.getByRole('link', { name: 'See your page as others see it' })
  expect(see.getAttribute('href')).toBe(`/member/${mila.userId}`)
  const verification = within(screen.getByRole('region', { name: 'Verification' }))
  verification.getByText('Unverified')
  expect(verification.getByRole('link').getAttribute('href')).toBe('/verify')
})

test('a profile that cannot be loaded says so, and can be asked for again', async () => {
  const { server } = await openProfile({ answers: { [PROFILE]: () => refusal('unavailable') } })
  const toast = await screen.findByRole('alert')
  expect(toast.textContent).toContain('Error loading profile')
  server.answers[PROFILE] = () =>
    Response.json({ username: 'Mila', city: null, bio: null, photos: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await username()
})

test('saving keeps everything, says so, and leaves nothing unsaved', async () => {
  const { profile } = await openProfile()
  await userEvent.type(await bio(), 'Asks back.  ')
  screen.getByText('Not saved yet')
  expect(drafts()).toHaveLength(1)
  await save()
  await screen.findByText('Profile saved')
  expect(profile).toMatchObject({ username: 'Mila', city: 'Köln', bio: 'Asks back.' })
  expect(drafts()).toEqual([])
})

test('a refused save is a toast, and a taken name stands beside its field', async () => {
  const { server } = await openProfile()
  const { [PROFILE]: answer } = server.answers
  server.answers[PROFILE] = (request) =>
    request.method === 'PUT' ? refusal('23505', {}, 409) : answer!(request)
  await userEvent.type(await username(), 'x')
  await save()
  await screen.findByText('Failed to save profile')
  const input = await username()
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(input)
  expect(
    screen.getAllByText('This entry already exists. Please use a different value.').length,
  ).toBe(2)
})

test('a save that succeeds takes the errors of those before away, and no others', async () => {
  const { server } = await openProfile()
  const { [PROFILE]: answer } = server.answers
  await bio()
  server.answers[PROFILE] = () => refusal('unavailable', {}, 503)
  await userEvent.type(await bio(), 'Asks back.')
  await save()
  await screen.findByRole('group', { name: 'Failed to save profile' })
  act(() => showToast({ title: 'upload_failed' }))
  server.answers[PROFILE] = answer!
  await save()
  await screen.findByText('Profile saved')
  const failed = { name: 'Failed to save profile' }
  await waitFor(() => expect(screen.queryByRole('group', failed)).toBeNull())
  screen.getByRole('group', { name: 'Upload failed' })
})

test('username, city and bio keep their rules, and the bio counts', async () => {
  const { server } = await openProfile()
  await userEvent.clear(await username())
  const asked = server.times(PROFILE)
  await userEvent.type(await username(), ' M ')
  await userEvent.click(screen.getByRole('textbox', { name: 'City (optional)' }))
  await userEvent.paste('x'.repeat(101))
  await userEvent.click(await bio())
  await userEvent.paste('👋'.repeat(141))
  screen.getByText('141/140')
  await save()
  await screen.findByText('The username must have at least 2 characters')
  screen.getByText('The city can have at most 100 characters')
  screen.getByText('Bio must be less than 140 characters')
  expect(document.activeElement).toBe(await username())
  expect(server.times(PROFILE)).toBe(asked)
})

test('what was typed survives a reload, and can be discarded', async () => {
  await openProfile()
  await userEvent.type(await bio(), 'Half a thou')
  closeTab()
  await openProfile()
  expect((await bio()).value).toBe('Half a thou')
  screen.getByText('Your changes from last time are still here. They are not saved yet.')
  screen.getByText('11/140')
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect((await bio()).value).toBe('')
  expect(document.activeElement).toBe(await username())
  expect(drafts()).toEqual([])
})

test('what another device saved is taken over, but for the fields being written in', async () => {
  const { profile, client } = await openProfile()
  const saveElsewhere = async (changed: Partial<typeof profile>) => {
    Object.assign(profile, changed)
    await act(() => client.invalidateQueries())
  }
  const city = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'City (optional)' })
  await bio()
  await saveElsewhere({ bio: 'Written on the phone' })
  await waitFor(async () => expect((await bio()).value).toBe('Written on the phone'))
  screen.getByText('20/140')
  expect(screen.queryByText('Not saved yet')).toBeNull()

  await userEvent.type(await city(), ' Süd')
  await saveElsewhere({ username: 'Mila2', city: 'Bonn' })
  await waitFor(async () => expect((await username()).value).toBe('Mila2'))
  expect((await city()).value).toBe('Köln Süd')
  expect(document.activeElement).toBe(await city())
  screen.getByText('Not saved yet')
  await save()
  await screen.findByText('Profile saved')
  expect(profile).toMatchObject({
    username: 'Mila2',
    city: 'Köln Süd',
    bio: 'Written on the phone',
  })
})

test('a draft of one field leaves the others as another device saved them', async () => {
  await openProfile()
  await userEvent.type(await bio(), 'Half a thou')
  closeTab()
  const { profile } = await openProfile({
    answers: {
      [PROFILE]: ({ method, body }) => {
        if (method === 'PUT') Object.assign(profile, body)
        else Object.assign(profile, { city: 'Bonn' })
        return Response.json(profile)
      },
    },
  })
  await bio()
  await save()
  await screen.findByText('Profile saved')
  expect(profile).toMatchObject({ city: 'Bonn', bio: 'Half a thou' })
})

test('a save overwrites nothing that another tab saved meanwhile, and shows it', async () => {
  const { profile } = await openProfile()
  await userEvent.type(await bio(), 'Asks back.')
  Object.assign(profile, { city: 'Bonn', username: 'Mila2' })
  await save()
  await screen.findByText('Profile saved')
  expect(profile).toMatchObject({ username: 'Mila2', city: 'Bonn', bio: 'Asks back.' })
  expect((await username()).value).toBe('Mila2')
  screen.getByDisplayValue('Bonn')
  expect(screen.queryByText('Not saved yet')).toBeNull()
})

test('leaving with unsaved changes asks first, and one may stay or go', async () => {
  const { at } = await openProfile()
  await userEvent.type(await bio(), 'Half a thou')
  await userEvent.click(back())
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Stay' }))
  expect(at()).toBe('/profile')
  expect((await bio()).value).toBe('Half a thou')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(back())
  await userEvent.click(await screen.findByRole('button', { name: 'Discard and leave' }))
  await waitFor(() => expect(at()).toBe('/rooms'))
  expect(drafts()).toEqual([])
})

test('closing the tab asks only while something is unsaved', async () => {
  const { at } = await openProfile()
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  await username()
  expect(closing()).toBe(false)
  await userEvent.type(await bio(), 'x')
  expect(closing()).toBe(true)
  await userEvent.type(await bio(), '{Backspace}')
  expect(closing()).toBe(false)
  await userEvent.click(back())
  await waitFor(() => expect(at()).toBe('/rooms'))
})

test('unsaved words of the profile are asked about at log-out too', async () => {
  await openProfile()
  await userEvent.type(await bio(), 'Half a thou')
  closeTab()
  await openTab('/settings', { session: mila, language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Log Out' }))
  await screen.findByRole('dialog', { name: 'Log out and discard what you wrote?' })
})

/** Saving that is answered when the test says so. */
async function saveLate(text: string) {
  const { server, ...rest } = await openProfile()
  const { [PROFILE]: answer } = server.answers
  const late = Promise.withResolvers<void>()
  server.answers[PROFILE] = async (request) => {
    if (request.method === 'PUT') await late.promise
    return answer!(request)
  }
  await userEvent.type(await bio(), text)
  await save()
  return { server, answered: late.resolve, ...rest }
}

test('what was saved is no draft of older words for a member who left before the answer came', async () => {
  const { answered, profile } = await saveLate('Asks back.')
  await userEvent.click(back())
  await userEvent.click(await screen.findByRole('button', { name: 'Discard and leave' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Username' })).toBeNull())
  answered()
  await screen.findByText('Profile saved')
  expect(profile.bio).toBe('Asks back.')
  expect(drafts()).toEqual([])
})

test('what is saved late is shown to nobody who came into the tab meanwhile', async () => {
  const { answered, server, client } = await saveLate('Asks back.')
  const other = { ...mila, userId: '018f0000-0000-7000-8000-00000000000b', username: 'Ben' }
  server.session = other
  server.answers[PROFILE] = () => new Promise<Response>(() => {})
  act(() => otherTabSays('signed_in', other.userId))
  await waitFor(() =>
    expect(client.getQueryData<{ session: unknown }>(['/api/auth/session'])?.session).toEqual(
      other,
    ),
  )
  answered()
  await settle()
  expect(client.getQueryData([PROFILE])).toBeUndefined()
  expect(screen.queryByText('Profile saved')).toBeNull()
})
