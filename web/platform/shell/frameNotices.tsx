import { needWords } from '#web/text/i18n.ts'
import { HiddenNotice } from '#web/platform/discretion/HiddenNotice.tsx'
import { useSession } from '#web/platform/session/session.ts'
import { SessionEnding } from '#web/platform/session/SessionEnding.tsx'

type Props = { about: 'hiding' | 'ending' }

/** Notices few ever see on the screens of members: one file, so that nobody else learns of two. */
function FrameNotice({ about }: Props) {
  const { session } = useSession()
  if (about === 'hiding') return session?.isHidden ? <HiddenNotice /> : null
  // nobody else's session ends while they look
  return session?.isModerator || session?.isFactorDue ? <SessionEnding /> : null
}

/** With their words. */
export async function frameNotices() {
  await needWords(['desk'])
  return FrameNotice
}
