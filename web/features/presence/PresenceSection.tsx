import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getPresence, setPresence } from '#contract/presence.ts'
import { call, query } from '#web/platform/call.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { CardSection } from '#web/ui/CardSection.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Notice } from '#web/ui/Notice.tsx'

const asked = query(getPresence, {})

/** Whether others see in which room one is; whoever does not show it does not see it of others. */
export function PresenceSection() {
  const client = useQueryClient()
  const { data, error } = useQuery(asked)
  const change = useMutation({
    mutationFn: (isShared: boolean) => call(setPresence, { body: { isShared } }),
    onSuccess: (_, isShared) => client.setQueryData(asked.queryKey, { isShared }),
  })
  const failure = change.error ?? error
  return (
    <CardSection titleId="presence" title={<Text ns="presence" k="setting" />}>
      <Checkbox
        label={<Text ns="presence" k="share" />}
        hint={<Text ns="presence" k="share_hint" />}
        checked={change.isPending ? change.variables : (data?.isShared ?? true)}
        disabled={!data || change.isPending}
        onChange={({ target }) => change.mutate(target.checked)}
      />
      {failure && (
        <Notice tone="danger">
          <ErrorText failure={failure} />
        </Notice>
      )}
    </CardSection>
  )
}
