import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getClubSettings, setClubSettings } from '#contract/admin/admin.ts'
import { call, query } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useSaved } from '#web/platform/forms/useSaved.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import styles from './admin.module.css'

const settings = query(getClubSettings, {})

/** Whether strangers may learn that an address is known here. */
export function Discreet() {
  const list = useQuery({ ...settings, staleTime: 0 })
  const client = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const { value, isSaving, change, failure } = useSaved(
    list.data?.isDiscreet ?? false,
    async (isDiscreet) => {
      setSaved(false)
      const now = await call(setClubSettings, { body: { isDiscreet } })
      client.setQueryData(settings.queryKey, now)
      setSaved(true)
    },
  )
  return (
    <Card titleId="discreet" title={<Text ns="house" k="discreet" />}>
      <StatusMessage>{isSaved && !isSaving && <Text ns="house" k="saved" />}</StatusMessage>
      <QueryView query={list} failed={<Text ns="house" k="failed" />}>
        {({ mayBeDiscreet }) => (
          <>
            <label className={`line-3 ${styles.pick}`}>
              <input
                type="checkbox"
                checked={value}
                aria-busy={isSaving}
                disabled={!mayBeDiscreet}
                aria-describedby="discreet-text"
                onChange={({ target }) => change(target.checked)}
              />
              <Text ns="house" k="discreet_on" />
            </label>
            <p id="discreet-text" className={`break-anywhere soft small ${styles.soft}`}>
              <Text ns="house" k={mayBeDiscreet ? 'discreet_text' : 'discreet_not'} />
            </p>
            <ErrorNotice failure={failure} />
          </>
        )}
      </QueryView>
    </Card>
  )
}
