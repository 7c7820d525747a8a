import { createContext, type ReactNode } from 'react'

/** What members have in the frame of every screen: what rang, one's own, a way out at once, and what they must not overlook. */
export const FrameParts = createContext<{
  bell?: ReactNode
  menu?: ReactNode
  exit?: ReactNode
  notice?: ReactNode
}>({})
