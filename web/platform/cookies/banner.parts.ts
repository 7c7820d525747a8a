import { cookieBannerTexts as texts } from '#contract/consent/cookieBannerTexts.ts'
import type { LegalPage } from '#contract/pages.ts'
import type { Locale, Tongue } from '#web/text/language.ts'
import button from '#web/ui/Button.module.css'
import styles from './banner.module.css'
import { element } from './element.ts'

const LINKS = ['cookies', 'privacy', 'impressum'] as const satisfies LegalPage[]
/** A live region says only what comes into it while it is there. */
const ANNOUNCED_AFTER_MS = 400

/** What the banner says in both languages, and the way to put one of them first. */
export function bilingualWords() {
  const blocks = { de: block('de'), en: block('en') }
  const text = element('div', { class: styles.words })
  const links = element('p', { class: styles.links })
  const close = element('button', { type: 'button', class: `icon-button ${styles.close}` }, cross())
  const status = element('p', { role: 'status', class: 'visually-hidden' })
  const speak = (locale: Locale) => {
    const [first, second]: Tongue[] = locale === 'en' ? ['en', 'de'] : ['de', 'en']
    text.append(blocks[first!], blocks[second!], links)
    links.replaceChildren(...legalLinks(first!))
    links.lang = first!
    close.ariaLabel = texts[first!].close
    close.lang = first!
  }
  setTimeout(() => {
    // not announced when a choice was made meanwhile
    if (!status.isConnected) return
    const spoken = (['de', 'en'] as const).map((lang) =>
      element('span', { lang }, texts[lang].announced, ' '),
    )
    status.append(...spoken)
  }, ANNOUNCED_AFTER_MS)
  return { text, close, status, speak }
}

const block = (lang: Tongue) =>
  element(
    'div',
    { lang },
    element('p', { id: `cookies-${lang}`, class: styles.title }, texts[lang].title),
    element('p', {}, texts[lang].short),
  )

/** What the choice is about, to read. */
export const legalLinks = (lang: Tongue) =>
  LINKS.map((page) => element('a', { href: `/legal/${page}` }, texts[lang][page]))

/** As `web/ui/Button.tsx` draws it. */
export const pill = (words: string, look: 'primary' | 'plain') =>
  element('button', { type: 'button', class: button.button, 'data-look': look }, words)

function cross(): SVGSVGElement {
  const shape = (name: string, attributes: Record<string, string>) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
    return made
  }
  const svg = shape('svg', {
    viewBox: '0 0 24 24',
    width: '20',
    height: '20',
    'aria-hidden': 'true',
  })
  svg.append(shape('path', { d: 'm6 6 12 12M18 6 6 18' }))
  return svg as SVGSVGElement
}
