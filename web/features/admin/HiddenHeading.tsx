import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'

/** A column heading for screen readers alone. */
export const HiddenHeading = ({ k }: { k: Key<'house'> }) => (
  <Text as="span" className="visually-hidden" ns="house" k={k} />
)
