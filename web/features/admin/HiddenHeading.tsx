import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'

/** A column heading for screen readers alone. */
export const HiddenHeading = ({ k }: { k: Key<'house'> }) => (
  <span className="visually-hidden">
    <Text ns="house" k={k} />
  </span>
)
