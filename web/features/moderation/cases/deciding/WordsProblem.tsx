import { Text } from '#web/text/Text.tsx'

/** What is wrong with a text of the desk, in the desk's own words. */
export const WordsProblem = ({ wrong, max }: { wrong: string; max: number }) => (
  <Text
    ns="moderation"
    k={wrong === 'text_missing' ? 'words_missing' : 'words_long'}
    values={{ max }}
  />
)
