import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { bearMovedNodes } from '#web/platform/boundary/movedNodes.ts'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { translate } from '#web/testing/translate.ts'
import { openVerify } from '#web/testing/verification.ts'

const stops: (() => void)[] = []
const stop = bearMovedNodes()
afterAll(stop)
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  closeTab()
})

const ways = ['wrapped', 'replaced'] as const
const everyWay = ways.flatMap((way) =>
  (['mul', 'de', 'en'] as const).map((from) => [way, from] as const),
)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })

test.each(everyWay)(
  'translated (%s), the settings from %s change their language and back',
  async (way, language) => {
    await openTab('/settings', { session: mila, language, isWide: true })
    await heading(language === 'de' ? 'Einstellungen' : 'Settings')
    stops.push(translate(way))
    await userEvent.click(await button('Deutsch'))
    await heading('Einstellungen')
    await userEvent.click(await button('English'))
    await heading('Settings')
    expect(screen.queryByText('Einstellungen')).toBeNull()
  },
)

test.each(everyWay)(
  'translated (%s), the verification from %s changes its language',
  async (way, language) => {
    await openVerify({ status: 'pending' }, { language, isWide: true })
    await screen.findByRole('region', { name: language === 'en' ? 'Your status' : 'Ihr Status' })
    stops.push(translate(way))
    await userEvent.click(await button('English'))
    await screen.findByRole('region', { name: 'Your status' })
    await userEvent.click(await button('Deutsch'))
    await screen.findByRole('region', { name: 'Ihr Status' })
    expect(screen.queryByText('Your status')).toBeNull()
  },
)

test.each(everyWay)(
  'translated (%s), a log-in from %s is pending, refused and told in any language',
  async (way, language) => {
    const answer = Promise.withResolvers<Response>()
    await openTab('/login', { language, answers: { '/api/auth/log-in': () => answer.promise } })
    const isGerman = language === 'de'
    await heading(isGerman ? 'Anmelden' : 'Log in')
    stops.push(translate(way))
    await userEvent.type(
      await screen.findByLabelText(isGerman ? 'E-Mail-Adresse' : 'Email'),
      'mia@example.org',
    )
    await userEvent.type(
      await screen.findByLabelText(isGerman ? 'Passwort' : 'Password'),
      'lamplight{Enter}',
    )
    const submit = await button(isGerman ? 'Anmelden' : 'Log In')
    await waitFor(() => expect(submit.getAttribute('aria-disabled')).toBe('true'))
    answer.resolve(refusal('invalid_credentials', {}, 401))
    await screen.findByRole('group', {
      name: isGerman ? 'Anmeldung fehlgeschlagen' : 'Login failed',
    })
    await waitFor(() => expect(submit.getAttribute('aria-disabled')).toBeNull())
    act(() => showToast({ title: 'nothing_to_cancel', tone: 'info' }))
    await userEvent.click(await button('English'))
    await screen.findByRole('group', { name: 'Login failed' })
    await screen.findByRole('group', { name: 'No paid subscription is running' })
    await userEvent.click(await button('Deutsch'))
    await screen.findByRole('group', { name: 'Anmeldung fehlgeschlagen' })
    expect(screen.queryByText('Login failed')).toBeNull()
    await heading('Anmelden')
  },
)
