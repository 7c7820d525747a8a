import { useLayoutEffect, useRef, type ReactNode } from 'react'

/** The heading of a step inside the dialog; it takes the focus, so that the step is read out. */
export function StepTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // at once: a dialog that finds the focus lost takes it, and again a frame later
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="large">
      {children}
    </h3>
  )
}
