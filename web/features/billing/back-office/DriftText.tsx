import { Text } from '#web/text/Text.tsx'

/** What the comparison with the provider may say, and its words. */
const WORDS = {
  'not known there': 'drift_unknown',
  'a payment not known there': 'drift_payment_unknown',
  'goes on charging': 'drift_charging',
  'not approved there': 'drift_unapproved',
  'missed: approved': 'drift_missed_approved',
  'missed: paid': 'drift_missed_paid',
  'missed: payment_failed': 'drift_missed_payment_failed',
  'missed: refunded': 'drift_missed_refunded',
  'missed: reversed': 'drift_missed_reversed',
  'missed: stopped': 'drift_missed_stopped',
  'missed: repriced': 'drift_missed_repriced',
} as const
/** With what it is about behind it. */
const ABOUT = { 'missed: ': 'drift_missed', 'paid back there: ': 'drift_paid_back' } as const

const hasWords = (found: string): found is keyof typeof WORDS => Object.hasOwn(WORDS, found)

/** A difference as an admin reads it; one without words is shown as the records keep it. */
export function DriftText({ found }: { found: string }) {
  if (hasWords(found)) return <Text ns="money" k={WORDS[found]} />
  for (const [start, k] of Object.entries(ABOUT))
    if (found.startsWith(start))
      return <Text ns="money" k={k} values={{ what: found.slice(start.length) }} />
  return <span lang="en">{found}</span>
}
