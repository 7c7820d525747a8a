// An admin reads how one member stands with the club, opens a case, and asks for a change of their roles.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, type ReactElement } from 'react'
import { Link } from 'react-router'
import { readMember, requestRoleChange } from '#contract/admin/members.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { StaffRole } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'
import { call, query } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { StaffBadge } from '#web/platform/shell/StaffBadge.tsx'
import { useOpenCase } from '#web/platform/lists/useOpenCase.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusMessage, useStatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { RoleChangeLine } from './RoleChangeLine.tsx'
import { StandingBadge } from './StandingBadge.tsx'
import styles from './admin.module.css'

/** How one member stands with the club, and what they are to it. */
export function MemberFile({ memberId }: { memberId: string }) {
  const { t } = useText('house')
  const tongue = useScreenTongue()
  const client = useQueryClient()
  const file = query(readMember, { params: { memberId } })
  const list = useQuery({ ...file, staleTime: 0 })
  const { run, isPending, failure, proof } = useAct()
  const ownCase = useOpenCase()
  const [status, setStatus] = useStatusMessage()
  const waiting = useRef<HTMLUListElement>(null)
  const refresh = async (words: ReactElement) => {
    await client.invalidateQueries({ queryKey: file.queryKey })
    setStatus(words)
  }
  const ask = (role: StaffRole, isGrant: boolean) =>
    run(async () => {
      await call(requestRoleChange, { params: { memberId }, body: { role, isGrant } })
      await refresh(<Text ns="house" k="role_asked" />)
    })
  return (
    <div className="stack-5">
      <p>
        <Link to={paths.adminMembers}>
          <Text ns="house" k="to_members" />
        </Link>
      </p>
      <StatusMessage>{status}</StatusMessage>
      <QueryView query={list} failed={<Text ns="house" k="failed" />}>
        {(member) => (
          <>
            <Card titleId="member" title={<span lang="">{member.username}</span>}>
              <div className="toolbar">
                <StandingBadge standing={member.standing} />
                {member.roles.map((role) => (
                  <StaffBadge key={role} role={role} />
                ))}
              </div>
              <Facts look="spread">
                <Fact name={<Text ns="house" k="fact_since" />}>
                  {formatDay(member.since, tongue)}
                </Fact>
                <Fact name={<Text ns="house" k="fact_verification" />}>
                  <Text ns="house" k={`verification_${member.verificationStatus}`} />
                </Fact>
                <Fact name={<Text ns="house" k="fact_rooms" />}>{member.rooms}</Fact>
                <Fact name={<Text ns="house" k="fact_statements" />}>{member.statements}</Fact>
              </Facts>
              <ErrorNotice failure={ownCase.failure} />
              <Button
                look="quiet"
                className="at-start"
                pending={ownCase.isPending}
                onClick={() => ownCase.open({ kind: 'profile', id: memberId })}
              >
                <Text ns="house" k="own_case" />
              </Button>
              <p>
                <Link to={paths.member(memberId)}>
                  <Text ns="house" k="to_profile" />
                </Link>
              </p>
            </Card>
            <Card titleId="roles" title={<Text ns="house" k="roles" />}>
              <p className={`break-anywhere soft small ${styles.soft}`}>
                <Text
                  ns="house"
                  k={member.standing === 'suspended' ? 'roles_suspended' : 'roles_text'}
                />
              </p>
              <ErrorNotice failure={failure} />
              {listRoleActs(member).length > 0 && (
                <div className="toolbar">
                  {listRoleActs(member).map(({ role, isGrant }) => (
                    <Button
                      key={role}
                      look="quiet"
                      pending={isPending}
                      onClick={() => void ask(role, isGrant)}
                    >
                      <Text ns="house" k={`${isGrant ? 'grant' : 'revoke'}_${role}`} />
                    </Button>
                  ))}
                </div>
              )}
              <ul ref={waiting} tabIndex={-1} className="stack-3 no-ring" aria-label={t('changes')}>
                {member.changes.map((change) => (
                  <RoleChangeLine
                    key={change.id}
                    change={change}
                    onDone={async (words, passOn) => {
                      await refresh(words)
                      // the line is gone, and the focus with it
                      passOn(waiting.current)
                    }}
                  />
                ))}
              </ul>
            </Card>
            {proof}
          </>
        )}
      </QueryView>
    </div>
  )
}

/** Nobody is given a role while they are suspended; what they have can be taken. */
const listRoleActs = ({
  roles,
  standing,
}: Pick<AnswerOf<typeof readMember>, 'roles' | 'standing'>) =>
  StaffRole.options
    .map((role) => ({ role, isGrant: !roles.includes(role) }))
    .filter(({ isGrant }) => !(isGrant && standing === 'suspended'))
