import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Subscription } from '#contract/billing/billing.ts'
import { refetchSession } from '#web/platform/session/session.ts'
import { takeNotice } from '#web/platform/api/notice.ts'
import { billing, subscription } from '#web/testing/billing.ts'
import {
  closeTab,
  done,
  mila,
  openTab,
  otherTabSays,
  plainSecurity,
  refusal,
  type Server,
} from '#web/testing/openTab.tsx'
import { now } from '#testing/random.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(() => {
  closeTab()
  vi.useRealTimers()
})

const DELETION = '/api/mine/deletion'
const button = (name: string) => screen.getByRole('button', { name })

/** How often it was asked for. */
const deletions = ({ requests }: Server) =>
  requests.filter(({ path, method }) => path === DELETION && method === 'POST').length

type Opening = {
  own?: Subscription | null
  isProved?: boolean
  answers?: Server['answers']
  language?: 'mul' | 'de'
}

/** The dialog, as it opens for somebody with this contract. */
async function openDialog({ own = null, isProved = true, answers = {}, language }: Opening = {}) {
  const club = { isProved, deletedAt: 0 }
  const until = () => (club.isProved ? '2026-11-21T12:10:00.000Z' : null)
  const tab = await openTab('/settings', {
    session: mila,
    ...(language && { language }),
    answers: {
      '/api/billing': () => Response.json(billing({ subscription: own })),
      '/api/security': () => Response.json({ ...plainSecurity, provedUntil: until() }),
      '/api/auth/proof': () => {
        club.isProved = true
        return Response.json({ until: until() })
      },
      [DELETION]: ({ method }) => {
        if (method === 'GET') return Response.json({ isLastAdmin: false })
        if (!club.isProved) return refusal('proof_needed', {}, 403)
        club.deletedAt = now().getTime()
        tab.server.session = null
        return Response.json({ purgeAt: '2026-12-21T12:00:00.000Z' })
      },
      ...answers,
    },
  })
  const words = language === 'de' ? 'Konto löschen' : 'Delete account'
  await userEvent.click(await screen.findByRole('button', { name: words }))
  const dialog = within(await screen.findByRole('dialog'))
  return {
    ...tab,
    club,
    dialog,
    press: () => userEvent.click(dialog.getByRole('button', { name: words })),
  }
}

test('the landing page tells of it also if the stream heard of the end before the answer', async () => {
  const { resolve: answer, promise } = Promise.withResolvers<Response>()
  const { at, client, server, press } = await openDialog({
    answers: {
      [DELETION]: ({ method }) =>
        method === 'GET' ? Response.json({ isLastAdmin: false }) : promise,
    },
  })
  await press()
  await waitFor(() => expect(deletions(server)).toBe(1), { timeout: 5_000 })
  server.session = null
  const asked = server.times('/api/auth/session')
  void refetchSession(client)
  act(() => otherTabSays('signed_out', null))
  await waitFor(() => expect(server.times('/api/auth/session')).toBe(asked + 1))
  expect(at()).toBe('/settings')
  await act(async () => answer(Response.json({ purgeAt: '2026-12-21T12:00:00.000Z' })))
  await waitFor(() => expect(at()).toBe('/'))
  expect(takeNotice()).toBe('account_deleted')
})

test('the dialog says what goes within 30 days, what goes at once, and what the law keeps', async () => {
  const { dialog, server } = await openDialog()
  dialog.getByText(/All data is deleted within 30 days/)
  dialog.getByText(/ID pictures are destroyed/)
  dialog.getByText(/For 30 days its link brings the account back/)
  dialog.getByText(/Invoices and payments, without your name: 8 years/)
  dialog.getByText(/Proof of consents, without your name: 3 years/)
  dialog.getByText(/requests under the GDPR.*: 3 years/)
  dialog.getByText(/The audit log.*: 2 years/)
  dialog.getByText(/Backups from before: 35 days/)
  dialog.getByText(/If something of yours was reported.*12 months.*3 years/)
  dialog.getByText(
    /After a ban, or where others blocked you: check values of your email addresses, 5 years/,
  )
  expect(dialog.queryByText(/Your subscription/)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Keep account' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button('Delete account'))
  expect(deletions(server)).toBe(0)
})

test('the last admin reads what becomes of the club, and may go all the same', async () => {
  const words = { en: /Without you the club has no admin/, de: /hat der Club keinen Admin mehr/ }
  const tell = (isLastAdmin: boolean) => ({
    answers: {
      [DELETION]: ({ method }: { method: string }) =>
        method === 'GET'
          ? Response.json({ isLastAdmin })
          : Response.json({ purgeAt: '2026-12-21T12:00:00.000Z' }),
    },
  })
  const last = await openDialog(tell(true))
  await last.dialog.findByText(words.en)
  await last.press()
  await waitFor(() => expect(last.at()).toBe('/'))
  closeTab()

  const german = await openDialog({ ...tell(true), language: 'de' })
  await german.dialog.findByText(words.de)
  closeTab()

  const one = await openDialog(tell(false))
  await waitFor(() => expect(one.server.times(DELETION)).toBe(1))
  expect(one.dialog.queryByText(words.en)).toBeNull()
})

test('it is deleted after at least a second, then the landing page tells so and nothing is left here', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const draft = `parlour.draft.${mila.userId}.lounge`
  localStorage.setItem(draft, 'half a sentence')
  const { at, dialog, press, club } = await openDialog()
  const begun = now().getTime()
  await press()
  const deleting = dialog.getByRole('button', { name: 'Deleting' })
  expect(deleting.getAttribute('aria-disabled')).toBe('true')
  dialog.getByText('Your account is being deleted.')
  expect(takeNotice()).toBeNull()
  // what is under way cannot be put out of sight
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeTruthy()
  expect(club.deletedAt).toBe(0)

  await waitFor(() => expect(at()).toBe('/'))
  expect(club.deletedAt - begun).toBeGreaterThanOrEqual(1_000)
  expect(takeNotice()).toBe('account_deleted')
  expect(localStorage.getItem(draft)).toBeNull()
})

test('who has not proved it lately does so first, and may still think better of it', async () => {
  const { at, club, press, server } = await openDialog({ isProved: false })
  await press()
  const name = /confirm that it is you/
  await screen.findByRole('dialog', { name })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
  expect(club.deletedAt).toBe(0)

  await press()
  const proof = within(await screen.findByRole('dialog', { name }))
  await userEvent.type(await proof.findByLabelText('Password'), 'correct horse{Enter}')
  await waitFor(() => expect(at()).toBe('/'))
  expect(deletions(server)).toBe(3)
})

test('what the club does not do is not told as done', async () => {
  const { at, dialog, press } = await openDialog({
    answers: { [DELETION]: () => refusal('unavailable', {}, 503) },
  })
  await press()
  await dialog.findByRole('alert')
  expect([at(), takeNotice()]).toEqual(['/settings', null])
  expect(dialog.getByRole('button', { name: 'Delete account' }).ariaDisabled).toBeNull()
})

test('a running subscription is explained, with the way to cancel it first', async () => {
  const { dialog } = await openDialog({ own: subscription({ withdrawCents: 1724 }) })
  await dialog.findByText('Your subscription A-2026-123456 ends with the account')
  dialog.getByText(/you get €17\.24 back/)
  dialog.getByText(/use Premium until 18 December 2026, cancel first/)
  const link = dialog.getByRole('link', { name: 'To the subscription' })
  expect(link.getAttribute('href')).toBe('#subscription')
  await userEvent.click(link)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('after the days of withdrawal nothing is paid back, and a cancelled one simply runs out', async () => {
  const { dialog } = await openDialog({
    own: subscription({
      status: 'cancelled',
      withdrawCents: null,
      withdrawUntil: null,
      endsAt: '2026-12-18T10:01:00.000Z',
    }),
    language: 'de',
  })
  await dialog.findByText(/Der Rest des bezahlten Monats wird nicht erstattet/)
  dialog.getByText(/Premium noch bis zum 18\.12\.2026 nutzen, löschen Sie das Konto erst danach/)
})

test('where nobody knows of a subscription, the dialog says what would become of it', async () => {
  const { dialog } = await openDialog({
    answers: { '/api/billing': () => refusal('unavailable', {}, 503), '/api/auth/log-out': done },
  })
  await dialog.findByText(/If one is, it ends with the account/)
})
