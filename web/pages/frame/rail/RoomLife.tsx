import { useEffect, type Dispatch, type ReactNode, type SetStateAction } from 'react'
import { useLastWords } from '#web/features/rooms/useLastWords.ts'
import { Text } from '#web/text/Text.tsx'
import { useWindow } from '#web/ui/behaviour/useWindow.ts'
import type { OwnRooms } from '#web/pages/frame/useOwnRooms.ts'
import styles from './Rail.module.css'

type Room = OwnRooms['open'][number]
/** What goes on in a room, to stand in its row. */
export type DrawLife = (room: Room) => ReactNode

type Props = { onKnown: Dispatch<SetStateAction<DrawLife | null>> }

/** From here on a row has room for words. As in `Rail.module.css`. */
const WIDE = '(width >= 105rem)'

/** Tells the rail what goes on in the rooms one is in, and says nothing itself. */
export function RoomLife({ onKnown }: Props) {
  const words = useLastWords()
  const isWide = useWindow(WIDE)
  useEffect(() => {
    const draw: DrawLife = ({ slug, unread }) => {
      const { here = 0, last = null } = words.get(slug) ?? {}
      return (
        <>
          {here > 0 && unread === 0 && (
            <span className={`soft tiny tabular ${styles.here}`}>
              <span aria-hidden="true">{here}</span>
              <span className="visually-hidden">
                <Text ns="shell" k="nav_here" values={{ count: here }} />
              </span>
            </span>
          )}
          {/* screen readers read it on the card of the room and in the room */}
          {isWide && last && (
            <span className={styles.last} lang="" dir="auto" aria-hidden="true">
              {last.author.username}: {last.text}
            </span>
          )}
        </>
      )
    }
    onKnown(() => draw)
  }, [words, isWide, onKnown])
  return null
}
