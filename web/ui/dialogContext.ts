import { createContext, type ReactNode } from 'react'

export type DialogParts = {
  title: ReactNode
  /** The sentence a screen reader hears with the title. */
  description?: ReactNode
  closeLabel: string
  /** Buttons, the safe one first; wrap one in `<DialogClose>` to close with it. */
  actions?: ReactNode
  children?: ReactNode
}

/** How to close the dialog around. */
export const DialogContext = createContext(() => {})
