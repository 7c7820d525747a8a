import { useMutation, useQueryClient } from '@tanstack/react-query'
import { leaveRoom, listRooms } from '#contract/rooms/rooms.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'

export function useLeaveRoom() {
  const client = useQueryClient()
  return useMutation<unknown, CallError, string>({
    mutationFn: (slug) => call(leaveRoom, { params: { slug } }),
    onSuccess: () => client.invalidateQueries({ queryKey: query(listRooms, {}).queryKey }),
  })
}
