import { createContext, type ReactNode } from 'react'
import type { WayBack } from './navigation/trail.ts'

export type FramedPage = {
  /** Its words in this language. */
  title: string
  width: 'narrow' | 'text' | 'wide' | 'full'
  actions: ReactNode
  head: 'own' | undefined
  back: WayBack | undefined
  side: ReactNode
  children: ReactNode
}

/**
 * How a screen is drawn within the frame of members, which stands around their screens and stays
 * when these change. It comes with them, so that visitors do not load it.
 */
export const DrawFramed = createContext<((page: FramedPage) => ReactNode) | null>(null)

/** What members must not overlook, on whatever screen. */
export const FrameNotice = createContext<ReactNode>(null)
