import { useRef, useState } from 'react'
import type { Table } from '#contract/tables/tables.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { forgetDrafts } from '#web/platform/session/drafts.ts'
import { useMember } from '#web/platform/session/session.ts'
import { tablePlace } from '#web/platform/talk/place.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { useClearTable } from './useActs.ts'

type Props = { table: Table; day: string; onCleared: () => void }

/** Removes one's copy of what was said, which does not come back: asked about first. */
export function ClearTable({ table, day, onCleared }: Props) {
  const { userId } = useMember()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const clearing = useClearTable(table, () => {
    // nowhere else could they be seen any more
    forgetDrafts(userId, tablePlace(table.id))
    addToast({ title: <Text ns="tables" k="cleared" />, tone: 'success' })
    onCleared()
  })
  return (
    <>
      <Button
        ref={opener}
        look="quiet"
        size="s"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Text ns="tables" k="clear" />
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        isBusy={clearing.isPending}
        title={<Text ns="tables" k="clear_title" />}
        description={<Text ns="tables" k="clear_text" values={{ day }} />}
        returnTo={() => opener.current}
        actions={
          <>
            <DialogCancel />
            <Button look="danger" pending={clearing.isPending} onClick={() => clearing.mutate()}>
              <Text ns="tables" k="clear_confirm" />
            </Button>
          </>
        }
      >
        <ErrorNotice failure={clearing.error} />
      </Dialog>
    </>
  )
}
