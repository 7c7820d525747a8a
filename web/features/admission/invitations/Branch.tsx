// Who came by a member's invitations, and by theirs in turn, as an admin sees it.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getBranch } from '#contract/admission/admission.ts'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import styles from '#web/features/admission/desk.module.css'

type Member = AnswerOf<typeof getBranch>['members'][number]

export function Branch({ userId }: { userId: string }) {
  const result = useQuery({ ...query(getBranch, { params: { userId } }), staleTime: 0 })
  const title = useRef<HTMLHeadingElement>(null)
  const root = result.data?.members[0]
  useEffect(() => title.current?.focus(), [root?.id])
  return (
    <section className="stack-4 no-ring" aria-labelledby="branch">
      <Link to={paths.adminDoor} className="tall-link-2">
        <Icon name="back" />
        <Text ns="admission" k="branch_back" />
      </Link>
      <h2 id="branch" ref={title} tabIndex={-1}>
        {root ? (
          <Text ns="admission" k="branch_named" values={{ name: root.username }} />
        ) : (
          <Text ns="admission" k="branch" />
        )}
      </h2>
      <QueryView query={result} isPart failed={<Text ns="admission" k="failed" />}>
        {({ members, hasMore }) => (
          <>
            {root && (
              <ul role="list" className={styles.tree}>
                <Twig member={root} members={members} />
              </ul>
            )}
            {members.length === 1 && (
              <Text as="p" className="soft small" ns="admission" k="branch_alone" />
            )}
            {hasMore && <Text as="p" className="soft small" ns="admission" k="branch_more" />}
          </>
        )}
      </QueryView>
    </section>
  )
}

type Props = { member: Member; members: readonly Member[] }

function Twig({ member, members }: Props) {
  const { id, username, joinedAt, isSuspended } = member
  const tongue = useScreenTongue()
  const guests = members.filter(({ invitedBy }) => invitedBy === id)
  return (
    <li>
      <p className={styles.member}>
        <Link to={paths.member(id)} lang="">
          {username}
        </Link>
        <span className="soft small">
          <Text ns="admission" k="joined" values={{ day: formatDay(joinedAt, tongue) }} />
        </span>
        {isSuspended && (
          <Badge tone="danger">
            <Text ns="admission" k="suspended" />
          </Badge>
        )}
      </p>
      {guests.length > 0 && (
        <ul role="list">
          {guests.map((guest) => (
            <Twig key={guest.id} member={guest} members={members} />
          ))}
        </ul>
      )}
    </li>
  )
}
