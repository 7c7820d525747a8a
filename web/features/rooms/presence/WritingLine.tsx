import type { Present } from '#contract/rooms/presence.ts'
import { Text } from '#web/text/Text.tsx'
import styles from './WhoIsHere.module.css'

const NAMED = 3

/**
 * Who is writing, in a line that keeps its place. Not announced: somebody always is, and a screen
 * reader would say nothing else.
 */
export function WritingLine({ writers }: { writers: readonly Present[] }) {
  const names = writers.slice(0, NAMED).map(({ username }) => username)
  return (
    <p className={`truncate soft ${styles.line}`}>
      {names.length > 0 && (
        <Text ns="presence" k="writing" values={{ count: names.length, names: names.join(', ') }} />
      )}
    </p>
  )
}
