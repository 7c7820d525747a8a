import { useEffect, useRef, type ReactNode } from 'react'

/** The heading of a step. One that follows another takes the focus, so that it is read out. */
export function StepHeading({
  takesFocus = false,
  children,
}: {
  takesFocus?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
