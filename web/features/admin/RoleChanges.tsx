import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { findMembers, listRoleChanges } from '#contract/admin/members.ts'
import { callPath, query } from '#web/platform/api/call.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import type { PassFocus } from '#web/ui/behaviour/regainFocus.ts'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { useStatusMessage } from '#web/ui/feedback/useStatusMessage.tsx'
import { RoleChangeLine } from './RoleChangeLine.tsx'
import styles from './admin.module.css'

const changes = query(listRoleChanges, {})

/** What waits for a second admin, if anything does. */
export function RoleChanges() {
  const list = useQuery({ ...changes, staleTime: 0 })
  const client = useQueryClient()
  const place = useRef<HTMLElement>(null)
  const [status, setStatus] = useStatusMessage()
  const refresh = async (words: string, passOn: PassFocus) => {
    setStatus(words)
    await Promise.all([
      client.invalidateQueries({ queryKey: changes.queryKey }),
      client.invalidateQueries({ queryKey: [callPath(findMembers)] }),
    ])
    // the line is gone, and the focus with it
    passOn(place.current)
  }
  return (
    <section ref={place} tabIndex={-1} className="stack-4 no-ring" aria-labelledby="changes">
      <h2 id="changes">
        <Text ns="house" k="changes" />
      </h2>
      <StatusMessage>{status}</StatusMessage>
      <QueryView query={list} failed={<Text ns="house" k="failed" />}>
        {(data) =>
          data.changes.length === 0 ? (
            <p className={`break-anywhere soft small ${styles.soft}`}>
              <Text ns="house" k="changes_none" />
            </p>
          ) : (
            <ul className="stack-3 no-ring">
              {data.changes.map((change) => (
                <RoleChangeLine key={change.id} change={change} onDone={refresh} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  )
}
