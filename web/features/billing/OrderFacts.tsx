import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { formatEuros, formatNumber } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import type { PlanIntent } from './useIntent.ts'
import styles from './billing.module.css'

const name = (k: 'plan' | 'opens' | 'term' | 'renewal' | 'notice' | 'terms' | 'withdrawal') => (
  <Text ns="billing" k={`fact_${k}`} />
)

/** What has to be said right before ordering (§ 312j (2) BGB), all of it as the server will take it. */
export function OrderFacts({ price, termsVersion, provider }: PlanIntent) {
  const tongue = useScreenTongue()
  const values = {
    price: formatEuros(price.cents, tongue),
    vat: formatNumber(price.vatPercent, tongue),
    tax: formatEuros(price.vatCents, tongue),
  }
  return (
    <Facts look="ruled">
      {(['plan', 'opens'] as const).map((k) => (
        <Fact key={k} name={name(k)}>
          <Text ns="billing" k={`fact_${k}_text`} />
        </Fact>
      ))}
      <Fact name={<Text ns="billing" k="fact_price" />}>
        <strong className={styles.price}>
          {/* the space is within: after it, it would begin the next line */}
          <Text ns="billing" k="fact_price_sum" values={values} />{' '}
        </strong>
        <Text
          ns="billing"
          k={price.vatPercent === 0 ? 'fact_price_untaxed' : 'fact_price_text'}
          values={values}
        />
      </Fact>
      {(['term', 'renewal', 'notice'] as const).map((k) => (
        <Fact key={k} name={name(k)}>
          <Text ns="billing" k={`fact_${k}_text`} />
        </Fact>
      ))}
      <Fact name={<Text ns="billing" k="fact_payment" />}>
        <Text ns="billing" k={`fact_payment_${provider}`} />
      </Fact>
      <Fact name={name('withdrawal')}>
        <Text ns="billing" k="fact_withdrawal_text" />{' '}
        <NewTab to={`${paths.legal('terms')}#${tongue}-withdrawal`}>
          <Text ns="billing" k="withdrawal_link" />
        </NewTab>
      </Fact>
      <Fact name={name('terms')}>
        <NewTab to={paths.legal('terms')}>
          <Text ns="billing" k="terms_link" values={{ version: termsVersion }} />
        </NewTab>
      </Fact>
    </Facts>
  )
}

/** The order stays as it is while its terms are read. */
const NewTab = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} target="_blank" rel="noopener">
    {children}
    <span className="visually-hidden">
      {' ('}
      <Text ns="billing" k="new_tab" />)
    </span>
  </a>
)
