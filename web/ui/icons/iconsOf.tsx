import type { ReactNode } from 'react'

type Props<Name> = { name: Name; size?: number }

/** Line drawings to stand beside words; never the only carrier of a meaning. */
export const createIcon = <Name extends string>(shapes: Record<Name, ReactNode>) =>
  function Icon({ name, size = 20 }: Props<Name>) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentcolor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {shapes[name]}
      </svg>
    )
  }
