import type { ReactNode, Ref } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Said } from '#web/ui/Entry.tsx'

type Props = {
  id?: string
  ref?: Ref<HTMLElement>
  /** What the words were for, where several may stand on a screen. */
  about?: string | undefined
  onDiscard: () => void
  children: ReactNode
}

/** What somebody was writing when it was settled without them. */
export const UnsavedWords = ({ id = 'unsaved', ref, about, onDiscard, children }: Props) => (
  <Card
    ref={ref}
    tabIndex={-1}
    titleId={id}
    title={
      about === undefined ? (
        <Text ns="desk" k="unsaved" />
      ) : (
        <Text ns="desk" k="unsaved_about" values={{ about }} unbroken={about} />
      )
    }
  >
    <Text as="p" ns="desk" k="unsaved_text" />
    <Said tone="plain">{children}</Said>
    <Button look="quiet" className="at-start" onClick={onDiscard}>
      <Text ns="desk" k="unsaved_discard" />
    </Button>
  </Card>
)
