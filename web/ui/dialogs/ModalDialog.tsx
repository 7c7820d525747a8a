import { cloneElement, Suspense, use, useState, type ReactElement, type ReactNode } from 'react'
import { DialogContext, type DialogParts } from './dialogContext.ts'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useFirstSign } from '#web/ui/fields/useFirstSign.ts'

export type ModalDialogProps = DialogParts & {
  /** What opens it, when it is not controlled, and the words on it. */
  trigger?: ReactElement
  triggerWords?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** What was begun in it is under way, and is seen through: nobody closes it meanwhile. */
  isBusy?: boolean
}

type Clickable = ReactElement<{
  onClick: () => void
  'aria-haspopup'?: 'dialog'
  'aria-expanded'?: boolean
}>

/** The window itself is fetched with the first sign that somebody is there to open one. */
const popup = lazyPart(async () => (await import('./DialogPopup.tsx')).DialogPopup)

export function ModalDialog({
  trigger,
  triggerWords,
  open,
  onOpenChange,
  isBusy = false,
  ...parts
}: ModalDialogProps) {
  const [own, setOwn] = useState(false)
  const [isHeld, hold] = useState(false)
  const isOpen = open ?? own
  const change = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  const close = () => {
    if (isBusy || isHeld) return false
    change(false)
    return true
  }
  // stays to take its leave
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)

  useFirstSign(() => void popup.preload())

  return (
    <>
      {trigger &&
        cloneElement(
          trigger as Clickable,
          { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onClick: () => change(true) },
          ...(triggerWords === undefined ? [] : [triggerWords]),
        )}
      {wasOpen && (
        <DialogContext value={{ close, hold }}>
          <Suspense fallback={null}>
            <popup.Part {...parts} isOpen={isOpen} onClose={close} />
          </Suspense>
        </DialogContext>
      )}
    </>
  )
}

type CloseProps = { render: ReactElement; onClick?: () => void; children: ReactNode }

/** Closes the dialog around it: `<DialogClose render={<Button look="quiet" />}>…</DialogClose>`. */
export function DialogClose({ render, onClick, children }: CloseProps) {
  const { close } = use(DialogContext)
  const act = () => {
    if (close()) onClick?.()
  }
  return cloneElement(render as Clickable, { onClick: act }, children)
}
