import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listPresent } from '#contract/presence.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/call.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { Portrait } from '#web/platform/Portrait.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Here } from './usePresence.ts'
import styles from './WhoIsHere.module.css'

const NAMED = 3

type Props = { slug: string; here: Here; userId: string }

/** How many are in the room and some of them by name; all of them in a window of its own. */
export function WhoIsHere({ slug, here, userId }: Props) {
  const { t } = useText('shell')
  const [isOpen, setIsOpen] = useState(false)
  const { count, people } = here
  if (count === 0) return null
  const others = people.filter(({ id }) => id !== userId).slice(0, NAMED)
  return (
    <>
      <button
        type="button"
        className={styles.here}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <span className={styles.count}>
          <Text ns="presence" k="here" values={{ count }} />
        </span>
        {others.length > 0 && (
          <span className={styles.names} lang="">
            {others.map(({ username }) => username).join(', ')}
          </span>
        )}
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={<Text ns="presence" k="title" />}
        description={<Text ns="presence" k="text" />}
        closeLabel={t('close')}
      >
        {isOpen && <Everybody slug={slug} here={here} userId={userId} />}
      </Dialog>
    </>
  )
}

function Everybody({ slug, here, userId }: Props) {
  const { data, error, refetch } = useQuery({
    ...query(listPresent, { params: { slug } }),
    staleTime: 0,
  })
  useEffect(() => void refetch(), [here, refetch])
  if (error)
    return (
      <Notice tone="danger">
        <ErrorText failure={error} />
      </Notice>
    )
  if (!data) return <Skeleton parts={['line', 'line', 'line']} />
  const more = (data.count ?? 0) - data.people.length
  return (
    <>
      <ul role="list" className={styles.people}>
        {data.people.map((person) => (
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
