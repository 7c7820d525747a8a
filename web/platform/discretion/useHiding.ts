import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { call, type CallError } from '#web/platform/api/call.ts'
import { userUpdated } from '#web/platform/session/session.ts'

/** Hides the member from everybody, or shows them again; what this device shows is asked for again. */
export function useHiding() {
  const client = useQueryClient()
  return useMutation<unknown, CallError, boolean>({
    mutationFn: (isHidden) => call(setHidden, { body: { isHidden } }),
    onSuccess: async () => {
      await userUpdated(client)
      void client.invalidateQueries()
    },
  })
}
