import { readInvoice, type Invoice } from '#contract/billing/billing.ts'
import { callPath } from '#web/platform/api/call.ts'
import { formatEuros } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { contractDay } from './contractDays.ts'
import styles from './billing.module.css'

/** Every invoice there is, to look at or to keep. */
export function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  const tongue = useScreenTongue()
  if (invoices.length === 0) return null
  return (
    <div className={`stack-2 ruled ${styles.part}`}>
      <Text as="h3" id="invoices" ns="billing" k="invoices_title" />
      <ul role="list" aria-labelledby="invoices" className={`ruled-list ${styles.invoices}`}>
        {invoices.map(({ id, number, kind, issuedAt, cents }) => (
          <li key={id}>
            <span id={`invoice-${id}`}>
              <Text ns="billing" k={kind} /> <span className="unbroken">{number}</span>,{' '}
              {contractDay(issuedAt, tongue)},{' '}
              <span className="unbroken">
                {kind === 'credit_note' && '−'}
                {formatEuros(cents, tongue)}
              </span>
            </span>
            <span>
              {(['html', 'pdf'] as const).map((format) => (
                <a
                  key={format}
                  id={`invoice-${id}-${format}`}
                  href={callPath(readInvoice, { invoiceId: id, format })}
                  target="_blank"
                  rel="noopener"
                  aria-labelledby={`invoice-${id}-${format} invoice-${id}`}
                >
                  <Text ns="billing" k={`invoice_${format}`} />
                </a>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
