const LOOK_MS = 5_000
/** All tabs learn of a new build in the same second; they should not all load it at once. */
const SPREAD_MS = 60_000
const HIDDEN_MS = 10_000
const IDLE_MS = 5 * 60_000
/** While processes of both builds answer, a page might be led from one to the other and back: no sooner than this. */
const YOUNG_MS = 10 * 60_000

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input'] as const
const OPEN = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
const TYPED_IN = 'textarea, input, [contenteditable]:not([contenteditable=false])'
const CHOICES = new Set(['checkbox', 'radio'])
const NOT_TYPED = new Set(['hidden', 'submit', 'button', 'reset', 'image', 'range', 'color'])

type Options = {
  /** Whether something is on its way to the club. */
  isBusy: () => boolean
  signal: AbortSignal
  reload?: () => void
  spreadMs?: number
}

/**
 * Reloads the page at the next moment at which that takes nothing from anybody: nothing is typed, open or on its
 * way, and nobody has looked for a while. What is begun and put away as a draft is kept as it is for any other reload.
 */
export function reloadOnceQuiet({
  isBusy,
  signal,
  reload = () => window.location.reload(),
  spreadMs = Math.random() * SPREAD_MS,
}: Options): void {
  const begunAt = performance.now()
  let touchedAt = begunAt
  let hiddenAt = document.hidden ? begunAt : Infinity
  const touched = () => (touchedAt = performance.now())
  for (const sign of SIGNS)
    window.addEventListener(sign, touched, { capture: true, passive: true, signal })
  const turned = () => {
    hiddenAt = document.hidden ? performance.now() : Infinity
    touched()
  }
  document.addEventListener('visibilitychange', turned, { signal })

  const look = () => {
    const at = performance.now()
    const isAlone = at - hiddenAt >= HIDDEN_MS || at - touchedAt >= IDLE_MS
    if (at < YOUNG_MS || at - begunAt < spreadMs || !isAlone || isBusy() || !isAtRest()) return
    stop()
    reload()
  }
  const timer = setInterval(look, LOOK_MS)
  const stop = () => clearInterval(timer)
  signal.addEventListener('abort', stop)
}

/** Nothing is open or typed, and nothing on the page would ask whether to leave it. */
function isAtRest(): boolean {
  if (!navigator.onLine || document.querySelector(OPEN)) return false
  for (const field of document.querySelectorAll(TYPED_IN)) if (isFilled(field)) return false
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

function isFilled(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== '' && !field.readOnly
  if (!(field instanceof HTMLInputElement)) return (field.textContent ?? '').trim() !== ''
  if (CHOICES.has(field.type)) return field.checked !== field.defaultChecked
  return !NOT_TYPED.has(field.type) && field.value !== '' && !field.readOnly
}
