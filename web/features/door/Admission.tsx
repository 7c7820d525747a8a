import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getDoor } from '#contract/door.ts'
import { query } from '#web/platform/call.ts'
import { PartFailed } from '#web/platform/PartFailed.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AdmissionForm } from './AdmissionForm.tsx'
import styles from './door.module.css'

/** Open or by invitation, and how many invitations a member has. */
export function Admission() {
  const { t } = useText('admission')
  const client = useQueryClient()
  const door = query(getDoor, {})
  const { data, error, isFetching, refetch } = useQuery({ ...door, staleTime: 0 })
  const [isSaved, setSaved] = useState(false)
  const saved = async () => {
    await client.invalidateQueries({ queryKey: door.queryKey })
    setSaved(true)
  }
  return (
    <Card titleId="admission" title={<Text ns="admission" k="settings" />}>
      <p role="status" className={styles.told}>
        {isSaved && <Text ns="admission" k="saved" />}
      </p>
      {data && (
        <AdmissionForm
          key={JSON.stringify(data.settings)}
          settings={data.settings}
          onStart={() => setSaved(false)}
          onSaved={saved}
        />
      )}
      {!data && !error && (
        <div role="group" aria-busy="true" aria-label={t('loading')}>
          <Skeleton lines={4} />
        </div>
      )}
      {!data && error && (
        <PartFailed
          title={<Text ns="admission" k="failed" />}
          error={error}
          isFetching={isFetching}
          retry={refetch}
        />
      )}
    </Card>
  )
}
