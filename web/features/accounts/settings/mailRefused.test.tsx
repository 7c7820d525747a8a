import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { resendConfirmation } from '#contract/accounts/auth.ts'
import { closeTab, done, mila, openTab } from '#web/testing/openTab.tsx'

afterEach(closeTab)

test('a member no mail reaches is told in the club, and can have a link sent', async () => {
  const { server } = await openTab('/rooms', {
    session: { ...mila, isMailRefused: true },
    language: 'en',
    answers: { [resendConfirmation.path]: done },
  })
  await screen.findByText(`Our emails do not reach ${mila.email}`)
  screen.getByRole('link', { name: 'Change the address in the settings' })
  await userEvent.click(screen.getByRole('button', { name: 'Send a link to confirm it' }))
  await screen.findByText(/A link is on its way/)
  expect(server.requests.filter(({ method }) => method === 'POST')).toMatchObject([
    { path: resendConfirmation.path, body: { email: mila.email } },
  ])
})

test('nobody else reads of it', async () => {
  await openTab('/rooms', { session: mila, language: 'en' })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText(/Our emails do not reach/)).toBeNull()
})
