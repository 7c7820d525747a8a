import { Text } from '#web/text/Text.tsx'

/** A member's name, or that their account is gone. */
export const Username = ({ name }: { name: string | null }) =>
  name === null ? (
    <Text as="span" className="soft small" ns="money" k="gone" />
  ) : (
    <span lang="">{name}</span>
  )
