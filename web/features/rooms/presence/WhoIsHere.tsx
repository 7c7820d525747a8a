import { Suspense, useRef, useState } from 'react'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text } from '#web/text/Text.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import type { Here } from './usePresence.ts'
import styles from './WhoIsHere.module.css'

const DRAWN = 5

const window = lazyPart(async () => (await import('./PresentDialog.tsx')).PresentDialog)

type Props = { slug: string; here: Here; userId: string }

/** How many are in the room and the faces of some; all of them in a window of its own. */
export function WhoIsHere({ slug, here, userId }: Props) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const { count, people } = here
  if (count === 0) return null
  const others = people.filter(({ id }) => id !== userId).slice(0, DRAWN)
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={`ink-on-hover unbroken tall-link-2 soft small tabular ${styles.here}`}
        aria-haspopup="dialog"
        onPointerEnter={() => void window.preload()}
        onClick={() => setIsOpen(true)}
      >
        <span>
          {count === 1 && people[0]?.id === userId ? (
            <Text ns="presence" k="only_you" />
          ) : (
            <Text ns="presence" k="here" values={{ count }} />
          )}
        </span>
        {others.length > 0 && (
          <span className={styles.faces}>
            {others.map((person) => (
              <Portrait key={person.id} member={person} photoId={null} className={styles.face} />
            ))}
            <span className="visually-hidden" lang="">
              {others.map(({ username }) => username).join(', ')}
            </span>
          </span>
        )}
      </button>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <window.Part
            {...{ slug, here, userId, isOpen }}
            onOpenChange={setIsOpen}
            returnTo={() => opener.current}
          />
        </Suspense>
      )}
    </>
  )
}
