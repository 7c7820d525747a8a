import { useRef, useState, type ReactNode } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { Text, type Values } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'

export type SectionMessage = { k: Key<'security'>; values?: Values } | null

type Props = {
  title: Key<'security'>
  /** The result of the last action here; read out when it changes. */
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

/** Something that opens below its button, which regains the focus when it is closed. */
export function useSectionDisclosure() {
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

type DisclosureButtonProps = {
  words: Key<'security'>
  disclosure: ReturnType<typeof useSectionDisclosure>
  pending?: boolean
  onClick?: () => void
}

export function DisclosureButton({
  words,
  disclosure,
  pending = false,
  onClick,
}: DisclosureButtonProps) {
  const { opener, isOpen, toggle } = disclosure
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
