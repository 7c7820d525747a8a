import type { ReactNode } from 'react'
import { focus } from '#web/ui/behaviour/focus.ts'

/**
 * The heading of a step inside the dialog; it takes the focus, so that the step is read out. At once: a dialog that
 * finds the focus lost takes it, and again a frame later.
 */
export const StepTitle = ({ children }: { children: ReactNode }) => (
  <h3 ref={focus} tabIndex={-1} className="large">
    {children}
  </h3>
)
