import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { deleteAccount } from '#contract/privacy/ownData.ts'
import { getSecurity } from '#contract/accounts/security.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/api/call.ts'
import { wipeWords } from '#web/platform/session/drafts.ts'
import { leaveNotice } from '#web/platform/api/notice.ts'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { leave, useSession } from '#web/platform/session/session.ts'

/** The button is seen deleting for so long, however fast the club is (spec section 9). */
const LEAST_MS = 1_000

/** Deletes the account and goes to the landing page, which says so. */
export function useDeletion() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { session } = useSession()
  const { run, isPending, failure, forget, proof } = useAct()

  /** The moment stands before the act: after it this session is over, and this screen with it. */
  const begin = () =>
    run(async () => {
      const { provedUntil } = await call(getSecurity, {})
      if (provedUntil) await new Promise((resolve) => setTimeout(resolve, LEAST_MS))
      await leave(client, async () => {
        await call(deleteAccount, {}, { isLeaving: true })
        leaveNotice('account_deleted')
      })
      // after the announcement, so that no tab still open writes a draft again
      if (session) wipeWords(session.userId)
      await navigate(paths.landing)
    })
  return { begin, isDeleting: isPending, failure, forget, proof }
}
