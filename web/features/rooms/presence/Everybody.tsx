import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { listPresent } from '#contract/rooms/presence.ts'
import { paths } from '#web/paths.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { query } from '#web/platform/api/call.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text } from '#web/text/Text.tsx'
import type { Here } from './usePresence.ts'
import styles from './Everybody.module.css'

export type RoomHere = { slug: string; here: Here; userId: string }

/** All who are in a room, read again whenever somebody comes or goes. */
export function Everybody({ slug, here, userId }: RoomHere) {
  const list = useQuery({ ...query(listPresent, { params: { slug } }), staleTime: 0 })
  const { refetch } = list
  useEffect(() => void refetch(), [here, refetch])
  return (
    <QueryView
      query={list}
      isPart
      failed={<Text ns="presence" k="failed" />}
      waiting={<LoadingSkeleton lines={3} />}
    >
      {(known) => <Known {...known} userId={userId} />}
    </QueryView>
  )
}

function Known({ count, people, userId }: AnswerOf<typeof listPresent> & { userId: string }) {
  const more = (count ?? 0) - people.length
  return (
    <>
      <ul role="list" className={`stack-1 ${styles.people}`}>
        {people.map((person) => (
          <li key={person.id}>
            <Portrait member={person} photoId={person.portrait} className={styles.face} />
            <Link to={person.id === userId ? paths.profile : paths.member(person.id)}>
              <span lang="">{person.username}</span>
            </Link>
            {person.id === userId ? (
              <Text as="span" className="soft small" ns="presence" k="you" />
            ) : (
              person.city && (
                <span className="soft small" lang="">
                  {person.city}
                </span>
              )
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text as="p" className="soft small" ns="presence" k="more" values={{ count: more }} />
      )}
    </>
  )
}
