import { createContext, type ReactNode } from 'react'

/** What members have in the frame of every screen: what rang, a way out at once, and what they must not overlook. */
export const FrameParts = createContext<{ bell?: ReactNode; exit?: ReactNode; notice?: ReactNode }>(
  {},
)
