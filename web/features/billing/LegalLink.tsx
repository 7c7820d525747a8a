import type { legalLabels } from '#contract/billing/legalLabels.ts'
import type { Key } from '#web/text/catalogues.ts'
import { useLocale } from '#web/text/i18n.ts'
import { Text } from '#web/text/Text.tsx'
import styles from './billing.module.css'

type Words = (typeof legalLabels)[keyof typeof legalLabels]
type Props = { to: string; words: Words; meaning: Key<'billing'> }

/** Leads to a page the law prescribes, by the words it prescribes. */
export const LegalLink = ({ to, words, meaning }: Props) => (
  <p>
    <a href={to} lang="de" className={`bold tall-link ${styles.legal}`}>
      {words}
    </a>{' '}
    <LabelMeaning k={meaning} />
  </p>
)

/** The meaning of a German legal label, for readers of other languages. */
export function LabelMeaning({ k, id }: { k: Key<'billing'>; id?: string }) {
  if (useLocale() === 'de') return null
  return (
    <span id={id} className={`soft small ${styles.soft}`}>
      <Text ns="billing" k={k} />
    </span>
  )
}
