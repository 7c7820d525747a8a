import { useQuery } from '@tanstack/react-query'
import { listConsents } from '#contract/consent/consent.ts'
import { query } from '#web/platform/api/call.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ContentConsent, TermsConsent } from './ConsentLine.tsx'
import styles from './consent.module.css'

/** Everything a member said yes to, each with the way back. */
export function ConsentsCard() {
  const { t } = useText('consent')
  const result = useQuery(query(listConsents, {}))
  return (
    <Card titleId="consents" title={<Text ns="consent" k="card" />}>
      <Text as="p" ns="consent" k="card_text" />
      <QueryView
        query={result}
        isPart
        failed={<Text ns="consent" k="failed" />}
        waiting={<LoadingSkeleton label={t('loading')} lines={4} />}
      >
        {({ consents }) => (
          <ul role="list" className={styles.list}>
            {consents.map((consent) => (
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
      </QueryView>
    </Card>
  )
}
