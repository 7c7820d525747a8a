import { useQuery } from '@tanstack/react-query'
import { listConsents } from '#contract/consent.ts'
import { query } from '#web/platform/call.ts'
import { PartFailed } from '#web/platform/PartFailed.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ContentConsent, TermsConsent } from './ConsentLine.tsx'
import styles from './consent.module.css'

/** Everything a member said yes to, each with the way back. */
export function ConsentsCard() {
  const { t } = useText('consent')
  const { data, error, isFetching, refetch } = useQuery(query(listConsents, {}))
  return (
    <Card titleId="consents" title={<Text ns="consent" k="card" />}>
      <p>
        <Text ns="consent" k="card_text" />
      </p>
      {data && (
        <ul role="list" className={styles.list}>
          {data.consents.map((consent) => (
            <li key={consent.document}>
              {consent.document === 'terms' ? (
                <TermsConsent {...consent} />
              ) : (
                <ContentConsent {...consent} />
              )}
            </li>
          ))}
        </ul>
      )}
      {!data && !error && (
        <div role="group" aria-busy="true" aria-label={t('loading')}>
          <Skeleton lines={4} />
        </div>
      )}
      {!data && error && (
        <PartFailed
          title={<Text ns="consent" k="failed" />}
          error={error}
          isFetching={isFetching}
          retry={refetch}
        />
      )}
    </Card>
  )
}
