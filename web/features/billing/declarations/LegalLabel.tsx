import { useScreenTongue } from '#web/text/Screen.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'

/** Words the law gives, in its language whatever the screen's. */
export const LegalLabel = ({ words }: { words: string }) => <span lang="de">{words}</span>

/** The same in another language. */
export function TranslatedLabel({ k }: { k: Key<'declarations'> }) {
  if (useScreenTongue() === 'de') return null
  return (
    <span>
      (<Text ns="declarations" k={k} />)
    </span>
  )
}
