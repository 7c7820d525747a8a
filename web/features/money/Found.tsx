import { Text } from '#web/text/Text.tsx'

/** What the comparison with the provider may say, and its words. */
const WORDS = {
  'not known there': 'drift_unknown',
  'a payment not known there': 'drift_payment_unknown',
  'goes on charging': 'drift_charging',
  'not approved there': 'drift_unapproved',
} as const
/** With what it is about behind it. */
const ABOUT = { 'missed: ': 'drift_missed', 'paid back there: ': 'drift_paid_back' } as const

const isSaid = (found: string): found is keyof typeof WORDS => Object.hasOwn(WORDS, found)

/** A difference as an admin reads it; one without words is shown as the records keep it. */
export function Found({ found }: { found: string }) {
  if (isSaid(found)) return <Text ns="money" k={WORDS[found]} />
  for (const [start, k] of Object.entries(ABOUT))
    if (found.startsWith(start))
      return <Text ns="money" k={k} values={{ what: found.slice(start.length) }} />
  return <span lang="en">{found}</span>
}
