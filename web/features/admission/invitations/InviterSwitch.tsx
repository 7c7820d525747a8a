import { useQueryClient } from '@tanstack/react-query'
import { listInvitations, showToInviter } from '#contract/admission/invitations.ts'
import { call, query } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { useSaved } from '#web/platform/forms/useSaved.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'

/** Whether the member who invited this one may see that they joined. */
export function InviterSwitch({ isShown }: { isShown: boolean }) {
  const client = useQueryClient()
  const { value, isSaving, change, failure } = useSaved(isShown, async (next) => {
    await call(showToInviter, { body: { isShown: next } })
    await client.invalidateQueries({ queryKey: query(listInvitations, {}).queryKey })
  })
  return (
    <Card titleId="inviter" title={<Text ns="invitations" k="inviter" />}>
      <Checkbox
        checked={value}
        aria-busy={isSaving}
        onChange={({ target }) => change(target.checked)}
        label={<Text ns="invitations" k="shown" />}
        hint={<Text ns="invitations" k="shown_hint" />}
        error={failure && <ErrorText failure={failure} />}
      />
    </Card>
  )
}
