import { hidePost, showAllPosts } from '#contract/members/hiding.ts'
import { muteMember, unmuteMember } from '#contract/members/mutes.ts'
import type { SignalReason } from '#contract/members/signals.ts'
import { call } from '#web/platform/api/call.ts'
import { useSeeing } from './useSafety.ts'

type PuttingAway = { id: string; reason?: SignalReason | null }

/** The reason given to staff, if any. */
const toBody = (reason: PuttingAway['reason']) => (reason ? { body: { reason } } : {})

export const useMute = () =>
  useSeeing(({ id, reason }: PuttingAway) =>
    call(muteMember, { params: { memberId: id }, ...toBody(reason) }),
  )

export const useUnmute = () =>
  useSeeing((memberId: string) => call(unmuteMember, { params: { memberId } }))

export const useHide = () =>
  useSeeing(({ id, reason }: PuttingAway) =>
    call(hidePost, { params: { postId: id }, ...toBody(reason) }),
  )

export const useShowAll = () => useSeeing(() => call(showAllPosts, {}))
