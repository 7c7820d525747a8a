import type { CaseFile } from '#contract/moderation/cases.ts'
import { Text } from '#web/text/Text.tsx'

/** In which language a member reads what is written to them, after words that say that they do. */
export const ReaderLanguage = ({ language }: { language: CaseFile['language'] }) =>
  language && (
    <>
      {' '}
      <Text ns="moderation" k={`reads_${language}`} />
    </>
  )
