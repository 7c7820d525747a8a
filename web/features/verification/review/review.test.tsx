import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AnswerOf } from '#contract/endpoint.ts'
import { checklist, type getSubmission } from '#contract/verification/review.ts'
import { fill } from '#web/testing/fill.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { TestStream } from '#web/testing/stream.ts'
import { switchShortcuts } from '#web/platform/shortcuts/shortcuts.ts'

beforeEach(() => void (TestStream.all = []))
afterEach(() => {
  closeTab()
  switchShortcuts(true)
  localStorage.clear()
  vi.useRealTimers()
})

type Submission = AnswerOf<typeof getSubmission>

const LIST = '/api/admin/verifications'
const PER_PAGE = 3
const idOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`
/** The club's clock stands at noon of 21 November. */
const hoursAgo = (hours: number) => new Date(Date.UTC(2026, 10, 21, 12 - hours)).toISOString()

const submission = (number: number, more: Partial<Submission> = {}): Submission => ({
  id: idOf(number),
  username: `Mia ${number}`,
  method: 'id_manual',
  submittedAt: hoursAgo(number),
  status: 'pending',
  birthdate: '1990-05-01',
  age: 36,
  language: 'de',
  sides: ['front', 'selfie'],
  seen: ['front', 'selfie'],
  note: null,
  reviewer: null,
  decidedAt: null,
  isOwn: false,
  ...more,
})

type Refusals = { list?: string; image?: string; decision?: string }

/** The review as a server would keep it, newest first. */
function openDesk(
  submissions: Submission[],
  { path = '/admin/verifications', language = 'mul' as 'mul' | 'en' } = {},
) {
  const desk = { submissions, refuse: {} as Refusals, isProven: true, sent: [] as unknown[] }
  const page = (filter: string, after?: string) => {
    if (desk.refuse.list) return refusal(desk.refuse.list, {}, 503)
    const pending = desk.submissions.filter(({ status }) => status === 'pending')
    const isQueue = filter === 'queue'
    const all = isQueue ? pending.toReversed() : desk.submissions
    // also after one that is no longer in the queue
    const isAfter = ({ id }: Submission) => !after || (isQueue ? id < after : id > after)
    const rest = all.filter(isAfter)
    return Response.json({
      submissions: rest.slice(0, PER_PAGE),
      next: rest.length > PER_PAGE ? rest[PER_PAGE - 1]!.id : null,
      waiting: pending.length,
    })
  }
  const answers: NonNullable<Parameters<typeof openTab>[1]>['answers'] = {
    '/api/auth/proof': ({ body }) => {
      const { password } = body as { password: string }
      if (password !== 'correct horse') return refusal('invalid_credentials', {}, 401)
      desk.isProven = true
      return Response.json({ until: '2026-11-21T12:10:00.000Z' })
    },
  }
  for (const filter of ['all', 'queue']) answers[`${LIST}?filter=${filter}`] = () => page(filter)
  for (let number = 0; number < 10; number += 1) {
    const id = idOf(number)
    const find = () => desk.submissions.find((one) => one.id === id)
    for (const filter of ['all', 'queue'])
      answers[`${LIST}?filter=${filter}&after=${id}`] = () => page(filter, id)
    answers[`${LIST}/${id}`] = () => Response.json(find())
    answers[`${LIST}/${id}/images`] = ({ body }) => {
      if (!desk.isProven) return refusal('proof_needed', {}, 403)
      if (desk.refuse.image) return refusal(desk.refuse.image, {}, 404)
      const { side } = body as { side: string }
      const url = `${LIST}/${id}/images/${side}?link=secret`
      return Response.json({ url, expiresAt: '2026-11-21T12:05:00.000Z' })
    }
    answers[`${LIST}/${id}/decision`] = ({ body }) => {
      if (!desk.isProven) return refusal('proof_needed', {}, 403)
      if (desk.refuse.decision) return refusal(desk.refuse.decision, {}, 409)
      const { decision, note = null } = body as { decision: 'verified'; note?: string }
      desk.sent.push(body)
      decide(id, { status: decision, note, reviewer: 'Mila', decidedAt: hoursAgo(0) })
      return Response.json(find())
    }
  }
  const decide = (id: string, more: Partial<Submission>) => {
    desk.submissions = desk.submissions.map((one) => (one.id === id ? { ...one, ...more } : one))
  }
  const opened = openTab(path, {
    session: { ...mila, isAdmin: true },
    stream: TestStream,
    language,
    answers,
  })
  return opened.then((tab) => ({ ...tab, desk, decide }))
}

/** Also one that stands under a dialog. */
const row = async (name: string) =>
  (await screen.findByRole('rowheader', { name, hidden: true })).closest('tr')!
const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent)
const toast = (words: string) => waitFor(() => expect(toasts()).toContain(words))
const toasts = () => screen.getByRole('region', { name: 'Mitteilungen' }).textContent
const view = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Ansehen: ${name}` }))
  return reviewOf(name)
}
const reviewOf = async (name: string) => {
  const dialog = await screen.findByRole('dialog', { name: `Einreichung von ${name}` })
  await within(dialog).findByText('Geburtsdatum laut Registrierung')
  return within(dialog)
}
const tickAll = async (review: ReturnType<typeof within>) => {
  for (const box of review.getAllByRole('checkbox')) await userEvent.click(box)
}
const wroteOf = (name: string) => `Was Sie zu ${name} geschrieben hatten`
const news = () => act(() => TestStream.current.bring({ type: 'submissions' }))
const press = (keys: string) => userEvent.keyboard(keys)

test('a line says who, how, when in German, and how it stands; the newest first', async () => {
  await openDesk([
    submission(1),
    submission(2, { status: 'verified', method: 'id_auto' }),
    submission(3, { status: 'rejected', method: 'payment', username: null }),
  ])
  const mia = within(await row('Mia 1'))
  mia.getByText('ID geprüft (manuell)')
  mia.getByText(/^21\.11\.2026, \d\d:00$/)
  mia.getByText('Ausstehend')
  const verified = within(await row('Mia 2'))
  verified.getByText('ID geprüft (automatisch)')
  verified.getByText('Genehmigt')
  const gone = within(await row('Konto gelöscht'))
  gone.getByText('Zahlungskonto geprüft')
  gone.getByText('Abgelehnt')
  expect(names()).toEqual(['Mia 1', 'Mia 2', 'Konto gelöscht'])
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Benutzername',
    'Methode',
    'Eingereicht',
    'Status',
    'Aktionen',
  ])
})

test('how long somebody has been waiting is told, and marked from 36 hours', async () => {
  await openDesk([
    submission(1, { submittedAt: '2026-11-21T11:48:00.000Z' }),
    submission(2, { submittedAt: hoursAgo(35) }),
    submission(3, { submittedAt: hoursAgo(36) }),
  ])
  within(await row('Mia 1')).getByText('seit 12 Min.')
  const early = within(await row('Mia 2'))
  early.getByText('seit 35 Std.')
  expect(early.queryByText(/wartet schon lange/)).toBeNull()
  const late = within(await row('Mia 3'))
  late.getByText(/seit 36 Std\./)
  late.getByText(/wartet schon lange/)
})

test('the queue holds what is pending, oldest first, with its number on the button', async () => {
  await openDesk([submission(1), submission(2, { status: 'verified' }), submission(3)])
  await row('Mia 1')
  await userEvent.click(screen.getByRole('button', { name: /Warteschlange.*2/ }))
  await waitFor(() => expect(names()).toEqual(['Mia 3', 'Mia 1']))
  await userEvent.click(screen.getByRole('button', { name: 'Alle' }))
  await waitFor(() => expect(names()).toEqual(['Mia 1', 'Mia 2', 'Mia 3']))
})

test('further pages follow the last line of the one before', async () => {
  const { server } = await openDesk([1, 2, 3, 4, 5].map((number) => submission(number)))
  await row('Mia 3')
  expect(names()).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Weitere laden' }))
  await row('Mia 5')
  expect(server.times(`${LIST}?filter=all&after=${idOf(3)}`)).toBe(1)
  expect(screen.queryByRole('button', { name: 'Weitere laden' })).toBeNull()
})

test('where nothing was submitted it is said, in the queue as well', async () => {
  await openDesk([])
  await screen.findByText('Es liegen keine Einreichungen vor.')
  await userEvent.click(screen.getByRole('button', { name: /Warteschlange/ }))
  await screen.findByText('Die Warteschlange ist leer.')
})

test('while they come, rows hold their place', async () => {
  const { server } = await openTab('/admin/verifications', {
    session: { ...mila, isAdmin: true },
    answers: { [`${LIST}?filter=all`]: () => new Promise<Response>(() => {}) },
  })
  const table = await screen.findByRole('table', { name: 'Einreichungen werden geladen' })
  expect(table.getAttribute('aria-busy')).toBe('true')
  expect(server.times(`${LIST}?filter=all`)).toBe(1)
})

test('a list that cannot be brought up to date is a toast, and stays', async () => {
  const { desk } = await openDesk([submission(1)])
  await row('Mia 1')
  desk.refuse.list = 'unavailable'
  news()
  await toast('FehlerEinreichungen konnten nicht geladen werden.')
  await row('Mia 1')
})

test('a list that never came can be asked for again', async () => {
  let isDown = true
  await openTab('/admin/verifications', {
    session: { ...mila, isAdmin: true },
    answers: {
      [`${LIST}?filter=all`]: () =>
        isDown
          ? refusal('unexpected', {}, 500)
          : Response.json({ submissions: [submission(1)], next: null, waiting: 1 }),
    },
  })
  await toast('FehlerEinreichungen konnten nicht geladen werden.')
  // read out once, by the toast
  expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }))
  await row('Mia 1')
})

test('a new submission appears by itself and is told when there is time', async () => {
  const { desk } = await openDesk([submission(2)])
  await row('Mia 2')
  screen.getByRole('button', { name: 'Ansehen: Mia 2' }).focus()
  desk.submissions = [submission(1), ...desk.submissions]
  news()
  await row('Mia 1')
  expect(await screen.findByText('Neue Einreichung. Jetzt warten 2.')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Ansehen: Mia 2')
})

test('what is declared stands large beside the images', async () => {
  await openDesk([submission(1), submission(2, { birthdate: '2010-01-02', age: 16 })])
  const review = await view('Mia 1')
  review.getByText('01.05.1990')
  review.getByText('36 Jahre')
  await press('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  ;(await view('Mia 2')).getByText('16 Jahre, unter 18')
})

test('nothing is ticked of a birthdate that was corrected since', async () => {
  const { desk } = await openDesk([submission(1)])
  const review = await view('Mia 1')
  await press('1234')
  const boxes = review.getAllByRole('checkbox').slice(0, checklist.length)
  for (const box of boxes) expect(box).toHaveProperty('checked', true)
  desk.submissions = [submission(1, { birthdate: '1991-02-03', age: 35 })]
  news()
  await review.findByText('03.02.1991')
  for (const box of boxes) expect(box).toHaveProperty('checked', false)
  await press('1234a')
  await waitFor(() => expect(desk.sent).toMatchObject([{ birthdate: '1991-02-03' }]))
})

test('an image is opened only on demand, carries who looks, and cannot be taken along', async () => {
  const { server } = await openDesk([submission(1)])
  const review = await view('Mia 1')
  expect(review.queryByRole('img')).toBeNull()
  expect(server.times(`${LIST}/${idOf(1)}/images`)).toBe(0)
  review.getByText('Kein Bild vorhanden', { exact: false })

  await userEvent.click(review.getByRole('button', { name: 'Öffnen: Vorderseite' }))
  const image = await review.findByRole('img', { name: 'Vorderseite der Einreichung von Mia 1' })
  expect(image.getAttribute('src')).toBe(`${LIST}/${idOf(1)}/images/front?link=secret`)
  expect(image.getAttribute('draggable')).toBe('false')
  const frame = review.getByRole('application', { name: 'Vorderseite' })
  expect(document.activeElement).toBe(frame)
  expect(frame.textContent).toMatch(/Mila · 21\.11\.2026, \d\d:\d\d/)
  // an event that was prevented answers false
  expect([fireEvent.contextMenu(image), fireEvent.dragStart(image)]).toEqual([false, false])
  expect(review.queryByRole('link')).toBeNull()
  expect(server.requests.filter(({ path }) => path.includes('/images'))).toEqual([
    {
      path: `${LIST}/${idOf(1)}/images`,
      method: 'POST',
      body: { side: 'front', purpose: 'review' },
    },
  ])
})

test('an image is zoomed, turned and moved by buttons, wheel, keys and dragging', async () => {
  await openDesk([submission(1)])
  const review = await view('Mia 1')
  await press('s')
  const image = await review.findByRole('img')
  const frame = review.getByRole('application', { name: 'Selfie' })
  Object.assign(frame, { setPointerCapture: () => {} })
  const shown = () => image.style.transform
  await userEvent.click(review.getByRole('button', { name: 'Vergrößern: Selfie' }))
  expect(shown()).toBe('translate(0%, 0%) rotate(0deg) scale(1.5)')
  frame.focus()
  await press('{ArrowLeft}')
  expect(shown()).toContain('translate(10%, 0%)')
  await press('0r')
  // on its side it still fits into the frame
  expect(shown()).toBe('translate(0%, 0%) rotate(90deg) scale(1)')
  await press('rrr')
  expect(shown()).toBe('translate(0%, 0%) rotate(360deg) scale(1)')
  expect(fireEvent.wheel(frame, { deltaY: 100 })).toBe(true)
  expect(fireEvent.wheel(frame, { deltaY: -500 })).toBe(false)
  expect(shown()).toContain('scale(2.2')
  fireEvent.pointerDown(frame, { pointerId: 1, clientX: 0, clientY: 0 })
  fireEvent.pointerMove(frame, { pointerId: 1, clientX: 900, clientY: 0 })
  fireEvent.pointerUp(frame, { pointerId: 1 })
  // no further than its edge
  expect(shown()).toMatch(/^translate\(6\d\.\d+%, 0%\)/)
  await press('+-')
  expect(shown()).toContain('scale(2.2')
})

test('after 300 seconds the link is over, the image gone, and it can be opened again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { server } = await openDesk([submission(1)])
  const review = await view('Mia 1')
  await press('f')
  await review.findByRole('img')
  await act(() => vi.advanceTimersByTimeAsync(301_000))
  expect(review.queryByRole('img')).toBeNull()
  await userEvent.click(
    review.getByRole('button', { name: 'Link abgelaufen – erneut öffnen: Vorderseite' }),
  )
  await review.findByRole('img')
  expect(server.times(`${LIST}/${idOf(1)}/images`)).toBe(2)
})

test('an image that cannot be had says so and can be tried again', async () => {
  const { desk } = await openDesk([submission(1)])
  desk.refuse.image = 'PGRST116'
  const review = await view('Mia 1')
  await press('f')
  await review.findByText(/konnte nicht geöffnet werden/)
  desk.refuse = {}
  await press('f')
  fireEvent.error(await review.findByRole('img'))
  await review.findByText(/konnte nicht geöffnet werden/)
})

test('before the first image the password is asked for, and then it opens', async () => {
  const { desk, server } = await openDesk([submission(1)])
  desk.isProven = false
  const review = await view('Mia 1')
  await press('f')
  const title = 'Bitte bestätigen Sie, dass Sie es sind'
  const proof = within(await screen.findByRole('dialog', { name: title }))
  const password = proof.getByLabelText('Passwort')
  await userEvent.type(password, 'wrong{Enter}')
  await proof.findByText('Dieses Passwort ist nicht richtig.')
  expect(review.queryByRole('img')).toBeNull()
  await userEvent.clear(password)
  await userEvent.type(password, 'correct horse{Enter}')
  await review.findByRole('img', { name: /Vorderseite/ })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
  expect(server.times('/api/auth/proof')).toBe(2)
})

test('a proof that is declined leaves everything as it was', async () => {
  const { desk } = await openDesk([submission(1)])
  desk.isProven = false
  const review = await view('Mia 1')
  await tickAll(review)
  await userEvent.click(review.getByRole('button', { name: 'Genehmigen' }))
  const proof = within(await screen.findByRole('dialog', { name: /bestätigen/ }))
  await userEvent.click(proof.getByRole('button', { name: 'Abbrechen' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /bestätigen/ })).toBeNull())
  expect(toasts()).toBe('')
  expect(desk.sent).toEqual([])
  expect(review.getAllByRole<HTMLInputElement>('checkbox').every(({ checked }) => checked)).toBe(
    true,
  )
})

test('a decision that needs a proof is made once that is given', async () => {
  const { desk } = await openDesk([submission(1)])
  desk.isProven = false
  const review = await view('Mia 1')
  await fill(review.getByLabelText('Begründung oder Notiz'), 'Unscharf.')
  await userEvent.click(review.getByRole('button', { name: 'Ablehnen' }))
  const proof = within(await screen.findByRole('dialog', { name: /bestätigen/ }))
  await userEvent.type(proof.getByLabelText('Passwort'), 'correct horse{Enter}')
  await toast('Verifizierung abgelehntDie Verifizierung wurde abgelehnt.')
  expect(desk.sent).toEqual([{ decision: 'rejected', note: 'Unscharf.' }])
})

test('approving needs the whole checklist; the next one opens by itself then', async () => {
  const { desk } = await openDesk([submission(1), submission(2), submission(3)])
  const review = await view('Mia 2')
  const approve = review.getByRole('button', { name: 'Genehmigen' })
  expect(approve.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(approve)
  const boxes = review.getAllByRole('checkbox').slice(0, checklist.length)
  expect(document.activeElement).toBe(boxes[0])
  for (const box of boxes.slice(0, 3)) await userEvent.click(box)
  await press('a')
  expect(desk.sent).toEqual([])
  await userEvent.click(boxes[3]!)
  await userEvent.click(approve)
  await toast('Verifizierung genehmigtDie Verifizierung wurde genehmigt.')
  const all = { photoMatches: true, documentValid: true, birthdateMatches: true, isAdult: true }
  expect(desk.sent).toEqual([{ decision: 'verified', birthdate: '1990-05-01', checklist: all }])
  const next = await reviewOf('Mia 1')
  for (const box of next.getAllByRole('checkbox')) expect(box).toHaveProperty('checked', false)
  expect(next.queryByRole('img')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  within(await row('Mia 2')).getByText('Genehmigt')
})

test.each([
  [{ sides: ['front'] }, 'Ohne die Bilder von Ausweis und Selfie ist Genehmigen nicht möglich.'],
  [{ seen: ['back', 'selfie'] }, 'Vor dem Genehmigen sehen Sie sich Ausweis und Selfie an.'],
  [{ age: 17 }, 'Laut Geburtsdatum unter 18: Genehmigen ist nicht möglich.'],
] as const)('who cannot be approved is not offered as if, and why is said', async (more, why) => {
  const { desk } = await openDesk([submission(1, more as Partial<Submission>)])
  const review = await view('Mia 1')
  for (const box of review.getAllByRole('checkbox')) await userEvent.click(box)
  const approve = review.getByRole('button', { name: 'Genehmigen' })
  expect(approve.getAttribute('aria-disabled')).toBe('true')
  review.getByText(why)
  await userEvent.click(approve)
  await press('a')
  expect(desk.sent).toEqual([])
})

test('rejecting without a reason is refused here already', async () => {
  const { desk } = await openDesk([submission(1)])
  const review = await view('Mia 1')
  const note = review.getByLabelText('Begründung oder Notiz')
  await userEvent.type(note, '   ')
  await userEvent.click(review.getByRole('button', { name: 'Ablehnen' }))
  await toast('Begründung erforderlichBitte geben Sie eine Begründung für die Ablehnung ein.')
  expect(document.activeElement).toBe(note)
  expect(desk.sent).toEqual([])
  await fill(note, 'Das Selfie ist unscharf.')
  await press('{Control>}{Enter}{/Control}')
  await toast('Verifizierung abgelehntDie Verifizierung wurde abgelehnt.')
  expect(desk.sent).toEqual([{ decision: 'rejected', note: 'Das Selfie ist unscharf.' }])
  await review.findByText('Die Warteschlange ist leer.')
})

test('a reason has its limit', async () => {
  const { desk } = await openDesk([submission(1)])
  const review = await view('Mia 1')
  fireEvent.change(review.getByLabelText('Begründung oder Notiz'), {
    target: { value: 'x'.repeat(501) },
  })
  review.getByText('501/500')
  review.getByText('Höchstens 500 Zeichen.')
  await userEvent.click(review.getByRole('button', { name: 'Ablehnen' }))
  expect(desk.sent).toEqual([])
})

test('a reviewer says with a rejection that somebody may be under age', async () => {
  const { desk } = await openDesk([submission(1)])
  const review = await view('Mia 1')
  await fill(review.getByLabelText('Begründung oder Notiz'), 'Unscharf.')
  await userEvent.click(review.getByRole('checkbox', { name: /unter 18/ }))
  await userEvent.click(review.getByRole('button', { name: 'Ablehnen' }))
  await toast('Verifizierung abgelehntDie Verifizierung wurde abgelehnt.')
  expect(desk.sent).toEqual([{ decision: 'rejected', note: 'Unscharf.', isMinor: true }])
})

test('the second reviewer is told, and sees who was first', async () => {
  const { desk, decide } = await openDesk([submission(1)])
  const review = await view('Mia 1')
  await tickAll(review)
  desk.refuse.decision = 'already_decided'
  decide(idOf(1), {
    status: 'rejected',
    reviewer: 'Ada',
    note: 'Abgelaufen',
    decidedAt: hoursAgo(0),
  })
  await userEvent.click(review.getByRole('button', { name: 'Genehmigen' }))
  await toast('FehlerDie Prüfung konnte nicht abgeschlossen werden.')
  await review.findByText('Ada')
  review.getByText('Abgelaufen')
  within(await row('Mia 1')).getByText('Abgelehnt')
})

test('a session that ended during a review is called by its name', async () => {
  const { desk } = await openDesk([submission(1)])
  const review = await view('Mia 1')
  await tickAll(review)
  desk.refuse.decision = 'not_signed_in'
  await userEvent.click(review.getByRole('button', { name: 'Genehmigen' }))
  await toast('Nicht angemeldetDie Prüfung konnte nicht abgeschlossen werden.')
})

test('nobody is given buttons for their own documents', async () => {
  await openDesk([submission(1, { isOwn: true })])
  const review = await view('Mia 1')
  review.getByText('Das sind Ihre eigenen Dokumente')
  for (const name of [/Öffnen/, 'Genehmigen', 'Ablehnen'])
    expect(review.queryByRole('button', { name })).toBeNull()
})

test('what was decided says by whom, when and why', async () => {
  await openDesk([
    submission(1, {
      status: 'rejected',
      reviewer: 'Ada',
      decidedAt: '2026-11-20T12:00:00.000Z',
      note: 'Das Foto ist unscharf.',
    }),
    submission(2, { status: 'verified', decidedAt: '2026-11-20T12:00:00.000Z' }),
  ])
  const review = await view('Mia 1')
  review.getByText('Ada')
  review.getByText(/^20\.11\.2026, \d\d:00$/)
  review.getByText('Das Foto ist unscharf.')
  expect(review.queryByRole('button', { name: 'Genehmigen' })).toBeNull()
  await press('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const other = await view('Mia 2')
  other.getByText('Nicht mehr im Club')
  other.getByText('Keine Notiz')
})

test('somebody else’s decision shows at once, under the eyes of who was at it', async () => {
  const { decide } = await openDesk([submission(1), submission(2)])
  const review = await view('Mia 2')
  decide(idOf(2), { status: 'verified', reviewer: 'Ada', decidedAt: hoursAgo(0) })
  news()
  await review.findByText('Ada')
  expect(review.queryByRole('button', { name: 'Genehmigen' })).toBeNull()
})

test.each([
  ['a colleague', 'Ada'],
  ['oneself in another window', 'Mila'],
])('who is overtaken by %s is told so, and keeps the words of the note', async (_, reviewer) => {
  const { decide } = await openDesk([submission(1)])
  const review = await view('Mia 1')
  await tickAll(review)
  await fill(review.getByLabelText('Begründung oder Notiz'), 'Etwas unscharf')
  decide(idOf(1), { status: 'verified', reviewer, decidedAt: hoursAgo(0) })
  news()
  const told = await review.findByText(
    `Inzwischen entschieden, von ${reviewer}. Ihre Häkchen gelten nicht mehr.`,
  )
  expect(told.closest('[role=status]')).not.toBeNull()
  review.getByText('Etwas unscharf')
  await press('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  within(screen.getByRole('region', { name: wroteOf('Mia 1') })).getByText('Etwas unscharf')
})

test('a note that was put away is not lost with a colleague’s decision', async () => {
  const { decide } = await openDesk([submission(1), submission(2)], {
    path: '/admin/verifications?filter=queue',
  })
  const review = await view('Mia 1')
  await fill(review.getByLabelText('Begründung oder Notiz'), 'Etwas unscharf')
  await press('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  decide(idOf(1), { status: 'verified', reviewer: 'Ada', decidedAt: hoursAgo(0) })
  news()
  const own = within(await screen.findByRole('region', { name: wroteOf('Mia 1') }))
  own.getByText('Etwas unscharf')
  await userEvent.click(own.getByRole('button', { name: 'Verwerfen' }))
  expect(screen.queryByText('Etwas unscharf')).toBeNull()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Etwas unscharf')
})

test('one’s own decision is nobody else’s', async () => {
  await openDesk([submission(1)])
  const review = await view('Mia 1')
  await tickAll(review)
  await userEvent.click(review.getByRole('button', { name: 'Genehmigen' }))
  await review.findByText('Entschieden von')
  expect(review.queryByText(/^Inzwischen entschieden/)).toBeNull()
})

test('what was looked at here counts at once, and closes with the decision until one looks again', async () => {
  const { decide, server } = await openDesk([submission(1, { seen: ['selfie'] })])
  const review = await view('Mia 1')
  await tickAll(review)
  const approve = () => review.getByRole('button', { name: 'Genehmigen' })
  expect(approve().getAttribute('aria-disabled')).toBe('true')
  await press('f')
  fireEvent.load(await review.findByRole('img'))
  expect(approve().getAttribute('aria-disabled')).toBeNull()

  decide(idOf(1), { status: 'rejected', reviewer: 'Ada', decidedAt: hoursAgo(0) })
  news()
  const again = await review.findByRole('button', { name: 'Noch einmal ansehen' })
  expect(review.queryByRole('img')).toBeNull()
  await userEvent.click(again)
  expect(review.queryByRole('img')).toBeNull()
  await press('f')
  await review.findByRole('img')
  const asked = server.requests.filter(({ path }) => path.endsWith('/images'))
  expect(asked.map(({ body }) => body)).toEqual([
    { side: 'front', purpose: 'review' },
    { side: 'front', purpose: 'second_look' },
  ])
})

test('what was put down is still there after the window was closed', async () => {
  await openDesk([submission(1)])
  const review = await view('Mia 1')
  await fill(review.getByLabelText('Begründung oder Notiz'), 'Unscharf')
  await userEvent.click(review.getAllByRole('checkbox')[0]!)
  await press('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await view('Mia 1')
  expect(again.getByLabelText<HTMLTextAreaElement>('Begründung oder Notiz').value).toBe('Unscharf')
  expect(again.getAllByRole<HTMLInputElement>('checkbox')[0]!.checked).toBe(true)
})

test('a note outlives a reload and the session, in this tab; what was ticked is looked at anew', async () => {
  await openDesk([submission(1)])
  const review = await view('Mia 1')
  await tickAll(review)
  await fill(review.getByLabelText('Begründung oder Notiz'), 'Unscharf')
  expect(JSON.stringify({ ...localStorage })).not.toContain('Unscharf')
  closeTab()

  const { desk } = await openDesk([submission(1)])
  const again = await view('Mia 1')
  again.getByDisplayValue('Unscharf')
  for (const box of again.getAllByRole('checkbox')) expect(box).toHaveProperty('checked', false)
  await userEvent.click(again.getByRole('button', { name: 'Ablehnen' }))
  await waitFor(() => expect(desk.sent).toEqual([{ decision: 'rejected', note: 'Unscharf' }]))
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('Unscharf'))
})

test('a note that was sent is done with, also where the window was closed before the answer', async () => {
  const { desk, server } = await openDesk([submission(1)])
  const path = `${LIST}/${idOf(1)}/decision`
  const [answer, late] = [server.answers[path]!, Promise.withResolvers<void>()]
  server.answers[path] = async (request) => (await late.promise, answer(request))
  const review = await view('Mia 1')
  await fill(review.getByLabelText('Begründung oder Notiz'), 'Unscharf')
  await userEvent.click(review.getByRole('button', { name: 'Ablehnen' }))
  await press('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  late.resolve()
  await waitFor(() => expect(desk.sent).toEqual([{ decision: 'rejected', note: 'Unscharf' }]))
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('Unscharf'))
})

test('a whole review goes by keyboard', async () => {
  const { desk } = await openDesk([submission(1), submission(2), submission(3)])
  await row('Mia 1')
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await press('j')
  expect(focused()).toBe('Ansehen: Mia 1')
  await press('jjj')
  expect(focused()).toBe('Ansehen: Mia 3')
  await press('k{ArrowDown}{ArrowUp}{Enter}')
  const review = await reviewOf('Mia 2')
  await press('b')
  expect(review.queryByRole('img')).toBeNull()
  await press('f')
  await review.findByRole('img', { name: /Vorderseite/ })
  await press('a')
  expect(document.activeElement).toBe(review.getAllByRole('checkbox')[0])
  await press(' {Tab} {Tab} {Tab} ')
  await press('a')
  await toast('Verifizierung genehmigtDie Verifizierung wurde genehmigt.')
  const other = await reviewOf('Mia 1')
  await press('x')
  const note = other.getByLabelText<HTMLTextAreaElement>('Begründung oder Notiz')
  expect(document.activeElement).toBe(note)
  await press('axn?o1')
  expect(note.value).toBe('axn?o1')
  expect(desk.sent).toHaveLength(1)
  expect(other.queryByRole('img')).toBeNull()
  await press('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focused()).toBe('Ansehen: Mia 1'))
})

test('by keys it is O for both pictures, one to four, and Enter', async () => {
  const unseen = { seen: [] as Submission['seen'] }
  const { desk, server } = await openDesk([submission(1, unseen), submission(2, unseen)])
  await row('Mia 1')
  await press('n')
  const review = await reviewOf('Mia 2')
  await press('o')
  await waitFor(() => expect(review.getAllByRole('img')).toHaveLength(2))
  // each of them on record
  expect(server.times(`${LIST}/${idOf(2)}/images`)).toBe(2)
  await press('1234{Enter}')
  // opened is not looked at: they have not arrived yet
  expect(desk.sent).toEqual([])
  for (const image of review.getAllByRole('img')) fireEvent.load(image)
  await press('{Enter}')
  await waitFor(() => expect(desk.sent).toHaveLength(1))
  await reviewOf('Mia 1')
  expect(desk.submissions.map(({ status }) => status)).toEqual(['pending', 'verified'])
})

test('a note is begun with a sentence by the way of what is typed, and finished by hand', async () => {
  const insert = vi.fn<Document['execCommand']>(() => false)
  document.execCommand = insert
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
  await openDesk([submission(1)])
  const review = await view('Mia 1')
  const note = review.getByLabelText<HTMLTextAreaElement>('Begründung oder Notiz')
  const sentences = review.getByRole('combobox', { name: 'Mit einem Satz beginnen …' })
  await userEvent.selectOptions(sentences, within(sentences).getAllByRole('option')[2]!)
  expect(insert.mock.calls).toEqual([['insertText', false, note.value]])
  expect(sentences).toHaveProperty('selectedIndex', 2)
  await userEvent.type(note, ' Danke.')
  expect(sentences).toHaveProperty('selectedIndex', 0)
  expect(note.value).toMatch(/^Das Bild ist unscharf oder spiegelt\..*Danke\.$/)
})

test('the ready sentences are in the language the member reads, and the reviewer is told which', async () => {
  await openDesk([submission(1, { language: 'en' })])
  const review = await view('Mia 1')
  review.getByText(/Das Mitglied liest sie, und zwar auf Englisch\./)
  const sentences = review.getByRole('combobox', { name: 'Mit einem Satz beginnen …' })
  const [, first] = within(sentences).getAllByRole('option')
  await userEvent.selectOptions(sentences, first!)
  expect(review.getByLabelText<HTMLTextAreaElement>('Begründung oder Notiz').value).toBe(
    'The document cannot be seen in full. Please show all four corners.',
  )
  expect(first!.lang).toBe('en')
})

test('who goes through the ready sentences by keys stays in the list, hears each, and has one in the end', async () => {
  await openDesk([submission(1)])
  const review = await view('Mia 1')
  const note = review.getByLabelText<HTMLTextAreaElement>('Begründung oder Notiz')
  await userEvent.type(note, 'Guten Tag.')
  const sentences = review.getByRole('combobox', { name: 'Mit einem Satz beginnen …' })
  sentences.focus()
  for (const option of within(sentences).getAllByRole('option').slice(1)) {
    await userEvent.selectOptions(sentences, option)
    expect(document.activeElement).toBe(sentences)
    expect(note.value).toBe(`Guten Tag. ${option.textContent}`)
    await review.findByText(option.textContent, { selector: '[role=status] span' })
  }
  await userEvent.selectOptions(sentences, '')
  expect(note.value).toBe('Guten Tag.')
})

test('n begins with the longest wait, and Escape comes back to the list', async () => {
  await openDesk([submission(1), submission(2), submission(3)])
  await row('Mia 1')
  await press('n')
  await reviewOf('Mia 3')
  await press('n')
  await reviewOf('Mia 2')
  await press('n')
  await reviewOf('Mia 1')
  await press('n')
  await reviewOf('Mia 3')
})

test('the next one opens no window where it was closed meanwhile, or another is open', async () => {
  const { server } = await openDesk([submission(1), submission(2), submission(3)])
  const path = `${LIST}?filter=queue&after=${idOf(3)}`
  const [answer, late] = [server.answers[path]!, Promise.withResolvers<void>()]
  server.answers[path] = async (request) => (await late.promise, answer(request))
  await view('Mia 3')
  await press('n')
  await waitFor(() => expect(server.times(path)).toBe(1))
  await press('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  late.resolve()
  await view('Mia 1')
  screen.getByRole('dialog', { name: 'Einreichung von Mia 1' })
})

test('the last row brings the next page', async () => {
  await openDesk([1, 2, 3, 4].map((number) => submission(number)))
  await row('Mia 3')
  await press('jjjj')
  await row('Mia 4')
  await press('j')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Ansehen: Mia 4')
})

test('the keys are listed, and can be turned off', async () => {
  await openDesk([submission(1)])
  await row('Mia 1')
  await press('?')
  const help = within(await screen.findByRole('dialog', { name: 'Tastenkürzel' }))
  help.getByText('Nächste Zeile')
  await userEvent.click(help.getByRole('checkbox', { name: 'Tastenkürzel verwenden' }))
  expect(localStorage.getItem('parlour.shortcuts')).toBe('off')
  await press('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('n?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Tastenkürzel' }))
  await screen.findByRole('dialog', { name: 'Tastenkürzel' })
})

test('with a modifier a key is the browser’s', async () => {
  await openDesk([submission(1)])
  await row('Mia 1')
  await press('{Control>}n{/Control}{Meta>}n{/Meta}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('in English everything is English', async () => {
  await openDesk([submission(1, { username: null })], { language: 'en' })
  const gone = within(await row('Account deleted'))
  gone.getByText('ID checked (manually)')
  gone.getByText('Pending')
  gone.getByText(/^21 November 2026, \d\d:00$/)
})
