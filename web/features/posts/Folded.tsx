import { useEffect, useRef, useState, type ReactElement } from 'react'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './PostWords.module.css'

type Props = {
  /** By what a jump finds the post; without one it stands where nothing leads to. */
  id?: string
  /** The post as it stands unfolded. */
  children: ReactElement
}

/** In the place of what somebody says whom one muted, until this one is unfolded. */
export function Folded({ id, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  /** The line of the list it stands in. */
  const line = useRef<HTMLElement>(null)
  useEffect(() => {
    // what was pressed is gone
    if (isOpen) (line.current?.querySelector('article') ?? line.current)?.focus()
  }, [isOpen])
  if (isOpen) return children
  return (
    <article id={id} tabIndex={-1} className={`space-between align-center soft ${styles.folded}`}>
      <Text as="p" ns="talk" k="folded" />
      <Button
        look="plain"
        size="s"
        onClick={({ currentTarget }) => {
          line.current = currentTarget.closest('li')
          setOpen(true)
        }}
      >
        <Text ns="talk" k="unfold" />
      </Button>
    </article>
  )
}

/** What somebody says, folded if one muted them. */
export function Foldable({ by, children }: { by: string; children: ReactElement }) {
  const { muted } = useMember()
  return muted.includes(by) ? <Folded>{children}</Folded> : children
}
