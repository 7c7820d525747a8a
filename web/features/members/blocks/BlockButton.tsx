import { useState } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { BlockDialog } from './BlockDialog.tsx'

type Props = { member: { id: string; username: string }; onBlocked: () => void }

export function BlockButton({ member, onBlocked }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Text ns="safety" k="block" values={{ username: member.username }} />
      </Button>
      <BlockDialog member={member} isOpen={isOpen} onOpenChange={setOpen} onBlocked={onBlocked} />
    </>
  )
}
