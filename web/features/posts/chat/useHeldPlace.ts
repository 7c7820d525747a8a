// Scrolling with the newest post last: who is at the end stays there, who reads further up is not moved.
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** What the list offers to the conversation around it. */
export type ChatWays = Map<'toEnd' | 'look', () => void>

/** So near to the end one is still with the others. */
const NEAR_PX = 48
/** What stands at the top of a room covers at least so much of its talk. */
const COVERED_PX = 110

/**
 * A reader at the end of the talk stays there while posts come, and one who reads further up, or
 * writes below a post, keeps what they read where it is: older posts come above it. It begins at the
 * end, unless one comes back to a place or to a post of one's own choice.
 */
export function useHeldPlace(list: RefObject<HTMLElement | null>, ways: ChatWays) {
  const [isAtEnd, setAtEnd] = useState(true)
  const place = useRef<HeldPlace>(null)
  const { hash } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const [begin] = useState(() => ({ hash, isReturn }))
  useEffect(() => {
    const held = new HeldPlace(list.current!, setAtEnd)
    place.current = held
    const comesBack = begin.isReturn && !ways.has('toEnd') && window.scrollY > 0
    if (comesBack || begin.hash) held.look()
    else held.toEnd()
    ways.set('toEnd', held.toEnd).set('look', held.look)
    return held.watch()
  }, [list, ways, begin])
  return { isAtEnd, toEnd: useCallback(() => place.current?.toEnd(), []) }
}

class HeldPlace {
  #list: HTMLElement
  /** Ends where the talk does, below the box to write in. */
  #talk: HTMLElement
  #composer: HTMLElement
  #tell: (isAtEnd: boolean) => void
  /** What is read, and where it stood; null: the end of the talk. */
  #held: { element: Element; top: number } | null = null
  /** How much of the talk lay below the window; less than nothing where the page goes on. */
  #rest = 0
  /** How far the window was scrolled; somebody else did what it does not know. */
  #y = 0

  constructor(list: HTMLElement, tell: (isAtEnd: boolean) => void) {
    this.#list = list
    this.#talk = list.closest<HTMLElement>('[data-newest-last]')!
    // beside the part of the talk that the list is of
    const part = list.closest('[data-newest-last] > *')!
    this.#composer = part.nextElementSibling as HTMLElement
    this.#tell = tell
  }

  watch(): () => void {
    const keep = () => this.#keep()
    const look = () => this.#follow()
    const observer = 'ResizeObserver' in window ? new ResizeObserver(keep) : null
    for (const one of [document.body, this.#talk, this.#composer]) observer?.observe(one)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', keep)
    // a browser's own way would be lost at the top of the page, and is one too many elsewhere
    const { style } = document.body
    style.setProperty('overflow-anchor', 'none')
    return () => {
      style.removeProperty('overflow-anchor')
      observer?.disconnect()
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', keep)
    }
  }

  toEnd = (): void => {
    this.#held = null
    this.#scroll(Math.max(0, this.#findRest()))
    this.#rest = this.#findRest()
    this.#tell(true)
  }

  /** Takes note of where the reader is: somewhere else, or led there, on purpose. */
  look = (): void => {
    this.#y = window.scrollY
    const rest = this.#findRest()
    const written = this.#findWritten()
    const isAtEnd = !written && rest < NEAR_PX
    this.#rest = rest
    const element = written ?? (isAtEnd ? null : this.#findRead())
    this.#held = element && { element, top: element.getBoundingClientRect().top }
    this.#tell(isAtEnd)
  }

  /** Somebody scrolled. What has grown above in the same picture is made good before one sees it. */
  #follow(): void {
    const by = window.scrollY - this.#y
    // the scroll of its own is known
    if (Math.abs(by) <= 1) return
    const is = this.#held ? this.#held.element.getBoundingClientRect().top : this.#findRest()
    const was = this.#held ? this.#held.top : this.#rest
    const grown = is - (was - by)
    if (this.#held?.element.isConnected !== false && Math.abs(grown) > 1) this.#scroll(grown)
    this.look()
  }

  /** Something has become higher or lower: the reader stays where they were. */
  #keep(): void {
    this.#clearBox()
    const written = this.#findWritten()
    const isMoved = Math.abs(window.scrollY - this.#y) > 1
    // The browser itself goes back where a page becomes shorter than one had read: as a window turns,
    // the talk stands for a moment in what is left beside a rail that goes.
    const isCut =
      window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1 &&
      (this.#held === null || window.scrollY < this.#y)
    if (written && this.#held?.element !== written) this.#show(written)
    else if (!isMoved || isCut) {
      if (this.#held === null) this.#scroll(this.#findRest() - Math.min(this.#rest, 0))
      else if (this.#held.element.isConnected)
        this.#scroll(this.#held.element.getBoundingClientRect().top - this.#held.top)
    }
    this.look()
  }

  /** The box below a post has opened: all of it comes out from behind the one at the foot. */
  #show(written: Element): void {
    const { bottom } = written.getBoundingClientRect()
    const hidden = bottom - this.#composer.getBoundingClientRect().top
    if (hidden > 0) this.#scroll(hidden)
  }

  /** How much of the talk lies below the window. */
  #findRest(): number {
    const { documentElement: root } = document
    const banner = parseFloat(getComputedStyle(root).getPropertyValue('--banner')) || 0
    return this.#talk.getBoundingClientRect().bottom - (window.innerHeight - banner)
  }

  /** The post below which somebody writes. */
  #findWritten(): Element | null {
    return this.#list.querySelector('textarea')?.closest('li') ?? null
  }

  /** The first post that can be read. */
  #findRead(): Element | null {
    for (const one of this.#list.querySelectorAll('article'))
      if (one.getBoundingClientRect().bottom > COVERED_PX) return one
    return null
  }

  #scroll(by: number): void {
    if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' })
    this.#y = window.scrollY
  }

  /** What is sought, and the way to the newest, stand above the box to write in where that sticks. */
  #clearBox(): void {
    const sticks = getComputedStyle(this.#composer).position === 'sticky'
    const height = sticks ? this.#composer.offsetHeight : 0
    this.#talk.style.setProperty('--stuck-bottom', `${height + 8}px`)
  }
}
