// A finger that rests on a post opens its menu, one that draws it to the right answers it.
import styles from './postTouch.module.css'

const POST = '[data-number] > article'
/** There a finger chooses words, or moves what was written. */
const FIELDS = 'form, input, textarea'

const HOLD_MS = 500
/** A finger that rests trembles by so much. */
const STILL_PX = 10
/** From here on one sees what letting go would do; from there on it does. */
const HINT_PX = 24
const FAR_PX = 64
/** The post follows no further. */
const MOST_PX = 88
/** A finger that comes from the edge leads back: that is the browser’s. */
const EDGE_PX = 24

type Hand = { pointer: number; post: HTMLElement; x: number; y: number; timer: number }

/** Both are short ways to what a post's buttons do, and scrolling comes before either. */
export function followTouch(list: HTMLElement | null): void {
  if (!list || !window.matchMedia('(pointer: coarse)').matches) return
  const { visualViewport } = window
  // magnified, the finger moves what is seen in both directions
  const isNear = () => (visualViewport?.scale ?? 1) > 1.05
  const mark = () => list.classList.toggle(styles.touched!, !isNear())
  mark()
  visualViewport?.addEventListener('resize', mark)

  let hand: Hand | null = null
  let pull: Pull | null = null
  const letGo = () => {
    clearTimeout(hand?.timer)
    pull?.end()
    hand = pull = null
  }
  const hold = () => {
    const more = hand?.post.querySelector<HTMLElement>('[aria-haspopup="dialog"]')
    letGo()
    if (!more) return
    // or what opens would be pressed by the finger that leaves
    document.addEventListener('touchend', (event) => event.preventDefault(), LAST)
    more.click()
  }

  list.addEventListener('pointerdown', (event) => {
    letGo()
    const { pointerType, isPrimary, pointerId, clientX, clientY } = event
    const target = event.target as Element
    const post = target.closest<HTMLElement>(POST)
    if (pointerType !== 'touch' || !isPrimary || !post || target.closest(FIELDS) || isNear()) return
    // also on a button or a link: browsers take a finger that is near one for on it
    const timer = window.setTimeout(hold, HOLD_MS)
    hand = { pointer: pointerId, post, x: clientX, y: clientY, timer }
  })
  list.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    if (!hand || pointerId !== hand.pointer) return
    const x = clientX - hand.x
    const y = Math.abs(clientY - hand.y)
    if (!pull) {
      if (Math.hypot(x, y) < STILL_PX) return
      const reply = hand.post.querySelector<HTMLElement>('[data-key="r"]')
      if (!reply || x < y * 1.5 || hand.x < EDGE_PX) return letGo()
      clearTimeout(hand.timer)
      pull = new Pull(hand.post, reply)
    }
    pull.to(x)
  })
  list.addEventListener('pointerup', ({ pointerId }) => {
    if (!hand || pointerId !== hand.pointer) return
    const reply = pull?.isFar ? pull.reply : null
    letGo()
    reply?.click()
  })
  list.addEventListener('pointercancel', letGo)
  // of a finger that rests: the menu of the post comes instead
  list.addEventListener('contextmenu', (event) => {
    const target = event.target as Element
    const isFinger = (event as PointerEvent).pointerType === 'touch'
    if (isFinger && target.closest(POST) && !target.closest(FIELDS)) event.preventDefault()
  })
}

const LAST = { capture: true, once: true, passive: false }

/** A post on its way to the right, with the sign of what letting go of it does. */
class Pull {
  isFar = false
  readonly reply: HTMLElement
  #post: HTMLElement
  #sign: HTMLElement

  constructor(post: HTMLElement, reply: HTMLElement) {
    this.reply = reply
    this.#post = post
    post.classList.add(styles.pulled!)
    this.#sign = document.createElement('span')
    this.#sign.className = styles.sign!
    this.#sign.ariaHidden = 'true'
    const icon = reply.querySelector('svg')?.cloneNode(true)
    if (icon) this.#sign.append(icon)
    post.append(this.#sign)
  }
  to(x: number): void {
    this.isFar = x >= FAR_PX
    const shown = (x - HINT_PX) / (FAR_PX - HINT_PX)
    this.#post.style.setProperty('--pull', `${Math.min(Math.max(x, 0), MOST_PX)}px`)
    this.#sign.style.opacity = String(Math.min(Math.max(shown, 0), 1))
    this.#sign.toggleAttribute('data-far', this.isFar)
  }
  end(): void {
    this.#sign.remove()
    this.#post.classList.remove(styles.pulled!)
    this.#post.style.removeProperty('--pull')
  }
}
