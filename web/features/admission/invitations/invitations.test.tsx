import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { showToInviter, type Invitation } from '#contract/admission/invitations.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'

afterEach(() => (closeTab(), localStorage.clear()))

const LIST = '/api/invitations'
const CODE = '0F3ZK-8Q2M-7TRB-V0XW-9HCD-E5NGP'
const URL = `https://club.example/invite#code=${CODE}`
const idOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`
const invitation = (number: number, more: Partial<Invitation> = {}): Invitation => ({
  id: idOf(number),
  state: 'open',
  email: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-12-20T10:00:00.000Z',
  guest: null,
  ...more,
})

type Book = {
  invitations: Invitation[]
  left: number
  isShownToInviter: boolean | null
  refuse: string
  /** What is made is stored, and its answer lost. */
  isLost: boolean
  sent: { method: string; path: string; body: unknown }[]
}

/** The page before a server that keeps a member's invitations. */
async function open(
  start: Partial<Book> = {},
  { language = 'en' as 'en' | 'de' | 'mul', isAdmitted = true, isLate = false } = {},
) {
  const book: Book = {
    invitations: [],
    left: 3,
    isShownToInviter: null,
    refuse: '',
    isLost: false,
    sent: [],
    ...start,
  }
  const answers: NonNullable<Parameters<typeof openTab>[1]>['answers'] = {
    [LIST]: ({ method, path, body }) => {
      const { invitations, left, isShownToInviter } = book
      // only an act is refused for what one has used up
      if (book.refuse && (method !== 'GET' || book.refuse === 'unavailable'))
        return refusal(book.refuse, {}, 409)
      if (method === 'GET') return Response.json({ invitations, left, isShownToInviter })
      book.sent.push({ method, path, body })
      const { id = '', email = null } = body as { id?: string; email?: string }
      const before = invitations.find((one) => one.id === id)
      if (before && before.state !== 'open') return refusal('PGRST116', {}, 404)
      const made = before ?? invitation(9, { id, email })
      if (!before) {
        book.invitations = [made, ...invitations]
        book.left -= 1
      }
      if (book.isLost) return Promise.reject(new Error('no line'))
      return Response.json({ invitation: made, code: CODE, url: URL })
    },
    [showToInviter.path]: ({ method, path, body }) => {
      book.sent.push({ method, path, body })
      if (book.refuse) return refusal(book.refuse, {}, 503)
      book.isShownToInviter = (body as { isShown: boolean }).isShown
      return done()
    },
  }
  for (const { id } of book.invitations)
    answers[`${LIST}/${id}`] = ({ method, path, body }) => {
      book.sent.push({ method, path, body })
      book.invitations = book.invitations.map((one) =>
        one.id === id ? { ...one, state: isLate ? 'used' : 'revoked' } : one,
      )
      return isLate ? refusal('PGRST116', {}, 404) : done()
    }
  await openTab('/invitations', { session: { ...mila, isAdmitted }, language, answers })
  return book
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('a member reads how many are left and what became of the others', async () => {
  await open({
    left: 1,
    invitations: [
      invitation(1),
      invitation(2, { state: 'used', guest: 'Nora' }),
      invitation(3, { state: 'used', email: 'ben@example.org' }),
      invitation(4, { state: 'expired' }),
      invitation(5, { state: 'revoked' }),
    ],
  })
  expect(await screen.findByText('You have 1 invitation left.')).toBeTruthy()
  const lines = screen
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent?.includes('Created on'))
  expect(
    lines.map(({ textContent }) => /(Open|Used|Expired|Revoked)$/.exec(textContent)?.[0]),
  ).toEqual(['Open', 'Used', 'Used', 'Expired', 'Revoked'])
  expect(lines[1]?.textContent).toContain('Nora joined with it.')
  expect(lines[2]?.textContent).toContain('For ben@example.org')
  expect(lines[2]?.textContent).toContain('You will see the name once that person wants you to.')
  expect(lines[0]?.textContent).toContain('Created on 20 November 2026, good until 20 December')
  const acts = screen.getAllByRole('button', { name: /^Revoke/ })
  expect(acts).toHaveLength(1)
  // several may be open
  expect(acts[0]).toBe(screen.getByRole('button', { name: /^Revoke .+ Created on 20 November/ }))
})

test('a new invitation is shown once: to copy, to scan, to print', async () => {
  const written: string[] = []
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    written.push(text)
  })
  let prints = 0
  vi.stubGlobal('print', () => (prints += 1))
  const book = await open()
  await user.click(await screen.findByRole('button', { name: 'Create invitation' }))
  const shown = await screen.findByRole('region', { name: 'Your new invitation' })
  expect(document.activeElement?.textContent).toBe('Your new invitation')
  const given = within(shown)
  expect(given.getByText(CODE)).toBeTruthy()
  expect(given.getByText('Open https://club.example/invite and enter this code:')).toBeTruthy()
  const code = given.getByRole('img', { name: 'QR code with the link of the invitation' })
  // the upper edge of a finder, after the four light modules without which no camera finds it
  const edge = [4, 5, 6, 7, 8, 9, 10].map((x) => `M${x} 4h1v1h-1z`).join('')
  const drawn = code.querySelector('path')?.getAttribute('d') ?? ''
  expect([drawn.startsWith(edge), drawn.includes('M11 4h')]).toEqual([true, false])
  await user.click(given.getByRole('button', { name: 'Copy code' }))
  expect(await given.findByText('Copied.')).toBeTruthy()
  await user.click(given.getByRole('button', { name: 'Copy link' }))
  expect(written).toEqual([CODE, URL])
  await user.click(given.getByRole('button', { name: 'Print' }))
  expect(prints).toBe(1)
  const body = { id: expect.any(String) as string }
  expect(book.sent).toEqual([{ method: 'POST', path: LIST, body }])
  expect(await screen.findByText('You have 2 invitations left.')).toBeTruthy()
  await user.click(given.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(CODE)).toBe(null)
  expect(screen.getByRole('button', { name: 'Create invitation' })).toBeTruthy()
  const list = screen.getByRole('region', { name: 'Your invitations' })
  expect(list.contains(document.activeElement)).toBe(true)
  vi.restoreAllMocks()
})

test('where a browser does not copy, it says so', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await open()
  await user.click(await screen.findByRole('button', { name: 'Create invitation' }))
  await user.click(await screen.findByRole('button', { name: 'Copy code' }))
  expect(await screen.findByText(/Copying did not work/)).toBeTruthy()
  vi.restoreAllMocks()
})

test('an invitation may be bound to one address, which has to be one', async () => {
  const book = await open()
  const field = await screen.findByLabelText('For this email address only (optional)')
  await userEvent.type(field, 'ben')
  await press('Create invitation')
  expect(await screen.findByText('Invalid email address')).toBeTruthy()
  expect(book.sent).toEqual([])
  await userEvent.type(field, '@example.org')
  await press('Create invitation')
  expect(await screen.findByText('Works for ben@example.org only.', { exact: false })).toBeTruthy()
  expect(book.sent[0]?.body).toMatchObject({ email: 'ben@example.org' })
})

const idsOf = ({ sent }: Book) => sent.map(({ body }) => (body as { id: string }).id)

test('an invitation whose answer was lost is asked for again, and is there once with its code', async () => {
  const book = await open({ left: 1, isLost: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Create invitation' }))
  await screen.findByText(/Network error/)
  // also where it was the last one and the list says so meanwhile
  window.dispatchEvent(new Event('visibilitychange'))
  await screen.findByText(/You have no invitations left/)
  book.isLost = false
  await press('Create invitation')
  const shown = await screen.findByRole('region', { name: 'Your new invitation' })
  within(shown).getByText(CODE)
  expect(new Set(idsOf(book)).size).toBe(1)
  expect(book.invitations).toHaveLength(1)
  await userEvent.click(within(shown).getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('button', { name: 'Create invitation' })).toBe(null)
})

test('for another address, and after one that was revoked elsewhere, it is another invitation', async () => {
  const book = await open({ isLost: true })
  const field = await screen.findByLabelText('For this email address only (optional)')
  await press('Create invitation')
  await screen.findByText(/Network error/)
  await userEvent.type(field, 'ben@example.org')
  await press('Create invitation')
  await screen.findByText(/Network error/)
  const [first, second] = idsOf(book)
  expect(first).not.toBe(second)
  book.isLost = false
  book.invitations = book.invitations.map((one) => ({ ...one, state: 'revoked' }))
  await press('Create invitation')
  await screen.findByRole('region', { name: 'Your new invitation' })
  expect(idsOf(book).slice(2)).toEqual([second, book.invitations[0]?.id])
  expect(book.invitations.map(({ state }) => state)).toEqual(['open', 'revoked', 'revoked'])
})

test('revoking asks first, and tells when it is done', async () => {
  const book = await open({ invitations: [invitation(1)] })
  await userEvent.click(await screen.findByRole('button', { name: /^Revoke/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke this invitation?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(book.sent).toEqual([])
  await press(/^Revoke/)
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, revoke it' }))
  expect(await screen.findByText('The invitation is revoked.')).toBeTruthy()
  expect(book.sent).toEqual([{ method: 'DELETE', path: `${LIST}/${idOf(1)}`, body: undefined }])
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBe(null)
})

test('revoking one that somebody came by meanwhile does not say that it is revoked', async () => {
  const book = await open({ invitations: [invitation(1)] }, { isLate: true })
  await userEvent.click(await screen.findByRole('button', { name: /^Revoke/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, revoke it' }))
  const told = await screen.findByText(/^It was too late to revoke/)
  // in another colour than what was done
  expect(told.dataset['late']).toBe('')
  expect(screen.queryByText('The invitation is revoked.')).toBe(null)
  expect(book.invitations[0]?.state).toBe('used')
})

test('without any left, and before being admitted, nothing can be created, and why is said', async () => {
  await open({ left: 0 })
  expect(await screen.findByText(/You have no invitations left at the moment/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create invitation' })).toBe(null)
  expect(screen.getByText('You have not invited anybody yet')).toBeTruthy()
  closeTab()
  await open({ left: 0 }, { isAdmitted: false })
  expect(await screen.findByText('You can invite others once you are admitted.')).toBeTruthy()
})

test('what is refused stands in the form', async () => {
  const book = await open()
  await screen.findByRole('button', { name: 'Create invitation' })
  book.refuse = 'invitations_used_up'
  await press('Create invitation')
  expect(await screen.findByText('You have no invitations left at the moment.')).toBeTruthy()
})

test('the inviter learns of it only if the guest wants it, and the switch tells the truth', async () => {
  const book = await open({ isShownToInviter: false })
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Show my inviter that I came',
  })
  expect(box.checked).toBe(false)
  await userEvent.click(box)
  await waitFor(() => expect(book.isShownToInviter).toBe(true))
  await waitFor(() => expect(box.getAttribute('aria-busy')).toBe('false'))
  expect(box.checked).toBe(true)
  book.refuse = 'unavailable'
  await userEvent.click(box)
  expect(await screen.findByText(/The club cannot do this right now/)).toBeTruthy()
  expect(box.checked).toBe(true)
})

test('whom nobody invited has no such switch', async () => {
  await open()
  await screen.findByText('You have 3 invitations left.')
  expect(screen.queryByRole('checkbox')).toBe(null)
})

test('what did not load says so and can be asked for again', async () => {
  const book = await open({ refuse: 'unavailable' })
  expect(await screen.findByText('Your invitations could not be loaded')).toBeTruthy()
  book.refuse = ''
  await press('Try again')
  expect(await screen.findByText('You have 3 invitations left.')).toBeTruthy()
})

test('in German everything is German, in the mixture English', async () => {
  await open({}, { language: 'de' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Einladungen' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Einladung erstellen' })).toBeTruthy()
  closeTab()
  await open({ invitations: [invitation(1)] }, { language: 'mul' })
  expect(await screen.findByRole('button', { name: /^Revoke/ })).toBeTruthy()
})
