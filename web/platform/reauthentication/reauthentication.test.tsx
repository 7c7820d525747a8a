import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Security } from '#contract/accounts/security.ts'
import { challenge, openAuthenticator } from '#web/testing/authenticator.ts'
import { closeTab, done, mila, openTab, plainSecurity, refusal } from '#web/testing/openTab.tsx'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const PROOF = '/api/auth/proof'
const passkey = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  name: 'Phone',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: null,
}
const since = '2026-11-01T10:00:00.000Z'

/** Somebody with this to show, who has just asked for what needs a proof. */
async function openProof(more: Partial<Security>, session = mila) {
  let isProven = false
  const tab = await openTab('/settings/account', {
    session,
    answers: {
      '/api/security': () => Response.json({ ...plainSecurity, ...more }),
      '/api/security/sessions': () => Response.json({ sessions: [] }),
      '/api/security/email': () => (isProven ? done() : refusal('proof_needed', {}, 403)),
      [`${PROOF}/challenge`]: challenge,
      [`${PROOF}/mail`]: done,
      [PROOF]: ({ body }) => {
        const said = body as { password?: string; code?: string; passkey?: object }
        if (said.password === 'wrong') return refusal('invalid_credentials', {}, 401)
        if (said.code === '000000') return refusal('invalid_code', {}, 422)
        isProven = true
        return Response.json({ until: '2026-11-21T12:10:00.000Z' })
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Change email address' }))
  await userEvent.type(await screen.findByLabelText('New email address'), 'a@new.example{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Please confirm that it is you' })
  const settled = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await screen.findByText('A message to a@new.example is on its way.')
    return tab.server.requests.findLast(({ path }) => path === PROOF)?.body
  }
  return { dialog: within(dialog), settled }
}

test('of staff who have no second factor yet a code in their mailbox is asked, not the password', async () => {
  const { dialog, settled } = await openProof({}, { ...mila, isFactorDue: true })
  await userEvent.click(await dialog.findByRole('button', { name: 'Send the code' }))
  const code = await dialog.findByLabelText('Code from our email')
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect(dialog.queryByLabelText('Password')).toBeNull()
  await userEvent.type(code, 'BCDF-GHJK{Enter}')
  expect(await settled()).toEqual({ code: 'BCDF-GHJK' })
})

test('who has only a password proves it by that', async () => {
  const { dialog, settled } = await openProof({})
  const password = await dialog.findByLabelText('Password')
  await waitFor(() => expect(document.activeElement).toBe(password))
  await userEvent.type(password, 'wrong{Enter}')
  await dialog.findByText('This password is not right.')
  await userEvent.clear(password)
  await userEvent.type(password, 'right{Enter}')
  expect(await settled()).toEqual({ password: 'right' })
})

test('who has an app is asked for its code, and may take a recovery code', async () => {
  const { dialog, settled } = await openProof({ totpSince: since, recoveryCodesLeft: 3 })
  const code = await dialog.findByLabelText('Code from your authenticator app')
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect(dialog.queryByLabelText('Password')).toBeNull()
  await userEvent.type(code, '000000{Enter}')
  await dialog.findByText('This code is wrong or has expired.')
  await userEvent.click(dialog.getByRole('button', { name: 'Use a recovery code instead' }))
  await userEvent.type(await dialog.findByLabelText('Recovery code'), 'ABCD-EFGH{Enter}')
  expect(await settled()).toEqual({ code: 'ABCD-EFGH' })
})

test('who has a passkey proves it by that', async () => {
  const authenticator = openAuthenticator()
  const { dialog, settled } = await openProof({ passkeys: [passkey], recoveryCodesLeft: 3 })
  authenticator.answer = 'UnknownError'
  await userEvent.click(await dialog.findByRole('button', { name: 'Use a passkey' }))
  await dialog.findByText(/This browser could not use a passkey here/)
  authenticator.answer = 'given'
  await userEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }))
  expect(await settled()).toMatchObject({ passkey: { credential: { id: 'AQID' } } })
})

test('an admin who has one shows it on the desk, and is an admin from then on', async () => {
  const { server } = await openTab('/admin/verifications', {
    session: { ...mila, isFactorDue: true },
    language: 'en',
    answers: { '/api/security': () => Response.json({ ...plainSecurity, totpSince: since }) },
  })
  await screen.findByRole('heading', { name: 'A second factor is missing' })
  await userEvent.click(await screen.findByRole('button', { name: /Confirm with your second/ }))
  const dialog = within(await screen.findByRole('dialog'))
  server.answers[PROOF] = () => {
    server.session = { ...mila, isAdmin: true }
    return Response.json({ until: '2026-11-21T12:10:00.000Z' })
  }
  await userEvent.type(await dialog.findByLabelText(/authenticator app/), '123456{Enter}')
  await waitFor(() => expect(screen.queryByText('A second factor is missing')).toBeNull())
})

test('an admin without a second factor is led from the desk to the settings', async () => {
  await openTab('/admin/money', { session: { ...mila, isFactorDue: true } })
  await screen.findByRole('heading', { name: 'Es fehlt ein zweiter Faktor' })
  const link = await screen.findByRole('link', { name: 'Zweiten Faktor einrichten' })
  expect(link.getAttribute('href')).toBe('/settings/account')
})
