import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COPY_CONSENT } from '#contract/verification/verification.ts'
import { standInForCanvas } from '#web/testing/canvas.ts'
import { closeTab, refusal } from '#web/testing/openTab.tsx'
import { settle } from '#web/testing/turns.ts'
import {
  choose,
  consent,
  fileNamed,
  openVerify,
  PATH,
  prepare,
  press,
} from '#web/testing/verification.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(() => (closeTab(), vi.restoreAllMocks()))

const FRONT = 'Datei für die Vorderseite'
const BACK = 'Datei für die Rückseite'
const SELFIE = 'Datei für das Selfie'
const BEN = '22222222-2222-4222-8222-222222222222'

const toast = async (words: string | RegExp) =>
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)

async function openDialog(...options: Parameters<typeof openVerify>) {
  const tab = await openVerify(...options)
  const paintings = standInForCanvas()
  await press('Dokumente hochladen')
  return { ...tab, paintings }
}
async function openFiles(...options: Parameters<typeof openVerify>) {
  const tab = await openDialog(...options)
  await consent()
  return tab
}

test('what is needed and what may go is explained before there is any picker', async () => {
  await openDialog()
  const dialog = await screen.findByRole('dialog', { name: 'Dokumente hochladen' })
  await within(dialog).findByRole('heading', { name: 'Bevor Sie etwas auswählen' })
  for (const words of [
    /Foto, Geburtsdatum und Gültigkeit.*Name ist optional/,
    /Zugangsnummer und die Seriennummer/,
    /KOPIE – nur zur Altersprüfung – Parlour/,
    /30 Tage nach einer Genehmigung, 90 Tage nach einer Ablehnung/,
  ])
    expect(within(dialog).getByText(words)).toBeTruthy()
  expect(document.querySelector('input[type=file]')).toBeNull()

  const box = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: /§ 20 PAuswG/ })
  expect(box.checked).toBe(false)
  await press('Weiter zur Auswahl')
  await toast('Validierungsfehler')
  expect(document.activeElement).toBe(box)
  expect(document.querySelector('input[type=file]')).toBeNull()
})

test.each([
  ['Datei zu groß', FRONT, () => fileNamed('gross.jpg', { bytes: 8_388_609 })],
  ['Ungültiger Dateityp', FRONT, () => new File(['GIF89a'], 'a.gif', { type: 'image/gif' })],
  ['Ungültige Bilddatei', BACK, () => fileNamed('falsch.jpg', { start: [0x4d, 0x5a, 0x90] })],
  ['Ungültiger Dateityp', SELFIE, () => fileNamed('ich.pdf')],
])('"%s" is said before anything is sent', async (title, label, file) => {
  const { server } = await openFiles()
  await choose(label, file())
  await toast(title)
  expect(server.requests.every(({ path }) => !path.startsWith(`${PATH}/files`))).toBe(true)
})

test('without dragging, the frame is made smaller and a tap puts it where it belongs', async () => {
  await openFiles()
  // jsdom lays nothing out and captures nothing
  Element.prototype.setPointerCapture = () => {}
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 1000, 600),
  )
  await choose(SELFIE, fileNamed('ich.jpg'))
  await screen.findByText(/rückt dorthin/)
  for (let time = 0; time < 10; time += 1) await press('Schmaler')
  const stage = screen.getByRole('button', { name: /^Zuschnitt: 0\s% von links/ }).parentElement!
  for (const kind of ['pointerDown', 'pointerUp'] as const)
    fireEvent[kind](stage, { button: 0, pointerId: 1, clientX: 600, clientY: 300 })
  screen.getByRole('button', { name: /^Zuschnitt: 25\s% von links.* 70\s% breit/ })
  // also where the frame is already
  const frame = screen.getByRole('button', { name: /^Zuschnitt:/ })
  for (const kind of ['pointerDown', 'pointerUp'] as const)
    fireEvent[kind](frame, { button: 0, pointerId: 1, clientX: 900, clientY: 300 })
  screen.getByRole('button', { name: /^Zuschnitt: 30\s% von links/ })
})

test('without a front and a selfie nothing is submitted', async () => {
  const { server } = await openFiles()
  await choose(BACK, fileNamed('hinten.pdf'))
  await press('Zur Prüfung einreichen')
  await toast('Fehlende Dateien')
  expect(screen.getAllByText('Diese Datei fehlt noch.')).toHaveLength(2)
  expect(server.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('boxes set and moved by keyboard are painted black over the picture before it is sent', async () => {
  const { paintings } = await openFiles()
  await choose(FRONT, fileNamed('vorn.jpg'))
  await screen.findByRole('heading', { name: 'Vorderseite bearbeiten' })
  expect(screen.getByText('Schwärzen Sie Zugangsnummer und Seriennummer')).toBeTruthy()

  await press('Feld hinzufügen')
  const box = await screen.findByRole('button', { name: /^Schwärzung 1/ })
  expect(document.activeElement).toBe(box)
  await userEvent.keyboard('{ArrowRight>3/}{Shift>}{ArrowDown}{/Shift}')
  await press('Übernehmen')
  expect((await screen.findByAltText(/^Vorschau der Vorderseite/)).getAttribute('src')).toBe(
    'blob:here',
  )
  expect(paintings).toEqual([
    { size: [1000, 600], steps: ['picture', ['#000000', 400, 273, 260, 60]] },
  ])
})

test('a turn and a crop take the black along, and every step can be taken back', async () => {
  const { paintings } = await openFiles()
  await choose(FRONT, fileNamed('vorn.png'))
  await press('Feld hinzufügen')
  await press('Um 90° drehen')
  await press('Zuschneiden')
  const frame = await screen.findByRole('button', { name: /^Zuschnitt:/ })
  frame.focus()
  await userEvent.keyboard('{Shift>}{ArrowLeft>10/}{/Shift}')
  await press('Feld hinzufügen')
  await press('Rückgängig')
  await press('Übernehmen')
  await screen.findByAltText(/^Vorschau der Vorderseite/)
  expect(paintings.at(-1)).toEqual({
    size: [540, 1000],
    steps: ['picture', ['#000000', 273, 370, 54, 260]],
  })
})

test('a box can be removed again, and what is discarded is not taken', async () => {
  const { paintings } = await openFiles()
  await choose(FRONT, fileNamed('vorn.jpg'))
  await press('Feld hinzufügen')
  await userEvent.keyboard('{Delete}')
  expect(screen.queryByRole('button', { name: /^Schwärzung/ })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Feld hinzufügen')
  await press('Verwerfen')
  await screen.findByRole('heading', { name: 'Ihre Dateien' })
  expect(screen.queryByRole('img')).toBeNull()
  expect(paintings).toEqual([])
})

test('a PDF is taken as it is, and says that it cannot be blackened here', async () => {
  await openFiles()
  await choose(FRONT, fileNamed('vorn.pdf'))
  expect(await screen.findByText(/lassen sich hier nicht schwärzen/)).toBeTruthy()
})

test('a picture the browser cannot read is an invalid one', async () => {
  await openFiles()
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
  await choose(FRONT, fileNamed('vorn.jpg'))
  await toast('Ungültige Bilddatei')
  expect(screen.getByRole('heading', { name: 'Ihre Dateien' })).toBeTruthy()
})

test('while one picture is being opened, no other takes its place', async () => {
  await openFiles()
  const decode = createImageBitmap
  const goOn = Promise.withResolvers<void>()
  vi.stubGlobal('createImageBitmap', (file: Blob) => goOn.promise.then(() => decode(file)))
  await choose(FRONT, fileNamed('vorn.jpg'))
  await choose(SELFIE, fileNamed('selfie.jpg'))
  goOn.resolve()
  await press('Übernehmen')
  await screen.findByAltText(/^Vorschau der Vorderseite/)
})

test('while they are sent, or a picture is opened, no way leads back to the consent', async () => {
  const { server } = await openFiles()
  const back = async () => {
    await press('Zurück zur Erklärung')
    screen.getByRole('heading', { name: 'Ihre Dateien' })
  }
  const decode = createImageBitmap
  const goOn = Promise.withResolvers<void>()
  vi.stubGlobal('createImageBitmap', (file: Blob) => goOn.promise.then(() => decode(file)))
  await choose(FRONT, fileNamed('vorn.jpg'))
  await screen.findByText('Das Bild wird geöffnet …')
  await back()
  // nor does it go without what is being opened
  await press('Zur Prüfung einreichen')
  expect(screen.queryByText('Fehlende Dateien')).toBeNull()
  goOn.resolve()
  await press('Übernehmen')
  await screen.findByRole('heading', { name: 'Ihre Dateien' })
  await prepare(SELFIE, fileNamed('ich.png'))

  const [answer, late] = [server.answers[PATH]!, Promise.withResolvers<void>()]
  server.answers[PATH] = async (request) => {
    if (request.method === 'POST') await late.promise
    return answer(request)
  }
  await press('Zur Prüfung einreichen')
  await back()
  late.resolve()
  await toast('Erfolgreich eingereicht')
})

test('all three sides go up one by one and are submitted together', async () => {
  const { server } = await openFiles()
  await prepare(FRONT, fileNamed('vorn.jpg'))
  await choose(BACK, fileNamed('hinten.pdf'))
  await prepare(SELFIE, fileNamed('ich.png'))
  await press('Zur Prüfung einreichen')
  await toast('Erfolgreich eingereicht')
  await toast('Ihre Dokumente wurden zur Prüfung eingereicht.')
  // the way to submit is gone, the focus is not
  const title = screen.getByRole('heading', { level: 1 })
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect(await screen.findByText('In Prüfung')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests.filter(({ method }) => method === 'POST')).toMatchObject([
    { method: 'POST', path: `${PATH}/files?side=front&type=jpeg` },
    { method: 'POST', path: `${PATH}/files?side=back&type=pdf` },
    { method: 'POST', path: `${PATH}/files?side=selfie&type=jpeg` },
    {
      method: 'POST',
      path: PATH,
      body: {
        frontId: 'front-jpeg',
        backId: 'back-pdf',
        selfieId: 'selfie-jpeg',
        consent: COPY_CONSENT,
      },
    },
  ])
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('blob')
})

test.each([
  ['upload_limit_reached', 'Upload-Limit erreicht', 'Bitte warten Sie 24 Stunden.'],
  ['too_large', 'Datei zu groß', 'Maximal 8 MB.'],
  ['wrong_file_type', 'Ungültiger Dateityp', /deren Endung zum Inhalt passt/],
  ['unreadable_image', 'Ungültige Bilddatei', /nicht als Bild lesen/],
  [
    'too_many_pixels',
    'Ungültige Bilddatei',
    /40 Millionen Pixel oder mehr als 10.000 in einer Richtung/,
  ],
  ['moving_picture', 'Ungültige Bilddatei', /bewegt sich/],
  ['invalid_input', 'Validierungsfehler', /noch da/],
  ['unavailable', 'Upload fehlgeschlagen', /kann das gerade nicht/],
  ['too_many_attempts', 'Zu viele Versuche', /Bitte warten/],
])('refused with %s, the member reads "%s" and loses nothing', async (code, title, words) => {
  const { server, state } = await openFiles()
  await prepare(FRONT, fileNamed('vorn.jpg'))
  await prepare(SELFIE, fileNamed('ich.jpg'))
  const selfie = `${PATH}/files?side=selfie&type=jpeg`
  const before = server.answers[selfie]!
  server.answers[selfie] = () => refusal(code)
  await press('Zur Prüfung einreichen')
  await toast(title)
  await toast(words)
  expect(screen.getAllByRole('img', { name: /^Vorschau/ })).toHaveLength(2)
  expect(state.verification.status).toBe('none')

  server.answers[selfie] = before
  await press('Zur Prüfung einreichen')
  await toast('Erfolgreich eingereicht')
  // what had arrived was not sent again
  expect(server.times(`${PATH}/files?side=front&type=jpeg`)).toBe(1)
})

test('nothing more of it is sent in the name of another who signed in meanwhile', async () => {
  const { server } = await openFiles()
  await prepare(FRONT, fileNamed('vorn.jpg'))
  await prepare(SELFIE, fileNamed('ich.jpg'))
  const front = `${PATH}/files?side=front&type=jpeg`
  const before = server.answers[front]!
  server.answers[front] = (asked) => {
    const ben = { userId: BEN, expiresAt: '2099-01-01T00:00:00.000Z' }
    // as another tab leaves it, which this one has not heard yet
    localStorage.setItem('parlour.session', JSON.stringify({ ...ben, event: 'signed_in' }))
    return before(asked)
  }
  await press('Zur Prüfung einreichen')
  await waitFor(() => expect(server.times(front)).toBe(1))
  await settle()
  expect(server.requests.filter(({ method }) => method === 'POST')).toMatchObject([{ path: front }])
  expect(screen.queryByText('Upload fehlgeschlagen')).toBeNull()
})

test('documents for which the club has no time just now are sent again by themselves, but under nobody else’s name', async () => {
  const { server } = await openFiles()
  await prepare(FRONT, fileNamed('vorn.jpg'))
  await prepare(SELFIE, fileNamed('ich.jpg'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    const front = `${PATH}/files?side=front&type=jpeg`
    const selfie = `${PATH}/files?side=selfie&type=jpeg`
    const before = server.answers[front]!
    const busy = () => refusal('unavailable', { retryAfter: 3 }, 503)
    const answers = [busy, busy]
    server.answers[front] = (asked) => (answers.shift() ?? before)(asked)
    server.answers[selfie] = busy
    await press('Zur Prüfung einreichen')
    await waitFor(() => expect(server.times(front)).toBe(1))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    await waitFor(() => expect(server.times(front)).toBe(3))
    await waitFor(() => expect(server.times(selfie)).toBe(1))
    expect(screen.queryByText('Upload fehlgeschlagen')).toBeNull()
    const ben = { userId: BEN, expiresAt: '2099-01-01T00:00:00.000Z' }
    localStorage.setItem('parlour.session', JSON.stringify({ ...ben, event: 'signed_in' }))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(server.times(selfie)).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['encrypted_file', /geschützt.*neues PDF.*fotografieren/],
  ['too_many_pages', /mehr als vier Seiten.*neues PDF/],
  ['active_content', /Programm oder andere Dateien.*neues PDF/],
  ['unreadable_image', /PDF lässt sich nicht lesen.*neues PDF/],
  ['too_large', /größer als 8 MB/],
  ['wrong_file_type', /deren Endung zum Inhalt passt/],
])('a PDF refused with %s says why and what helps, at its place', async (code, words) => {
  const { server } = await openFiles()
  await prepare(FRONT, fileNamed('vorn.jpg'))
  await choose(BACK, fileNamed('hinten.pdf'))
  await prepare(SELFIE, fileNamed('ich.jpg'))
  server.answers[`${PATH}/files?side=back&type=pdf`] = () => refusal(code)
  await press('Zur Prüfung einreichen')
  const place = within(await screen.findByRole('group', { name: /^Rückseite/ }))
  const told = await place.findByRole('alert')
  await waitFor(() => expect(told.textContent).toMatch(words))
  expect(told.textContent).toContain('hinten.pdf wurde nicht übernommen.')
  // until another is chosen
  await choose(BACK, fileNamed('neu.pdf'))
  await waitFor(() => expect(told.textContent).toBe(''))
})

test('a file that was refused is named at its place, until another is taken', async () => {
  await openFiles()
  await choose(FRONT, new File(['GIF89a'], 'a.gif', { type: 'image/gif' }))
  const place = within(screen.getByRole('group', { name: 'Vorderseite' }))
  const told = place.getByRole('alert')
  await waitFor(() => expect(told.textContent).toMatch(/^a\.gif wurde nicht übernommen\. Erlaubt/))
  await choose(SELFIE, fileNamed('ich.pdf'))
  expect(told.textContent).toContain('a.gif')
  await prepare(FRONT, fileNamed('vorn.jpg'))
  await waitFor(() => expect(place.queryByText(/a\.gif/)).toBeNull())
})

test('while a large picture is opened, its place says so', async () => {
  await openFiles()
  const decoded = Promise.withResolvers<object>()
  // it may be refused before it is asked for
  decoded.promise.catch(() => {})
  vi.stubGlobal('createImageBitmap', () => decoded.promise)
  await choose(FRONT, fileNamed('vorn.jpg'))
  const place = within(screen.getByRole('group', { name: 'Vorderseite' }))
  await waitFor(() =>
    expect(place.getByRole('status').textContent).toBe('Das Bild wird geöffnet …'),
  )
  decoded.reject(new Error('no picture'))
  await waitFor(() => expect(place.getByRole('alert').textContent).toContain('vorn.jpg'))
  expect(place.getByRole('status').textContent).toBe('')
})

test('a browser that hands out other pixels than were drawn sends nothing, and says what helps', async () => {
  const { server } = await openFiles()
  vi.restoreAllMocks()
  standInForCanvas({ isNoisy: true })
  await choose(FRONT, fileNamed('vorn.jpg'))
  await press('Übernehmen')
  await toast(/Ihr Browser verfälscht oder sperrt Bilder/)
  // what was drawn is still there, for when it is allowed
  expect(screen.getByRole('heading', { name: 'Vorderseite bearbeiten' })).toBeTruthy()
  await press('Verwerfen')
  const place = within(await screen.findByRole('group', { name: 'Vorderseite' }))
  expect(place.getByRole('alert').textContent).toMatch(/Canvas-Bilddaten/)
  expect(screen.queryByRole('img')).toBeNull()
  expect(server.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('a picture that is discarded while it is being made is not taken, and leaves the next one alone', async () => {
  const { paintings } = await openFiles()
  await choose(FRONT, fileNamed('vorn.jpg'))
  const { prototype } = HTMLCanvasElement
  const { toBlob } = prototype
  const made = Promise.withResolvers<void>()
  prototype.toBlob = function (...asked) {
    void made.promise.then(() => toBlob.apply(this, asked))
  }
  await press('Übernehmen')
  await press('Verwerfen')
  await choose(SELFIE, fileNamed('ich.jpg'))
  await screen.findByRole('heading', { name: 'Selfie bearbeiten' })
  made.resolve()
  // the picture, and what it is compared with
  await waitFor(() => expect(paintings.length).toBeGreaterThan(0))
  await act(async () => {})
  prototype.toBlob = toBlob
  screen.getByRole('heading', { name: 'Selfie bearbeiten' })
  await press('Verwerfen')
  await screen.findByRole('group', { name: 'Vorderseite' })
  expect(screen.queryByRole('img')).toBeNull()
})

test('a browser that gives no canvas, or nothing from it, is to blame and not the file', async () => {
  const { server } = await openFiles()
  const place = within(screen.getByRole('group', { name: 'Vorderseite' }))
  const none = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  await choose(FRONT, fileNamed('vorn.jpg'))
  await waitFor(() => expect(place.getByRole('alert').textContent).toMatch(/Canvas-Bilddaten/))
  none.mockRestore()
  standInForCanvas()
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(() => {
    throw new DOMException('no pixels for you', 'SecurityError')
  })
  await choose(FRONT, fileNamed('vorn.jpg'))
  await press('Übernehmen')
  await press('Verwerfen')
  const again = within(await screen.findByRole('group', { name: 'Vorderseite' }))
  expect(again.getByRole('alert').textContent).toMatch(/Canvas-Bilddaten/)
  expect(server.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('files the club has let go of are sent again', async () => {
  const { server } = await openFiles()
  await prepare(FRONT, fileNamed('vorn.jpg'))
  await prepare(SELFIE, fileNamed('ich.jpg'))
  const before = server.answers[PATH]!
  server.answers[PATH] = () => refusal('files_missing', {}, 422)
  await press('Zur Prüfung einreichen')
  await toast('Fehlende Dateien')
  server.answers[PATH] = before
  await press('Zur Prüfung einreichen')
  await toast('Erfolgreich eingereicht')
  expect(server.times(`${PATH}/files?side=front&type=jpeg`)).toBe(2)
})

test('a dialog closed in the middle is found again as it was', async () => {
  await openFiles()
  await prepare(SELFIE, fileNamed('ich.jpg'))
  await choose(FRONT, fileNamed('vorn.jpg'))
  await press('Feld hinzufügen')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Dokumente hochladen')
  expect(await screen.findByRole('button', { name: /^Schwärzung 1/ })).toBeTruthy()
  await press('Übernehmen')
  await waitFor(() => expect(screen.getAllByRole('img', { name: /^Vorschau/ })).toHaveLength(2))
})
