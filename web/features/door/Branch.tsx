import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getBranch } from '#contract/door.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/call.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { PartFailed } from '#web/platform/PartFailed.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './desk.module.css'

type Member = AnswerOf<typeof getBranch>['members'][number]

/** Who came by one member, and by whom in turn. */
export function Branch({ userId }: { userId: string }) {
  const { t } = useText('admission')
  const { data, error, isFetching, refetch } = useQuery({
    ...query(getBranch, { params: { userId } }),
    staleTime: 0,
  })
  const title = useRef<HTMLHeadingElement>(null)
  const [root, ...others] = data?.members ?? []
  useEffect(() => title.current?.focus(), [root?.id])
  return (
    <section className={styles.part} aria-labelledby="branch">
      <Link to={paths.adminDoor} className={styles.back}>
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
      {!data && !error && (
        <div role="group" aria-busy="true" aria-label={t('loading')}>
          <Skeleton lines={4} />
        </div>
      )}
      {!data && error && (
        <PartFailed
          title={<Text ns="admission" k="failed" />}
          error={error}
          isFetching={isFetching}
          retry={refetch}
        />
      )}
      {root && (
        <ul role="list" className={styles.tree}>
          <Twig member={root} members={data?.members ?? []} />
        </ul>
      )}
      {root && others.length === 0 && (
        <p className={styles.soft}>
          <Text ns="admission" k="branch_alone" />
        </p>
      )}
      {data?.hasMore && (
        <p className={styles.soft}>
          <Text ns="admission" k="branch_more" />
        </p>
      )}
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
        <span className={styles.soft}>
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
