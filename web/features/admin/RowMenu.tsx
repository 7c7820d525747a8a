import { useLayoutEffect, type ReactNode, type RefObject } from 'react'
import type { CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { passFocus } from '#web/ui/behaviour/passFocusOn.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import menu from '#web/ui/dialogs/Menu.module.css'
import { MoreButton } from '#web/ui/MoreButton.tsx'

type Act = { key: string; words: ReactNode; isOff?: boolean; onAct: () => unknown }
type Props = {
  /** What it is about, as the button and the window say it. */
  label: string
  describedBy?: string
  title: ReactNode
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  isPending: boolean
  failure: CallError | null
  acts: readonly (Act | false)[]
  opener: RefObject<HTMLButtonElement | null>
  /** Where the focus goes when it closes; null where another window follows. */
  returnTo: () => HTMLElement | null
}

/** What can be done with one row of a table, behind one small button. */
export function RowMenu({ label, title, isOpen, onOpenChange, acts, opener, ...more }: Props) {
  // a row that goes once its window has closed takes the focus along
  useLayoutEffect(() => {
    const button = opener.current
    const list = button?.closest<HTMLElement>('section, main')
    return () => passFocus(button, () => list)
  }, [opener])
  return (
    <>
      <MoreButton
        ref={opener}
        size="s"
        label={label}
        aria-describedby={more.describedBy}
        isOpen={isOpen}
        onClick={() => onOpenChange(true)}
      />
      <Dialog
        open={isOpen}
        onOpenChange={onOpenChange}
        isBusy={more.isPending}
        title={title}
        returnTo={more.returnTo}
      >
        <ul role="list" className={menu.menu}>
          {acts.map(
            (one) =>
              one && (
                <li key={one.key}>
                  <Button look="plain" wide disabled={one.isOff} onClick={() => void one.onAct()}>
                    {one.words}
                  </Button>
                </li>
              ),
          )}
        </ul>
        <ErrorNotice failure={more.failure} />
      </Dialog>
    </>
  )
}
