// Moves a photo to another place by mouse or finger; a finger that does not rest first scrolls as ever.
type Acts = {
  lifted: (id: string) => void
  /** The one in the hand is above another. */
  over: (id: string, other: string) => void
  dropped: (id: string, isMeant: boolean) => void
}
type Point = { clientX: number; clientY: number }

const REST_MS = 260
/** A mouse that moves less has clicked; a finger that moves more before it has rested wants to scroll. */
const SLACK_PX = 8

/** The hand above a list whose parts carry `data-photo`: what it holds follows it. */
export class DragHold {
  #list: HTMLElement
  #acts: Acts
  #listening = new AbortController()
  #tile: HTMLElement | null = null
  #grip = { x: 0, y: 0 }
  #start: Point = { clientX: 0, clientY: 0 }
  #isLifted = false
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(list: HTMLElement, acts: Acts) {
    this.#list = list
    this.#acts = acts
    const { signal } = this.#listening
    list.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    list.addEventListener('pointermove', (event) => this.#move(event), { signal })
    list.addEventListener('pointerup', () => this.#end(true), { signal })
    list.addEventListener('pointercancel', () => this.#end(false), { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#end(false), {
      signal,
    })
    // the finger draws the photo now, not the page
    const still = (event: Event) => this.#isLifted && event.preventDefault()
    list.addEventListener('touchmove', still, { signal, passive: false })
    list.addEventListener('contextmenu', still, { signal })
  }

  close(): void {
    this.#end(false)
    this.#listening.abort()
  }

  #down(event: PointerEvent): void {
    const target = event.target as Element
    const tile = target.closest<HTMLElement>('[data-photo]')
    if (!tile || event.button !== 0 || target.closest('button')) return
    const { left, top } = tile.getBoundingClientRect()
    this.#tile = tile
    this.#start = event
    this.#grip = { x: event.clientX - left, y: event.clientY - top }
    if (event.pointerType === 'touch')
      this.#rest = setTimeout(() => this.#lift(event.pointerId), REST_MS)
  }

  #move(event: PointerEvent): void {
    if (!this.#tile) return
    // released where no event reached this page
    if (event.buttons === 0) return this.#end(false)
    if (!this.#isLifted) {
      const { clientX, clientY } = this.#start
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < SLACK_PX) return
      if (event.pointerType === 'touch') return this.#end(false)
      this.#lift(event.pointerId)
    }
    this.#follow(event)
    const other = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest<HTMLElement>('[data-photo]'))
      .find((tile) => tile && tile !== this.#tile && this.#list.contains(tile))
    if (!other) return
    this.#acts.over(readId(this.#tile), readId(other))
    this.#follow(event)
  }

  #lift(pointerId: number): void {
    if (!this.#tile) return
    this.#isLifted = true
    this.#list.setPointerCapture(pointerId)
    this.#acts.lifted(readId(this.#tile))
  }

  /** From wherever its place in the list is by now. */
  #follow({ clientX, clientY }: Point): void {
    if (!this.#tile) return
    this.#tile.style.translate = ''
    const { left, top } = this.#tile.getBoundingClientRect()
    const { x, y } = this.#grip
    this.#tile.style.translate = `${clientX - x - left}px ${clientY - y - top}px`
  }

  #end(isMeant: boolean): void {
    clearTimeout(this.#rest)
    const tile = this.#tile
    const wasLifted = this.#isLifted
    this.#tile = null
    this.#isLifted = false
    if (!tile) return
    tile.style.translate = ''
    if (wasLifted) this.#acts.dropped(readId(tile), isMeant)
  }
}

const readId = (tile: HTMLElement): string => tile.dataset['photo'] ?? ''
