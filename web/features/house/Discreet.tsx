import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getClubSettings, setClubSettings } from '#contract/house.ts'
import { call, query } from '#web/platform/call.ts'
import { Failed } from '#web/platform/Failed.tsx'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Loaded } from './Loaded.tsx'
import { useOnce } from './useOnce.ts'
import styles from './house.module.css'

const settings = query(getClubSettings, {})

/** Whether strangers may learn that an address is known here. */
export function Discreet() {
  const list = useQuery({ ...settings, staleTime: 0 })
  const client = useQueryClient()
  const { run, isPending, failure } = useOnce()
  const [isSaved, setSaved] = useState(false)
  const set = (isDiscreet: boolean) =>
    run(async () => {
      setSaved(false)
      const now = await call(setClubSettings, { body: { isDiscreet } })
      client.setQueryData(settings.queryKey, now)
      setSaved(true)
    })
  return (
    <Card titleId="discreet" title={<Text ns="house" k="discreet" />}>
      <p role="status" className={styles.told}>
        {isSaved && <Text ns="house" k="saved" />}
      </p>
      <Loaded list={list}>
        {({ isDiscreet, mayBeDiscreet }) => (
          <>
            <label className={styles.pick}>
              <input
                type="checkbox"
                checked={isDiscreet}
                disabled={!mayBeDiscreet}
                aria-describedby="discreet-text"
                onChange={({ target }) => !isPending && void set(target.checked)}
              />
              <Text ns="house" k="discreet_on" />
            </label>
            <p id="discreet-text" className={styles.soft}>
              <Text ns="house" k={mayBeDiscreet ? 'discreet_text' : 'discreet_not'} />
            </p>
            <Failed failure={failure} />
          </>
        )}
      </Loaded>
    </Card>
  )
}
