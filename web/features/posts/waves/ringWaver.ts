import { listBell } from '#contract/notifications/bellItems.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/api/call.ts'
import styles from './ringWaver.module.css'

/** What rang longer ago is no news. */
const FRESH_MS = 60_000
const LASTS_MS = 900

const rung = new Set<string>()

/** Something rang: if somebody waved just now, there is a ring of light around their portrait, once. */
export async function ringWaver(): Promise<void> {
  const [newest] = (await call(listBell, { query: {} }).catch(() => null))?.items ?? []
  const waver = newest?.actors[0]
  if (!waver || newest.isRead || rung.has(newest.id)) return
  if (newest.kind !== 'wave' || Date.now() - Date.parse(newest.at) > FRESH_MS) return
  rung.add(newest.id)
  for (const portrait of findPortraits(waver.id)) ring(portrait)
}

/** Wherever they are on the screen. */
function findPortraits(memberId: string): Set<HTMLElement> {
  const links = document.querySelectorAll(`a[href="${paths.member(memberId)}"]`)
  const portraits = [...links].map((link) =>
    (link.querySelector('[data-size]')
      ? link
      : link.closest('article, li')
    )?.querySelector<HTMLElement>('[data-size]'),
  )
  return new Set(portraits.filter((one) => one !== null && one !== undefined))
}

function ring(portrait: HTMLElement): void {
  const around = portrait.offsetParent
  if (!around || document.hidden) return
  const light = document.createElement('span')
  light.className = styles.ring!
  light.ariaHidden = 'true'
  light.dataset.ring = ''
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = portrait
  Object.assign(light.style, {
    left: `${offsetLeft}px`,
    top: `${offsetTop}px`,
    width: `${offsetWidth}px`,
    height: `${offsetHeight}px`,
  })
  around.append(light)
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const frames = isStill
    ? [{ opacity: 1 }, { opacity: 1 }]
    : [
        { transform: 'scale(0.9)', opacity: 0 },
        { transform: 'scale(1.08)', opacity: 1, offset: 0.3 },
        { transform: 'scale(1.3)', opacity: 0 },
      ]
  const move = light.animate(frames, { duration: LASTS_MS, easing: 'cubic-bezier(.22,1,.36,1)' })
  const end = () => light.remove()
  move.finished.then(end, end)
}
