import { useId, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { TogetherAnswer, useTogether } from '#web/features/posts/people/Together.tsx'
import { WaveBack } from '#web/features/posts/waves/WaveBack.tsx'
import { SitDown } from '#web/features/tables/SitDown.tsx'
import { paths } from '#web/paths.ts'
import { readDraft, writeDraft } from '#web/platform/session/drafts.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './FirstWords.module.css'

type Props = {
  member: { id: string; username: string }
  together: Pick<ReturnType<typeof useTogether>, 'data'>
  /** What else one can do, behind those. */
  children: ReactNode
}

/** How to say hello to somebody: a wave, a table once both waved, or words to them in a room both are in. */
export function FirstWords({ member, together: { data }, children }: Props) {
  const rooms = data?.rooms ?? []
  const { wavedAt = null, wavedBackAt = null } = data?.between ?? {}
  return (
    <div className={`toolbar ${styles.acts}`}>
      <WaveBack key={member.id} member={member} isAnswer={wavedBackAt !== null && !wavedAt} />
      {wavedAt && wavedBackAt && <SitDown member={member} />}
      {rooms.length > 0 && <Address member={member} rooms={rooms} />}
      {children}
    </div>
  )
}

type AddressProps = Pick<Props, 'member'> & { rooms: TogetherAnswer['rooms'] }

/** Begins a post to them: in the one room both are in, or in whichever is chosen. */
function Address({ member, rooms }: AddressProps) {
  const { userId } = useMember()
  const navigate = useNavigate()
  const id = useId()
  const [isChoosing, setChoosing] = useState(false)
  const [only] = rooms
  const begin = (slug: string) => {
    const call = `@${member.username} `
    const draft = readDraft(userId, slug)
    // what one has begun to say there stays
    if (!draft.includes(call.trim())) writeDraft(userId, slug, call + draft)
    void navigate(paths.room(slug))
  }
  return (
    <>
      <Button
        look="quiet"
        {...(rooms.length > 1 && { 'aria-expanded': isChoosing, 'aria-controls': id })}
        onClick={() => (rooms.length > 1 ? setChoosing(!isChoosing) : only && begin(only.slug))}
      >
        {only && rooms.length === 1 ? (
          <Text ns="people" k="address_only" values={{ room: only.name }} />
        ) : (
          <Text ns="people" k="address" />
        )}
      </Button>
      {rooms.length > 1 && (
        <ul role="list" id={id} hidden={!isChoosing} className={`row-2 ${styles.rooms}`}>
          {rooms.map(({ slug, name }) => (
            <li key={slug}>
              <Button look="quiet" size="s" onClick={() => begin(slug)}>
                <Text ns="people" k="address_in" values={{ room: name }} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
