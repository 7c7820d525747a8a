import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listInvitations, showToInviter } from '#contract/invites.ts'
import { call, CallError, query } from '#web/platform/call.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'

/** Whether whoever invited this member may read that they came. Shows at once what is wanted, and goes back if it fails. */
export function InviterSwitch({ isShown }: { isShown: boolean }) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const change = async (next: boolean) => {
    if (isPending) return
    setPending(true)
    setWanted(next)
    setFailure(null)
    try {
      await call(showToInviter, { body: { isShown: next } })
      await client.invalidateQueries({ queryKey: query(listInvitations, {}).queryKey })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error)
      setWanted(null)
    } finally {
      setPending(false)
    }
  }
  return (
    <Card titleId="inviter" title={<Text ns="invitations" k="inviter" />}>
      <Checkbox
        checked={wanted ?? isShown}
        aria-busy={isPending}
        onChange={({ target }) => void change(target.checked)}
        label={<Text ns="invitations" k="shown" />}
        hint={<Text ns="invitations" k="shown_hint" />}
        error={failure && <ErrorText failure={failure} />}
      />
    </Card>
  )
}
