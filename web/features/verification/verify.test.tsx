import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeTab, refusal } from '#web/testing/openTab.tsx'
import { openVerify, PATH, press } from '#web/testing/verification.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(closeTab)

const region = async (name: string) => within(await screen.findByRole('region', { name }))

test.each([
  ['verified', 'Verifiziert', /Identität ist bestätigt/],
  ['pending', 'In Prüfung', /warten auf einen Menschen/],
  ['rejected', 'Abgelehnt', /endete mit einer Ablehnung/],
  ['none', 'Unverifiziert', /liegt keine Einreichung von Ihnen vor/],
] as const)(
  'the status %s has its badge and explanation, and what can be done',
  async (status, badge, words) => {
    await openVerify({ status })
    const card = await region('Ihr Status')
    expect(card.getByText(badge)).toBeTruthy()
    expect(card.getByText(words)).toBeTruthy()
    const isOpen = status === 'none' || status === 'rejected'
    expect(screen.queryAllByRole('tab')).toHaveLength(isOpen ? 2 : 0)
    expect(screen.queryAllByRole('button', { name: 'Dokumente hochladen' })).toHaveLength(
      isOpen ? 1 : 0,
    )
    expect(screen.queryAllByRole('button', { name: /zurückziehen/ })).toHaveLength(
      status === 'pending' ? 1 : 0,
    )
    expect(screen.getByRole('link', { name: 'Zu den Räumen' }).getAttribute('href')).toBe('/rooms')
    // a member who comes back is not welcomed again
    expect(screen.queryByText(/^Willkommen/)).toBeNull()
    expect(document.documentElement.lang).toBe('de')
  },
)

test.each([
  ['id_manual', 'ID geprüft (manuell)'],
  ['id_auto', 'ID geprüft (automatisch)'],
  ['payment', 'Zahlungskonto geprüft'],
] as const)('somebody verified by %s reads how', async (method, words) => {
  await openVerify({ status: 'verified', method })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('how long it takes is said as promised, and as it really was where that is known', async () => {
  await openVerify({ status: 'pending', submittedAt: '2026-11-20T12:00:00.000Z' })
  expect(await screen.findByText('24 bis 48 Stunden')).toBeTruthy()
  expect(screen.getByText('20.11.2026')).toBeTruthy()
  expect(screen.queryByText(/letzten 30 Tagen/)).toBeNull()
  closeTab()
  await openVerify({ status: 'pending', medianHours: 5.2 })
  expect(await screen.findByText(/letzten 30 Tagen.*höchstens 6 Stunden/)).toBeTruthy()
  closeTab()
  await openVerify({ medianHours: 0.3 })
  expect(await screen.findByText(/höchstens einer Stunde/)).toBeTruthy()
})

test('the reason of a rejection stands as the reviewer wrote it', async () => {
  await openVerify({ status: 'rejected', reason: 'Das Foto ist unscharf.' })
  const card = await region('Ihr Status')
  expect(card.getByText('Begründung')).toBeTruthy()
  const words = card.getByText('Das Foto ist unscharf.')
  expect([words.getAttribute('lang'), words.dir]).toEqual(['', 'auto'])
})

test('the two ways to come explain themselves, and neither can be started', async () => {
  const { server } = await openVerify()
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Automatische Prüfung',
    '1-Cent-Zahlung',
  ])
  const panel = within(screen.getByRole('tabpanel'))
  expect(panel.getByText('Demnächst verfügbar')).toBeTruthy()
  for (const part of [/Ausweisvorderseite/, /Liveness-Selfie/, /Automatischer Abgleich/])
    expect(panel.getByText(part)).toBeTruthy()
  expect(panel.getByRole<HTMLButtonElement>('button').disabled).toBe(true)

  tabs[0]!.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(tabs[1])
  expect(tabs[1]!.getAttribute('aria-selected')).toBe('true')
  expect(panel.getByText(/einmalig 0,01 €/)).toBeTruthy()
  expect(panel.getByText('Demnächst verfügbar')).toBeTruthy()
  expect(panel.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a status that cannot be loaded is said in its words, and can be asked for again', async () => {
  let isDown = true
  const { state } = await openVerify(
    {},
    {
      answers: {
        [PATH]: () =>
          isDown ? refusal('unexpected', {}, 500) : Response.json({ ...state.verification }),
      },
    },
  )
  expect((await screen.findAllByText('Fehler')).length).toBeGreaterThan(0)
  const words = 'Verifizierungsstatus konnte nicht geladen werden.'
  await waitFor(() => expect(screen.getAllByText(words).length).toBeGreaterThan(1))
  isDown = false
  await press('Noch einmal versuchen')
  expect(await screen.findByText('Unverifiziert')).toBeTruthy()
})

test('the member sees who looked when, and what was shredded by which rule', async () => {
  await openVerify({
    status: 'rejected',
    views: [
      { at: '2026-11-20T12:00:00.000Z', side: 'front', purpose: 'review' },
      { at: '2026-11-20T12:01:00.000Z', side: 'selfie', purpose: 'review' },
    ],
    receipts: [
      { at: '2026-11-21T03:00:00.000Z', sides: ['front', 'back', 'selfie'], rule: 'rejected_90' },
    ],
  })
  const views = await region('Wer meine Dokumente gesehen hat')
  expect(views.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^20\.11\.2026, \d\d:00Vorderseite.*bei der Prüfung$/),
    expect.stringMatching(/^20\.11\.2026, \d\d:01Selfie.*bei der Prüfung$/),
  ])
  const receipts = await region('Vernichtet')
  expect(receipts.getByRole('listitem').textContent).toMatch(
    /^21\.11\.2026, .*Vorderseite, Rückseite, Selfie90 Tage nach der Ablehnung$/,
  )
})

test.each([
  ['withdrawn', 'mul', /nichts eingereicht/],
  ['abandoned_30', 'en', /not submitted/],
] as const)(
  'nobody whose submission is over (%s) reads that they never made one (%s)',
  async (rule, language, lie) => {
    const at = '2026-11-21T03:00:00.000Z'
    await openVerify({ receipts: [{ at, sides: ['front', 'selfie'], rule }] }, { language })
    await screen.findByRole('region', { name: language === 'en' ? 'Shredded' : 'Vernichtet' })
    expect(screen.queryByText(lie)).toBeNull()
  },
)

test.each([
  ['mul', 'Vernichtet', /spätestens dann vernichtet/],
  ['en', 'Shredded', /shredded then at the latest/],
] as const)(
  'whose rejected documents are shredded already is not promised it for later (%s)',
  async (language, receipts, words) => {
    const at = '2026-11-21T03:00:00.000Z'
    const receipt = {
      at,
      sides: ['front' as const, 'selfie' as const],
      rule: 'rejected_90' as const,
    }
    await openVerify({ status: 'rejected', receipts: [receipt] }, { language })
    await screen.findByRole('region', { name: receipts })
    expect(screen.getByText(words)).toBeTruthy()
  },
)

test('as long as nobody looked, that is said, and no receipts are shown', async () => {
  await openVerify()
  expect(await screen.findByText('Bisher hat niemand hingesehen.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Vernichtet' })).toBeNull()
})

test('withdrawing asks first, and then the status is as before', async () => {
  const { server } = await openVerify({ status: 'pending' })
  await press('Einreichung zurückziehen')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('sofort vernichtet')
  const deleted = () => server.requests.filter(({ method }) => method === 'DELETE').length
  expect(deleted()).toBe(0)
  await press('Zurückziehen und vernichten')
  expect(await screen.findByText('Unverifiziert')).toBeTruthy()
  expect(deleted()).toBe(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await screen.findAllByText('Ihre Dokumente sind vernichtet.')).length).toBeGreaterThan(0)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('who withdraws too late reads so, and sees the decision', async () => {
  const { state } = await openVerify(
    { status: 'pending' },
    {
      answers: {
        [PATH]: ({ method }) => {
          if (method === 'GET') return Response.json(state.verification)
          state.verification.status = 'verified'
          return refusal('already_decided', {}, 409)
        },
      },
    },
  )
  await press('Einreichung zurückziehen')
  await press('Zurückziehen und vernichten')
  expect((await screen.findAllByText(/inzwischen entschieden/)).length).toBeGreaterThan(0)
  expect(await screen.findByText('Verifiziert')).toBeTruthy()
})

test('the screen is English for those who chose so', async () => {
  await openVerify({ status: 'pending' }, { language: 'en' })
  expect(await screen.findByText('In review')).toBeTruthy()
})
