import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getPresence, setPresence } from '#contract/presence.ts'
import { call, query } from '#web/platform/call.ts'
import { Failed } from '#web/platform/Failed.tsx'
import { useSaved } from '#web/platform/useSaved.ts'
import { Text } from '#web/text/Text.tsx'
import { CardSection } from '#web/ui/CardSection.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'

const asked = query(getPresence, {})

/** Whether others see in which room one is; whoever does not show it does not see it of others. */
export function PresenceSection() {
  const client = useQueryClient()
  const { data, error } = useQuery(asked)
  const { value, isSaving, change, failure } = useSaved(
    data?.isShared ?? true,
    async (isShared) => {
      await call(setPresence, { body: { isShared } })
      client.setQueryData(asked.queryKey, { isShared })
    },
  )
  return (
    <CardSection titleId="presence" title={<Text ns="presence" k="setting" />}>
      <Checkbox
        label={<Text ns="presence" k="share" />}
        hint={<Text ns="presence" k="share_hint" />}
        checked={value}
        aria-busy={isSaving}
        disabled={!data}
        onChange={({ target }) => change(target.checked)}
      />
      <Failed failure={failure ?? error} />
    </CardSection>
  )
}
