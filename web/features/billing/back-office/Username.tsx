import { Text } from '#web/text/Text.tsx'

/** A member's name, or that their account is gone. */
export const Username = ({ name }: { name: string | null }) =>
  name === null ? (
    <span className="soft small">
      <Text ns="money" k="gone" />
    </span>
  ) : (
    <span lang="">{name}</span>
  )
