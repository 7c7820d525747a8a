import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'

/** The head of a column that needs none to the eye. */
export const Unseen = ({ k }: { k: Key<'house'> }) => (
  <span className="visually-hidden">
    <Text ns="house" k={k} />
  </span>
)
