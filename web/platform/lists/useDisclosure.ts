import { useRef, useState } from 'react'

/**
 * A form in the place of the button that opens it. Where something was begun in it, it is open at
 * once; what somebody finds again takes no focus.
 */
export function useDisclosure(isBegun: boolean) {
  const [isOpen, setOpen] = useState(isBegun)
  const [takesFocus, setTakesFocus] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const fold = () => setOpen(false)
  return {
    isOpen,
    takesFocus,
    opener,
    open: () => {
      setOpen(true)
      setTakesFocus(true)
    },
    /** When what was begun is done, and the focus has gone elsewhere. */
    fold,
    close: () => {
      fold()
      // the button comes back with the next picture
      requestAnimationFrame(() => opener.current?.focus())
    },
  }
}
