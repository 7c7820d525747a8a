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
import { useText } from '#web/text/useText.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import type { Here } from './usePresence.ts'
import styles from './WhoIsHere.module.css'

type Props = { slug: string; here: Here; userId: string }
type WindowProps = Props & {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  returnTo: () => HTMLElement | null
}

/** All who are in the room, read anew whenever somebody comes or goes. */
export function PresentDialog({ isOpen, onOpenChange, returnTo, ...room }: WindowProps) {
  const { t } = useText('shell')
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={<Text ns="presence" k="title" />}
      description={<Text ns="presence" k="text" />}
      closeLabel={t('close')}
      returnTo={returnTo}
    >
      {isOpen && <Everybody {...room} />}
    </Dialog>
  )
}

function Everybody({ slug, here, userId }: Props) {
  const list = useQuery({ ...query(listPresent, { params: { slug } }), staleTime: 0 })
  const { refetch } = list
  useEffect(() => void refetch(), [here, refetch])
  return (
    <QueryView
      asked={list}
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
      <ul role="list" className={styles.people}>
        {people.map((person) => (
          <li key={person.id}>
            <Portrait member={person} photoId={null} />
            <Link to={person.id === userId ? paths.profile : paths.member(person.id)}>
              <span lang="">{person.username}</span>
            </Link>
            {person.id === userId && (
              <span className={styles.soft}>
                <Text ns="presence" k="you" />
              </span>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={styles.soft}>
          <Text ns="presence" k="more" values={{ count: more }} />
        </p>
      )}
    </>
  )
}
