import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getDoor } from '#contract/admission/admission.ts'
import { query } from '#web/platform/api/call.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { AdmissionForm } from './AdmissionForm.tsx'

/** Open or by invitation, and how many invitations a member has. */
export function Admission() {
  const client = useQueryClient()
  const door = query(getDoor, {})
  const result = useQuery({ ...door, staleTime: 0 })
  const [isSaved, setSaved] = useState(false)
  const saved = async (isAll: () => boolean) => {
    await client.invalidateQueries({ queryKey: door.queryKey })
    setSaved(isAll())
  }
  return (
    <Card titleId="admission" title={<Text ns="admission" k="settings" />}>
      <StatusMessage>{isSaved && <Text ns="admission" k="saved" />}</StatusMessage>
      <QueryView
        query={result}
        isPart
        failed={<Text ns="admission" k="failed" />}
        waiting={<LoadingSkeleton lines={4} />}
      >
        {({ settings }) => (
          <AdmissionForm settings={settings} onChange={() => setSaved(false)} onSaved={saved} />
        )}
      </QueryView>
    </Card>
  )
}
