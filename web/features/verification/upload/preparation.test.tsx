import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { standInForCanvas } from '#web/testing/canvas.ts'
import { closeTab, mila, openTab, type Server } from '#web/testing/openTab.tsx'
import {
  choose,
  consent,
  fileNamed,
  nothingYet,
  PATH,
  prepare,
  press,
  verificationServer,
} from '#web/testing/verification.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(() => (closeTab(), vi.restoreAllMocks()))

const toast = async (words: string) =>
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)

/** Step 2, filled in, with the dialog of the optional verification open. */
async function openPreparation(session: typeof mila | null) {
  sessionStorage.setItem(
    'parlour.sign-up',
    JSON.stringify({
      isAdult: true,
      termsVersion: documentVersions.terms,
      fields: {
        birthdate: '01.02.1990',
        email: 'mila@example.org',
        username: 'Mila',
        acceptsTerms: true,
      },
    }),
  )
  const state = { verification: { ...nothingYet } }
  const answers: Server['answers'] = {
    ...verificationServer(state),
    '/api/auth/sign-up': () => {
      tab.server.session = session
      return Response.json({ session })
    },
  }
  const tab = await openTab('/signup', { answers })
  standInForCanvas()
  await userEvent.type(await screen.findByLabelText('Passwort'), 'correct horse battery')
  await press('Jetzt verifizieren (optional)')
  await consent()
  return { ...tab, state }
}

async function prepareAll() {
  await prepare('Datei für die Vorderseite', fileNamed('vorn.jpg'))
  await prepare('Datei für das Selfie', fileNamed('ich.jpg'))
  await press('Zur Prüfung einreichen')
}

test('without an account a submit says so, and is made up for once there is one', async () => {
  const { server, at, state } = await openPreparation(mila)
  await prepareAll()
  await toast('Nicht angemeldet')
  expect(server.requests.every(({ path }) => !path.startsWith(PATH))).toBe(true)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText(/liegen bereit und werden eingereicht, sobald/)).toBeTruthy()

  await press('Konto erstellen')
  await waitFor(() => expect(at()).toBe('/verify'))
  await toast('Erfolgreich eingereicht')
  expect(await screen.findByText('In Prüfung')).toBeTruthy()
  expect(state.verification.status).toBe('pending')
  expect(
    server.requests.filter(({ method, path }) => method === 'POST' && path === PATH),
  ).toHaveLength(1)
})

test('what is not complete is not submitted, but still there on /verify', async () => {
  const { server, at } = await openPreparation(mila)
  await choose('Datei für die Vorderseite', fileNamed('vorn.pdf'))
  await userEvent.keyboard('{Escape}')
  await press('Konto erstellen')
  await waitFor(() => expect(at()).toBe('/verify'))
  expect(await screen.findByText(/vorbereiteten Dateien liegen noch bereit/)).toBeTruthy()
  await press('Dokumente hochladen')
  expect(await screen.findByText(/lassen sich hier nicht schwärzen/)).toBeTruthy()
  expect(server.requests.every(({ path }) => !path.startsWith(`${PATH}/files`))).toBe(true)
})

test('where the address has to be confirmed, the files are dropped, and that is said', async () => {
  const { server } = await openPreparation(null)
  await prepareAll()
  await press('Konto erstellen')
  await screen.findByRole('heading', { name: 'Check your email' })
  expect(screen.getByText(/ID files you prepared were dropped.*“Verification”/)).toBeTruthy()
  expect(server.requests.every(({ path }) => !path.startsWith(PATH))).toBe(true)
  closeTab()

  await openTab('/signup')
  expect(await screen.findByText(/ID files you prepared were dropped/)).toBeTruthy()
})

test('who prepared nothing reads nothing of files', async () => {
  await openPreparation(null)
  await userEvent.keyboard('{Escape}')
  await press('Konto erstellen')
  await screen.findByRole('heading', { name: 'Check your email' })
  expect(screen.queryByText(/were dropped/)).toBeNull()
})
