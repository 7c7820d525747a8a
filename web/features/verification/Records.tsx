import { Fragment } from 'react'
import type { Side, Verification } from '#contract/verification/verification.ts'
import { Text } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './verification.module.css'

/** Every opening of a picture, never with a name. */
export function ViewsCard({ views }: Pick<Verification, 'views'>) {
  return (
    <Card titleId="views" title={<Text ns="verify" k="views" />}>
      <Text as="p" className="soft small" ns="verify" k="views_lead" />
      {views.length === 0 ? (
        <Text as="p" ns="verify" k="views_none" />
      ) : (
        <ul className={`ruled-list ${styles.log}`}>
          {views.map(({ at, side, purpose }, index) => (
            <li key={`${at} ${index}`}>
              <Time at={at} />
              <strong>
                <Sides sides={[side]} />
              </strong>
              <Text as="span" className="soft small" ns="verify" k={`view_${purpose}`} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** What exists no longer: the receipts of shredding. */
export function ReceiptsCard({ receipts }: Pick<Verification, 'receipts'>) {
  if (receipts.length === 0) return null
  return (
    <Card titleId="receipts" title={<Text ns="verify" k="receipts" />}>
      <Text as="p" className="soft small" ns="verify" k="receipts_lead" />
      <ul className={`ruled-list ${styles.log}`}>
        {receipts.map(({ at, sides, rule }, index) => (
          <li key={`${at} ${index}`}>
            <Time at={at} />
            <strong>
              <Sides sides={sides} />
            </strong>
            <Text as="span" className="soft small" ns="verify" k={`rule_${rule}`} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Sides = ({ sides }: { sides: readonly Side[] }) =>
  sides.map((side, index) => (
    <Fragment key={side}>
      {index > 0 && ', '}
      <Text ns="verify" k={`name_${side}`} />
    </Fragment>
  ))
