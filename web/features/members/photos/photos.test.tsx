import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePhotoId } from '#contract/members/ownPhotos.ts'
import { ACT } from '#web/platform/api/call.ts'
import { closeTab, mila, refusal } from '#web/testing/openTab.tsx'
import { openProfile, photo, picture, shownPhotos } from '#web/testing/profiles.ts'
import { settle } from '#web/testing/turns.ts'

const PHOTOS = '/api/profile/photos'

beforeEach(() => {
  localStorage.clear()
  Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL() {} })
})
afterEach(closeTab)

async function pick(...files: File[]) {
  await screen.findByRole('button', { name: 'Choose photos' })
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')!
  await userEvent.upload(input, files, { applyAccept: false })
}
const button = (name: string) => screen.getByRole('button', { name })
const said = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ')

test('several photos at once go to the club, two at a time, each with how far it is', async () => {
  const waiting: (() => void)[] = []
  const { server, keep } = await openProfile()
  server.answers[PHOTOS] = (request) =>
    new Promise((resolve) => waiting.push(() => resolve(keep[PHOTOS]!(request))))
  await pick(
    picture('a.jpg'),
    picture('b.png', { type: 'image/png' }),
    picture('c.webp', { type: 'image/webp' }),
  )
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', {
    name: 'Uploading a.jpg',
  })
  expect(bar.value).toBe(0.5)
  expect(screen.getAllByRole('progressbar')).toHaveLength(3)
  screen.getByText('Waiting')
  await waitFor(() => expect(server.times(PHOTOS)).toBe(2))
  await act(async () => waiting.shift()!())
  await waitFor(() => expect(server.times(PHOTOS)).toBe(3))
  for (const answer of waiting) await act(async () => answer())
  await waitFor(() => expect(shownPhotos()).toEqual([1, 2, 3]))
  expect(screen.queryByRole('progressbar')).toBeNull()
  screen.getByText('3 of 8')
})

test('a photo of more than 5 MB is not sent', async () => {
  const { server } = await openProfile()
  await pick(picture('large.jpg', { bytes: 5_242_881 }))
  await screen.findByText('File size must be less than 5MB')
  screen.getByText('Upload failed')
  expect(server.times(PHOTOS)).toBe(0)
  await pick(picture('just.jpg', { bytes: 5_242_880 }))
  await waitFor(() => expect(shownPhotos()).toEqual([1]))
})

test.each([
  ['another type', new File(['GIF89a'], 'cat.gif', { type: 'image/gif' })],
  ['a picture by name only', new File(['<script>'], 'cat.jpg', { type: 'image/jpeg' })],
  ['a document', new File(['%PDF-1.7'], 'cat.jpg', { type: 'image/jpeg' })],
])('%s is not sent', async (_, file) => {
  const { server } = await openProfile()
  await pick(file)
  await screen.findByText('Only JPEG, PNG, and WebP images are allowed')
  screen.getByText('Upload failed')
  expect(server.times(PHOTOS)).toBe(0)
})

test.each([
  ['a.jpg', 'image/jpg'],
  ['a.jpg', 'image/pjpeg'],
  ['a.jfif', ''],
  ['IMG_2024', 'application/octet-stream'],
  ['a.gif', 'image/gif'],
])('a JPEG called %s of type "%s" is one by its first bytes', async (name, type) => {
  await openProfile()
  await pick(new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], name, { type }))
  await waitFor(() => expect(shownPhotos()).toEqual([1]))
})

test('a picture of a phone’s own kind is not sent, and the way out is said', async () => {
  const { server } = await openProfile()
  const heic = new File(['\0\0\0\x18ftypheic'], 'IMG_1.jpg', { type: 'image/jpeg' })
  await pick(heic)
  await screen.findByText(/HEIC picture.*Save it as JPEG/)
  expect(server.times(PHOTOS)).toBe(0)
})

test.each([
  ['too_large', 'Upload failed', 'File size must be less than 5MB'],
  ['wrong_file_type', 'Upload failed', 'Only JPEG, PNG, and WebP images are allowed'],
  ['unreadable_image', 'Upload failed', 'This file cannot be read as a picture.'],
  ['too_many_pixels', 'Upload failed', '40 million pixels, or more than 10,000 in one direction.'],
  ['moving_picture', 'Upload failed', 'This picture moves.'],
  ['photo_limit_reached', 'Photo limit reached', 'You have 8 photos already.'],
])('the refusal %s of the club is said in the same words', async (code, title, words) => {
  await openProfile({ answers: { [PHOTOS]: () => refusal(code) } })
  await pick(picture('a.jpg'))
  await screen.findByText(title)
  await screen.findByText(words, { exact: false })
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

test('the ninth photo is refused; those for which there is room are taken', async () => {
  const { server } = await openProfile({ photos: [1, 2, 3, 4, 5, 6, 7] })
  await pick(picture('a.jpg'), picture('b.jpg'))
  const told = await screen.findByText('Photo limit reached')
  await waitFor(() => expect(shownPhotos()).toHaveLength(8))
  expect(server.times(PHOTOS)).toBe(1)
  const picker = vi.spyOn(HTMLInputElement.prototype, 'click')
  await userEvent.click(button('Choose photos'))
  // the same once more is told anew
  await waitFor(() => expect(told.isConnected).toBe(false))
  screen.getByText('Photo limit reached')
  expect(picker).not.toHaveBeenCalled()
})

test('a photo whose line broke stays, and can be sent again or dropped', async () => {
  const { server, keep } = await openProfile({
    answers: { [PHOTOS]: () => Promise.reject(new Error('no line')) },
  })
  await pick(picture('a.jpg'), picture('b.jpg'))
  await waitFor(() => expect(screen.getAllByText('Did not arrive')).toHaveLength(2))
  server.answers[PHOTOS] = keep[PHOTOS]!
  await userEvent.click(button('Try again: a.jpg'))
  await waitFor(() => expect(shownPhotos()).toEqual([1]))
  await userEvent.click(button('Do not upload b.jpg'))
  expect(screen.queryByText('Did not arrive')).toBeNull()
})

/** As a club that takes each photo once and whose answers are lost on the way. */
function lose({ server, profile }: Awaited<ReturnType<typeof openProfile>>) {
  const came: string[] = []
  const take = (sentId: string) => {
    came.push(sentId)
    const photoId = makePhotoId(sentId, photo(7))
    if (!profile.photos.includes(photoId)) profile.photos.push(photoId)
    return { photoId, photos: profile.photos }
  }
  server.answers[PHOTOS] = ({ sentId = '' }) => {
    take(sentId)
    return Promise.reject(new Error('no line'))
  }
  return { came, take }
}
const tiles = () => document.querySelectorAll('li[data-photo]')

test('a photo that arrived although its answer was lost is there once, by itself', async () => {
  const tab = await openProfile({ photos: [1] })
  lose(tab)
  await pick(picture('a.jpg'))
  await waitFor(() => expect(tiles()).toHaveLength(2))
  await waitFor(() => expect(screen.queryByText('Did not arrive')).toBeNull())
  screen.getByText('2 of 8')
})

test('a tile that goes by itself takes no focus along', async () => {
  const tab = await openProfile()
  lose(tab)
  const read = tab.server.answers['/api/profile']!
  await screen.findByRole('button', { name: 'Choose photos' })
  tab.server.answers['/api/profile'] = () => Promise.reject(new Error('no line'))
  await pick(picture('a.jpg'))
  await screen.findByText('Did not arrive')
  button('Do not upload a.jpg').focus()
  // the answer to the next one says that there may be more than is shown
  tab.server.answers['/api/profile'] = read
  tab.server.answers[PHOTOS] = ({ sentId = '' }) => {
    const photoId = makePhotoId(sentId, photo(8))
    tab.profile.photos.push(photoId)
    return Response.json({ photoId, photos: tab.profile.photos })
  }
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [picture('b.jpg')] } })
  await waitFor(() => expect(screen.queryByText('Did not arrive')).toBeNull())
  await waitFor(() => expect(tiles()).toHaveLength(2))
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

test('a photo sent again after a lost answer goes under the id it had, and is there once', async () => {
  const tab = await openProfile()
  const { server, profile } = tab
  const { came, take } = lose(tab)
  const read = server.answers['/api/profile']!
  await screen.findByRole('button', { name: 'Choose photos' })
  server.answers['/api/profile'] = () => Promise.reject(new Error('no line'))
  await pick(picture('a.jpg'))
  await screen.findByText('Did not arrive')
  server.answers['/api/profile'] = read
  server.answers[PHOTOS] = ({ sentId = '' }) => Response.json(take(sentId))
  await userEvent.click(button('Try again: a.jpg'))
  await waitFor(() => expect(tiles()).toHaveLength(1))
  expect(screen.queryByText('Did not arrive')).toBeNull()
  expect(profile.photos).toHaveLength(1)
  expect(came).toEqual([came[0], came[0]])
  // the next one, be it the same file, is another
  await pick(picture('a.jpg'))
  await waitFor(() => expect(tiles()).toHaveLength(2))
  expect(new Set(came).size).toBe(2)
})

test('a photo that arrived and was removed elsewhere does not come back, and that is said', async () => {
  const { server } = await openProfile({
    answers: { [PHOTOS]: () => Promise.reject(new Error('no line')) },
  })
  await pick(picture('a.jpg'))
  await screen.findByText('Did not arrive')
  server.answers[PHOTOS] = () => refusal('PGRST116', {}, 404)
  await userEvent.click(button('Try again: a.jpg'))
  await screen.findByText(/This photo had arrived and has been removed since then/)
  await waitFor(() => expect(screen.queryByText('Did not arrive')).toBeNull())
  expect(tiles()).toHaveLength(0)
})

test('a photo for which the club has no time just now is sent again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    const { server, keep } = await openProfile()
    const answers = [1, 2].map((retryAfter) => () => refusal('unavailable', { retryAfter }, 503))
    server.answers[PHOTOS] = (request) => (answers.shift() ?? keep[PHOTOS]!)(request)
    await pick(picture('a.jpg'))
    await waitFor(() => expect(server.times(PHOTOS)).toBe(1))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await waitFor(() => expect(server.times(PHOTOS)).toBe(2))
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    await waitFor(() => expect(shownPhotos()).toEqual([1]))
    expect(screen.queryByText('Upload failed')).toBeNull()

    // in the end the member is told, and one who gives up sooner is not asked again
    server.answers[PHOTOS] = () => refusal('unavailable', { retryAfter: 1 }, 503)
    await pick(picture('b.jpg'))
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    await screen.findByText('Did not arrive')
    expect(server.times(PHOTOS)).toBe(8)
    await userEvent.click(button('Try again: b.jpg'))
    await userEvent.click(button('Do not upload b.jpg'))
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(server.times(PHOTOS)).toBe(9)
  } finally {
    vi.useRealTimers()
  }
})

test('a photo that waits while another signs in is sent for nobody, and nobody is told of it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    const { server } = await openProfile()
    server.answers[PHOTOS] = () => refusal('unavailable', { retryAfter: 1 }, 503)
    await pick(picture('a.jpg'))
    await waitFor(() => expect(server.times(PHOTOS)).toBe(1))
    const cleo = { userId: '018f0000-0000-7000-8000-00000000000c', username: 'Cleo' }
    server.session = { ...mila, ...cleo }
    // as another tab leaves it, which this one has slept through
    const note = { userId: cleo.userId, expiresAt: mila.expiresAt, event: 'signed_in' }
    localStorage.setItem('parlour.session', JSON.stringify(note))
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(server.times(PHOTOS)).toBe(1)
    expect(screen.queryByText('Upload failed')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('a photo that was taken counts as an act', async () => {
  const heard = vi.fn()
  window.addEventListener(ACT, heard)
  await openProfile()
  await pick(picture('a.jpg'))
  await waitFor(() => expect(shownPhotos()).toEqual([1]))
  window.removeEventListener(ACT, heard)
  expect(heard).toHaveBeenCalledOnce()
})

test('photos dropped on the screen are taken, and the browser does not open them', async () => {
  await openProfile()
  await screen.findByRole('button', { name: 'Choose photos' })
  const dataTransfer = { types: ['Files'], files: [picture('a.jpg')], dropEffect: 'none' }
  fireEvent.dragOver(document.body, { dataTransfer })
  await screen.findByText('Let go to add')
  expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false)
  await waitFor(() => expect(shownPhotos()).toEqual([1]))
})

test('photos dropped without the consent they take stay, and the button says why it is held', async () => {
  const { server } = await openProfile({ session: { ...mila, hasContentConsent: false } })
  const choose = await screen.findByRole('button', { name: 'Choose photos' })
  expect(screen.queryByText(/Or drop pictures here/)).toBeNull()
  const dataTransfer = { types: ['Files'], files: [picture('a.jpg')], dropEffect: 'none' }
  fireEvent.dragOver(document.body, { dataTransfer })
  expect(screen.queryByText('Let go to add')).toBeNull()
  expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false)
  expect(document.activeElement).toBe(choose)
  expect(choose.getAttribute('aria-describedby')).toBe('photos-held')
  await settle()
  expect(server.times(PHOTOS)).toBe(0)
})

test('the first photo is the portrait; the order changes by keyboard, is told, and keeps the focus', async () => {
  const { profile } = await openProfile({ photos: [1, 2, 3] })
  const right = await screen.findByRole('button', { name: 'Move photo 1 right' })
  const portrait = () => screen.getByText('Portrait').closest('li')?.getAttribute('data-photo')
  expect(portrait()).toBe(photo(1))
  right.focus()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(shownPhotos()).toEqual([2, 3, 1])
  expect(said()).toContain('The photo is now number 3 of 3.')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move photo 3 right')
  expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true')
  await waitFor(() => expect(profile.photos).toEqual([2, 3, 1].map(photo)))

  button('Move photo 2 left').focus()
  await userEvent.keyboard(' ')
  expect(shownPhotos()).toEqual([3, 2, 1])
  expect(said()).toContain('The photo is now your portrait.')
  expect(portrait()).toBe(photo(3))
})

test('an order that could not be kept goes back to what the club has', async () => {
  await openProfile({ photos: [1, 2], answers: { [PHOTOS]: () => refusal('unavailable') } })
  await userEvent.click(await screen.findByRole('button', { name: 'Move photo 1 right' }))
  await screen.findByText('Failed to save profile')
  await waitFor(() => expect(shownPhotos()).toEqual([1, 2]))
})

test('a photo is drawn to its place by the mouse; Escape lets it be', async () => {
  const { profile } = await openProfile({ photos: [1, 2, 3] })
  const tileOf = (number: number) => document.querySelector(`[data-photo="${photo(number)}"]`)!
  await screen.findByRole('button', { name: 'Move photo 1 right' })
  HTMLElement.prototype.setPointerCapture = () => {}
  const draw = async (from: number, to: number) => {
    // the other makes way, and is no longer under it
    const under = [tileOf(to)]
    document.elementsFromPoint = () => [tileOf(from), ...under.splice(0)]
    const picture = tileOf(from).querySelector('img')!
    const move = (clientX: number) =>
      fireEvent(picture, new PointerEvent('pointermove', { bubbles: true, buttons: 1, clientX }))
    fireEvent(picture, new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
    move(4)
    expect(document.querySelector('[data-dragged]')).toBeNull()
    move(40)
    await waitFor(() => expect(tileOf(from).hasAttribute('data-dragged')).toBe(true))
    move(60)
  }
  await draw(3, 1)
  fireEvent(tileOf(3), new PointerEvent('pointerup', { bubbles: true }))
  await waitFor(() => expect(profile.photos).toEqual([3, 1, 2].map(photo)))
  expect(shownPhotos()).toEqual([3, 1, 2])
  await draw(2, 3)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(shownPhotos()).toEqual([3, 1, 2]))
})

test('a photo is removed after a question, and the focus goes on to the next', async () => {
  const { profile } = await openProfile({ photos: [1, 2, 3] })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove photo 2' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }))
  expect(shownPhotos()).toEqual([1, 2, 3])
  await userEvent.click(button('Remove photo 2'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this photo?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(shownPhotos()).toEqual([1, 3]))
  expect(profile.photos).toEqual([1, 3].map(photo))
  expect(said()).toContain('Photo removed, 2 of 8.')
  await waitFor(() =>
    expect(document.activeElement?.closest('[data-photo]')?.getAttribute('data-photo')).toBe(
      photo(3),
    ),
  )
})

test('writing on while a photo is being removed keeps the focus', async () => {
  const { server, profile } = await openProfile({ photos: [1, 2, 3] })
  const path = `${PHOTOS}/${photo(2)}`
  const remove = server.answers[path]!
  let answer = () => {}
  server.answers[path] = (request) =>
    new Promise((resolve) => (answer = () => resolve(remove(request))))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove photo 2' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this photo?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const bio = screen.getByRole('textbox', { name: 'Bio (optional)' })
  await userEvent.type(bio, 'Dances ')
  act(answer)
  await waitFor(() => expect(said()).toContain('Photo removed, 2 of 8.'))
  expect(profile.photos).toEqual([1, 3].map(photo))
  expect(document.activeElement).toBe(bio)
})

test('a photo that could not be removed is still there', async () => {
  await openProfile({
    photos: [1],
    answers: { [`${PHOTOS}/${photo(1)}`]: () => refusal('unavailable') },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove photo 1' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await screen.findByText('Delete failed')
  expect(shownPhotos()).toEqual([1])
})

test('leaving while photos are being sent asks first', async () => {
  await openProfile({ answers: { [PHOTOS]: () => new Promise(() => {}) } })
  await pick(picture('a.jpg'))
  await screen.findByRole('progressbar')
  await userEvent.click(screen.getByRole('link', { name: 'Back to the rooms' }))
  await screen.findByRole('dialog', { name: 'Leave while uploading?' })
})
