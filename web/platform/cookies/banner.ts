// The cookie banner in plain DOM, one for public pages and the app; it keeps nobody from using the page.
import { cookieBannerButtons as words } from '#contract/consent/cookieBannerTexts.ts'
import type { Locale } from '#web/text/language.ts'
import styles from './banner.module.css'
import { bilingualWords, pill } from './banner.parts.ts'
import { categories } from './categories.ts'
import { element } from './element.ts'
import type { Choice } from './record.ts'

type CookieDecision = Choice & { method: 'accept_all' | 'necessary' | 'custom' | 'close' }

export type Banner = {
  /** Puts the language of the page first. */
  speak: (locale: Locale) => void
  focus: () => void
  close: () => void
}

const NOTHING: Choice = { analytics: false, marketing: false }

/** For the eye it lies at the foot of the window, for who goes by keyboard it comes first. */
export function openBanner(locale: Locale, onDecided: (decision: CookieDecision) => void): Banner {
  const { text, close, status, speak } = bilingualWords()
  const acceptAll = pill(words.acceptAll, 'primary')
  const necessaryOnly = pill(words.necessaryOnly, 'primary')
  const details = pill(words.details, 'plain')
  const choices = element('div', { class: styles.choices }, acceptAll, necessaryOnly)
  const scroller = element('div', { class: styles.scroller }, text)
  const banner = element(
    'section',
    { class: styles.banner, 'aria-labelledby': 'cookies-de cookies-en', tabindex: '-1' },
    status,
    close,
    scroller,
    element('div', { class: styles.buttons, lang: 'en' }, choices, details),
  )

  const remove = reserveBannerSpace(banner)
  const decide = (method: CookieDecision['method'], choice: Choice) => {
    remove()
    onDecided({ method, ...choice })
  }
  acceptAll.addEventListener('click', () =>
    decide('accept_all', { analytics: true, marketing: true }),
  )
  necessaryOnly.addEventListener('click', () => decide('necessary', NOTHING))
  close.addEventListener('click', () => decide('close', NOTHING))

  const showDetails = () => {
    const { part, chosen } = categories()
    scroller.append(part)
    banner.dataset['open'] = ''
    details.removeAttribute('aria-expanded')
    details.replaceChildren(words.save)
    details.dataset['look'] = 'quiet'
    part.focus()
    // the second half of a double click saves nothing
    details.addEventListener('click', ({ detail }) => detail > 1 || decide('custom', chosen()))
  }
  details.ariaExpanded = 'false'
  details.addEventListener('click', showDetails, { once: true })

  speak(locale)
  document.querySelector('#app')?.classList.add(styles.page ?? '')
  document.body.prepend(banner)
  return { speak, focus: () => banner.focus(), close: remove }
}

/** Tells the page how much of the window the banner takes, so that nothing is out of reach behind it. Returns the way to take it away. */
function reserveBannerSpace(banner: HTMLElement): () => void {
  const { style } = document.documentElement
  // a public page needs it in two places; handed down from the root it had every element styled again
  const page = document.querySelector<HTMLElement>('#app[data-written]')
  const setHeight = (height: string) => {
    if (page) style.scrollPaddingBottom = page.style.paddingBottom = height
    else style.setProperty('--banner', height)
  }
  const observer = new ResizeObserver(() => {
    const below = Number.parseFloat(getComputedStyle(banner).bottom) || 0
    setHeight(`${banner.offsetHeight + below}px`)
    showFocused(banner)
  })
  observer.observe(banner)
  return () => {
    observer.disconnect()
    // nothing said is nothing taken
    setHeight('')
    const hadFocus = banner.contains(document.activeElement)
    banner.remove()
    if (hadFocus) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
}

/** What has the focus does not lie under the banner, of anything higher its end: there is what to press. */
function showFocused(banner: HTMLElement): void {
  const { activeElement: focused, body } = document
  if (!focused || focused === body || banner.contains(focused)) return
  const { bottom } = focused.getBoundingClientRect()
  if (bottom > banner.getBoundingClientRect().top) focused.scrollIntoView({ block: 'end' })
}
