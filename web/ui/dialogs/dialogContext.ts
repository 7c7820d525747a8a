import { createContext, use, useEffect, type ReactNode } from 'react'

export type DialogParts = {
  title: ReactNode
  /** The sentence a screen reader hears with the title. */
  description?: ReactNode
  closeLabel: string
  /** Buttons, the safe one first; wrap one in `<DialogClose>` to close with it. */
  actions?: ReactNode
  /** `wide` for what has to be looked at, `desk` for working in: all of a small window. */
  size?: 'm' | 'l' | 'wide' | 'desk'
  /** Has to be read from its beginning, so that the focus starts there and not at the first thing to press. */
  isRead?: boolean
  /** The element that gets the focus afterwards, where the one that had it may be gone by then. */
  returnTo?: () => HTMLElement | null
  children?: ReactNode
}

type Around = {
  /** Whether it could: what is under way keeps it open. */
  close: () => boolean
  hold: (isHeld: boolean) => void
}

/** The dialog around. */
export const DialogContext = createContext<Around>({ close: () => true, hold: () => {} })

/** Keeps the dialog around open until what a form in it began is seen through. */
export function useHold(isPending: boolean): void {
  const { hold } = use(DialogContext)
  useEffect(() => {
    hold(isPending)
    return () => hold(false)
  }, [hold, isPending])
}
