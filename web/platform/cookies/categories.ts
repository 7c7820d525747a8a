import { cookieBannerTexts as texts } from '#contract/consent/cookieBannerTexts.ts'
import styles from './banner.module.css'
import { legalLinks } from './banner.parts.ts'
import { element } from './element.ts'
import type { Choice } from './record.ts'

const TONGUES = ['de', 'en'] as const
type Category = 'necessary' | keyof Choice

/** All there is to say, and what there is to agree to, one by one. Everything that is not needed starts off. */
export function categories(): { part: HTMLElement; chosen: () => Choice } {
  const [necessary, analytics, marketing] = [
    toggle('necessary'),
    toggle('analytics'),
    toggle('marketing'),
  ]
  necessary.input.checked = true
  necessary.input.disabled = true
  const part = element(
    'div',
    {
      class: styles.details,
      role: 'group',
      tabindex: '-1',
      'aria-labelledby': 'cookies-categories',
    },
    element('div', { class: styles.whole }, ...TONGUES.map(whole)),
    element(
      'p',
      { id: 'cookies-categories', class: styles.title },
      ...inBoth((lang) => texts[lang].categories),
    ),
    element('div', { class: styles.categories }, necessary.part, analytics.part, marketing.part),
    ...TONGUES.map((lang) => element('p', { lang }, texts[lang].facts)),
  )
  return {
    part,
    chosen: () => ({ analytics: analytics.input.checked, marketing: marketing.input.checked }),
  }
}

const whole = (lang: (typeof TONGUES)[number]) =>
  element(
    'div',
    { lang },
    element('p', {}, texts[lang].text),
    element('p', { class: styles.links }, ...legalLinks(lang)),
  )

function toggle(name: Category) {
  const id = `cookies-${name}`
  const input = element('input', { type: 'checkbox', role: 'switch', 'aria-describedby': id })
  const part = element(
    'div',
    {},
    element('label', {}, input, element('span', {}, ...inBoth((lang) => texts[lang][name].name))),
    element(
      'div',
      { id },
      ...TONGUES.map((lang) => element('p', { lang }, texts[lang][name].text)),
    ),
  )
  return { part, input }
}

/** German and English in one line; a word both share stands once. */
function inBoth(say: (lang: 'de' | 'en') => string): (Node | string)[] {
  if (say('de') === say('en')) return [say('de')]
  return [
    element('span', { lang: 'de' }, say('de')),
    ' / ',
    element('span', { lang: 'en' }, say('en')),
  ]
}
