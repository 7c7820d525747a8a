import { takeNotice } from '#web/platform/api/notice.ts'
import { reopenQuestion, askForCookies } from '#web/platform/cookies/asking.ts'
import { keepFirstWords, readFirstWords } from '#web/platform/outbox/firstWords.ts'
import {
  chooseTheme,
  currentTheme,
  followTheme,
  onThemeChanged,
} from '#web/platform/shell/theme.ts'
import type { Locale } from '#web/text/language.ts'
import { cloneTemplate } from './club.ts'

// What a public page does once it is laid out.

export function wireCookies(): void {
  const locale = () => document.documentElement.dataset.locale as Locale
  for (const button of document.querySelectorAll('[data-cookie-settings]'))
    button.addEventListener('click', () => reopenQuestion(locale()))
  askForCookies({
    load: async () => (await import('#web/platform/cookies/banner.ts')).openBanner,
    locale,
  })
}

export function switchTheme(): void {
  const button = document.querySelector('[data-theme-switch]')
  const show = () => button?.setAttribute('aria-pressed', String(currentTheme() === 'dark'))
  button?.addEventListener('click', () => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark'))
  onThemeChanged(show)
  followTheme()
  show()
}

export function showLeftNotice(): void {
  const name = takeNotice()
  const notice = name && cloneTemplate(`[data-notice="${CSS.escape(name)}"]`)
  if (!notice) return
  document.body.append(notice)
  const toast = document.body.lastElementChild
  toast?.querySelector('button')?.addEventListener('click', () => toast.remove())
}

/** Keeps an answer begun on the landing page in this tab, and puts it back into the field on the next visit. */
export function keepAnswer(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-first-words]')
  const field = form?.querySelector('input')
  if (!form || !field) return
  field.value ||= readFirstWords()
  form.addEventListener('submit', (event) => {
    keepFirstWords(field.value)
    // by itself a form without anything to send still leaves its question mark in the address
    event.preventDefault()
    window.location.href = form.action
  })
}

/** Of the address this document was opened at, whatever the address bar says by now. */
function openedPath(): string {
  const [visit] = performance.getEntriesByType('navigation')
  return visit ? new URL(visit.name).pathname : window.location.pathname
}

/**
 * Going back from a public page to a screen of the app it replaced in the same tab: a browser may take both for one
 * document, change the address and leave this page standing, also before these lines are run.
 */
export function followWayBack(): void {
  const openedAt = openedPath()
  const follow = () => {
    if (window.location.pathname !== openedAt) window.location.reload()
  }
  window.addEventListener('popstate', follow)
  follow()
}
