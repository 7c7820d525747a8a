import { Text } from '#web/text/Text.tsx'

/** Whose it is, as long as they are there. */
export const Username = ({ name }: { name: string | null }) =>
  name === null ? (
    <span className="soft small">
      <Text ns="money" k="gone" />
    </span>
  ) : (
    <span lang="">{name}</span>
  )
