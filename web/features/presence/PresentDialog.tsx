import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
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

export function Everybody({ slug, here, userId }: Props) {
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
