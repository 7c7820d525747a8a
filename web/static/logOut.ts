import { announce } from '#web/platform/session/authEvents.ts'
import { hasUnsent, wipeWords } from '#web/platform/session/drafts.ts'
import { ask } from './club.ts'

/** Ends the session of this browser, unless words wait that nobody has agreed to lose. */
export async function logOutHere(
  userId: string,
  mayLose: boolean,
): Promise<'left' | 'unsent' | 'failed'> {
  if (!mayLose && hasUnsent(userId)) return 'unsent'
  const { code } = await ask('POST', '/api/auth/log-out')
  // whose session is over already wanted just that
  if (code && code !== 'not_signed_in') return 'failed'
  announce('signed_out', null, true)
  wipeWords(userId)
  return 'left'
}
