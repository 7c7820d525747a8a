// A member gives and revokes their few invitations, and chooses whether their inviter sees that they joined.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { listInvitations, showToInviter } from '#contract/admission/invitations.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { query, call } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { StatusMessage, useStatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import styles from '#web/features/admission/admission.module.css'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { useSaved } from '#web/platform/forms/useSaved.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { GivenCode, type GivenInvitation } from './GivenCode.tsx'
import { InvitationLine } from './InvitationLine.tsx'
import { NewInvitation } from './NewInvitation.tsx'
import { Revoked } from './Revoked.tsx'

/** The few invitations a member may give, and what became of them. */
export function Invitations() {
  const { t } = useText('invitations')
  const own = useQuery({ ...query(listInvitations, {}), staleTime: 0 })
  return (
    <QueryView
      query={own}
      failed={<Text ns="invitations" k="failed" />}
      waiting={
        <LoadingSkeleton label={t('loading')}>
          <Skeleton tall />
          <Skeleton lines={4} />
        </LoadingSkeleton>
      }
    >
      {(known) => (
        <>
          <Own known={known} />
          <ErrorNotice failure={own.error} />
        </>
      )}
    </QueryView>
  )
}

function Own({ known }: { known: AnswerOf<typeof listInvitations> }) {
  const client = useQueryClient()
  const { isAdmitted } = useMember()
  const [given, setGiven] = useState<GivenInvitation | null>(null)
  // the last one may be taken by what was asked for, and its code not be there yet
  const [isAsked, setAsked] = useState(false)
  const [status, setStatus] = useStatusMessage()
  const list = useRef<HTMLDivElement>(null)
  const created = (made: GivenInvitation) => {
    setStatus(null)
    setAsked(false)
    setGiven(made)
    void client.invalidateQueries({ queryKey: query(listInvitations, {}).queryKey })
  }
  const { invitations, left, isShownToInviter } = known
  return (
    <>
      <p className="large">
        {!isAdmitted ? (
          <Text ns="invitations" k="not_admitted" />
        ) : left === 0 ? (
          <Text ns="invitations" k="none_left" />
        ) : (
          <Text ns="invitations" k="left" values={{ count: left }} />
        )}
      </p>
      {given && (
        <GivenCode
          key={given.code}
          given={given}
          onDone={() => {
            setGiven(null)
            list.current?.focus()
          }}
        />
      )}
      {isAdmitted && (left > 0 || isAsked) && !given && (
        <NewInvitation onAsked={setAsked} onCreated={created} />
      )}
      <Card titleId="own" title={<Text ns="invitations" k="list" />}>
        <StatusMessage>{status}</StatusMessage>
        <div ref={list} tabIndex={-1}>
          {invitations.length === 0 && (
            <Text as="p" className="soft small" ns="invitations" k="empty" />
          )}
          {invitations.length > 0 && (
            <ul role="list" className={styles.list}>
              {invitations.map((invitation) => (
                <li key={invitation.id}>
                  <InvitationLine
                    invitation={invitation}
                    onRevoked={(isDone) => {
                      setStatus(<Revoked isDone={isDone} />)
                      list.current?.focus()
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      </Card>
      {isShownToInviter !== null && <InviterSwitch isShown={isShownToInviter} />}
    </>
  )
}

/** Whether the member who invited this one may see that they joined. */
function InviterSwitch({ isShown }: { isShown: boolean }) {
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
