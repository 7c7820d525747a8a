import { useQueryClient } from '@tanstack/react-query'

/** Blocks somebody by what is fetched only then: beside a report that is chosen rarely. */
export function useBlockLater() {
  const client = useQueryClient()
  return async (memberId: string): Promise<void> =>
    (await import('./useSafety.ts')).block(client, memberId)
}
