import { screen } from '@testing-library/react'
import type { Session } from '#contract/accounts/session.ts'
import { closeTab, openTab } from './openTab.tsx'

/** A member's screen while nobody says who they are; it says so by now. `speak` lets the club answer again. */
export async function openUnanswered(path: string, session: Session): Promise<() => void> {
  let isSilent = true
  const { server } = await openTab(path, { session })
  closeTab()
  const answer = server.answers['/api/auth/session']!
  await openTab(path, {
    answers: {
      '/api/auth/session': (request) =>
        isSilent ? Promise.reject(new TypeError('offline')) : answer(request),
    },
  })
  await screen.findByRole('alert')
  return () => (isSilent = false)
}
