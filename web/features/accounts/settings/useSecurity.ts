import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getSecurity, listLogIns, listSessions } from '#contract/accounts/security.ts'
import { query } from '#web/platform/api/call.ts'
import { userUpdated } from '#web/platform/session/session.ts'

export const useSecurity = () => useQuery(query(getSecurity, {}))

export const useOpenSessions = () => useQuery(query(listSessions, {}))

export const useLogIns = () => useQuery(query(listLogIns, {}))

/** Asks again for what an act has changed, here and, where it concerns who one is, in the other tabs. */
export function useRefresh() {
  const client = useQueryClient()
  const again = (endpoint: typeof getSecurity | typeof listSessions) =>
    client.invalidateQueries({ queryKey: query(endpoint, {}).queryKey })
  return {
    security: () => again(getSecurity),
    sessions: () => again(listSessions),
    /** A first factor makes an admin of who was waiting to be one; without the last one they wait again. */
    factors: () => Promise.all([again(getSecurity), userUpdated(client)]),
  }
}
