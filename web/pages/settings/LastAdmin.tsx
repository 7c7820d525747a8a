import { useQuery } from '@tanstack/react-query'
import { foreseeDeletion } from '#contract/privacy/ownData.ts'
import { query } from '#web/platform/api/call.ts'
import { Text } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

/** What becomes of the club when its last admin goes, who may go all the same. */
export function LastAdmin() {
  const { data } = useQuery({ ...query(foreseeDeletion, {}), staleTime: 0 })
  return (
    data?.isLastAdmin && (
      <Notice title={<Text ns="mine" k="delete_last_admin" />}>
        <p>
          <Text ns="mine" k="delete_last_admin_text" />
        </p>
      </Notice>
    )
  )
}
