import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { postMoment, timeAgo } from './postTime.ts'

/** When a post was written: how long ago, and the moment itself. */
export function PostTime({ when, now }: { when: string; now: Date }) {
  const tongue = useScreenTongue()
  const ago = timeAgo(when, now, tongue)
  return (
    <time dateTime={when}>
      {ago && (
        <>
          {ago === 'now' ? <Text ns="posts" k="now" /> : ago}
          {' · '}
        </>
      )}
      {postMoment(when, tongue)}
    </time>
  )
}
