import { useRef, useState, type ReactNode } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import type { Values } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'

export type SectionMessage = { k: Key<'security'>; values?: Values } | null

type Props = {
  title: Key<'security'>
  /** What was last done here; read out when it changes. */
  status?: SectionMessage
  children: ReactNode
}

export function Section({ title, status, children }: Props) {
  return (
    <Card titleId={`security-${title}`} title={<Text ns="security" k={title} />}>
      {children}
      <StatusMessage size="s">{status && <Text ns="security" {...status} />}</StatusMessage>
    </Card>
  )
}

/** A form that unfolds below the button for it, and gives the focus back to it. */
export function useUnfolding() {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return {
    opener,
    isOpen,
    toggle: () => setOpen(!isOpen),
    close: () => {
      setOpen(false)
      opener.current?.focus()
    },
  }
}

type OpenerProps = {
  words: Key<'security'>
  unfolding: ReturnType<typeof useUnfolding>
  pending?: boolean
  onClick?: () => void
}

export function Opener({ words, unfolding, pending = false, onClick }: OpenerProps) {
  const { opener, isOpen, toggle } = unfolding
  return (
    <Button
      ref={opener}
      look="quiet"
      className="at-start"
      aria-expanded={isOpen}
      pending={pending}
      onClick={onClick ?? toggle}
    >
      <Text ns="security" k={words} />
    </Button>
  )
}
