import { useRef, useState } from 'react'
import { revokeIssued } from '#contract/admission/admission.ts'
import { call } from '#web/platform/api/call.ts'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { Text } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { StatusMessage, useStatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import styles from '#web/features/admission/desk.module.css'
import { GivenCode, type GivenInvitation } from './GivenCode.tsx'
import { IssuedTable } from './IssuedTable.tsx'
import { IssueForm } from './IssueForm.tsx'
import { Revoked, isRevoked } from './Revoked.tsx'
import { useIssued, useRefresh } from './useLines.ts'

/** What members and the club gave, newest first, and one more. */
export function Issued() {
  const list = useIssued()
  const refresh = useRefresh()
  const [given, setGiven] = useState<GivenInvitation | null>(null)
  const [status, setStatus] = useStatusMessage()
  const place = useRef<HTMLElement>(null)

  const revoke = async (invitationId: string) => {
    const isDone = await isRevoked(call(revokeIssued, { params: { invitationId } }))
    setStatus(<Revoked isDone={isDone} />)
    await refresh()
    place.current?.focus()
  }
  const created = (made: GivenInvitation) => {
    setGiven(made)
    void refresh()
  }
  return (
    <section ref={place} tabIndex={-1} className="stack-4 no-ring" aria-labelledby="issued">
      <header className={styles.head}>
        <Text as="h2" id="issued" ns="admission" k="issued" />
      </header>
      {given ? (
        <GivenCode
          key={given.code}
          given={given}
          onDone={() => {
            setGiven(null)
            place.current?.focus()
          }}
        />
      ) : (
        <IssueForm onCreated={created} />
      )}
      <StatusMessage>{status}</StatusMessage>
      <PagedList
        list={list}
        isPart
        failed={<Text ns="admission" k="failed" />}
        empty={
          <EmptyState title={<Text ns="admission" k="issued_empty" />}>
            <Text ns="admission" k="issued_empty_text" />
          </EmptyState>
        }
      >
        {(lines) => <IssuedTable lines={lines} onRevoke={revoke} />}
      </PagedList>
    </section>
  )
}
