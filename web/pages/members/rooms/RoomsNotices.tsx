import { Suspense } from 'react'
import { Link } from 'react-router'
import type { Room } from '#contract/rooms/rooms.ts'
import { paths } from '#web/paths.ts'
import { useMember } from '#web/platform/session/session.ts'
import { withWords } from '#web/text/i18n.ts'
import { Text } from '#web/text/Text.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'

/** Loaded only by members on the waitlist. */
const queue = lazyPart(
  async () => (await import('#web/features/admission/waitlist/QueuePlace.tsx')).QueuePlace,
)

/** Loaded only by members whose Premium has ended. */
const resting = lazyPart(async () => {
  const part = await withWords(['billing'], import('#web/features/rooms/RestingRooms.tsx'))
  return part.RestingRooms
})

/** Loaded only by members whose address takes no mail. */
const unreached = lazyPart(async () => {
  const part = await withWords(
    ['security'],
    import('#web/features/accounts/settings/MailRefused.tsx'),
  )
  return part.MailRefused
})

/** Above the rooms, what few are ever told: no mail reaches them, they wait in line, some of their rooms rest. */
export function RoomsNotices({ rooms }: { rooms: Room[] }) {
  const { isAdmitted, isMailRefused } = useMember()
  return (
    <Suspense fallback={null}>
      {isMailRefused && (
        <unreached.Part>
          <Link to={`${paths.settings}#security`}>
            <Text ns="security" k="mail_refused_change" />
          </Link>
        </unreached.Part>
      )}
      {!isAdmitted && <queue.Part />}
      {rooms.some(({ isDormant }) => isDormant) && <resting.Part rooms={rooms} />}
    </Suspense>
  )
}
