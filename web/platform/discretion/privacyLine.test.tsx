import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderAll } from '#web/static/render.tsx'
import { closeTab, openTab } from '#web/testing/openTab.tsx'
import { showPage } from '#web/testing/showPage.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear()))
afterEach(() => (closeTab(), document.body.replaceChildren()))

const WORDS = {
  de: 'Was mit diesen Angaben geschieht, steht in der Datenschutzerklärung',
  en: 'What happens to these details is set out in the privacy policy',
}
const LINK = 'a[href="/legal/privacy"]'
const line = (part: ParentNode) => part.querySelector(LINK)?.closest('p')?.textContent

test('every public form says where the privacy policy is, in the language of its page', async () => {
  const pages = await renderAll({ first: '', styles: '', script: '/s.js', fonts: [] })
  const language = (name: string) => (name.startsWith('de/') ? 'de' : 'en')
  for (const form of ['waitlist', 'invite', 'kontakt', 'melden'])
    for (const { name, html } of pages.filter((page) => page.name.endsWith(`/${form}.html`))) {
      showPage(html)
      expect(line(document.querySelector('main form')!), name).toContain(WORDS[language(name)])
    }
})

test.each([
  ['mul', 'de'],
  ['de', 'de'],
  ['en', 'en'],
] as const)(
  'sign-up and the ID dialog say so too, without leaving them (%s)',
  async (locale, spoken) => {
    sessionStorage.setItem('parlour.sign-up', JSON.stringify({ isAdult: true }))
    await openTab('/signup', { language: locale })
    await screen.findAllByRole('checkbox')
    const form = document.querySelector('main form')!
    expect(line(form)).toContain(WORDS[spoken])
    expect(form.querySelector(LINK)?.getAttribute('target')).toBe('_blank')

    await userEvent.click(screen.getByRole('button', { name: /\(optional\)/ }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByRole('checkbox')
    expect(line(dialog)).toContain(WORDS[spoken])
    expect(dialog.querySelector(LINK)?.getAttribute('target')).toBe('_blank')
  },
)
