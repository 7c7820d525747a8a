import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getPresence, setPresence } from '#contract/rooms/ownPresence.ts'
import { call, query } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { useSaved } from '#web/platform/forms/useSaved.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

const presence = query(getPresence, {})

/** Whether others see in which room the member is; a member who hides it does not see it of others. */
export function PresenceCard() {
  const result = useQuery(presence)
  return (
    <Card titleId="presence" title={<Text ns="presence" k="setting" />}>
      <QueryView query={result} isPart failed={<Text ns="presence" k="setting_failed" />}>
        {({ isShared }) => <Share isShared={isShared} />}
      </QueryView>
    </Card>
  )
}

function Share({ isShared }: { isShared: boolean }) {
  const client = useQueryClient()
  const { value, isSaving, change, failure } = useSaved(isShared, async (next) => {
    await call(setPresence, { body: { isShared: next } })
    client.setQueryData(presence.queryKey, { isShared: next })
  })
  return (
    <>
      <Checkbox
        label={<Text ns="presence" k="share" />}
        hint={<Text ns="presence" k="share_hint" />}
        checked={value}
        aria-busy={isSaving}
        onChange={({ target }) => change(target.checked)}
      />
      {failure && (
        <Notice tone="danger" title={<Text ns="presence" k="not_saved" />}>
          <ErrorText failure={failure} />
        </Notice>
      )}
    </>
  )
}
