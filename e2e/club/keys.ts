import type { jpeg } from '../acts/documents.ts'
import { expect, type Page } from './journey.ts'

/** Goes on with Tab until something of that name has the focus, as somebody without a mouse would. */
export async function focusByTab(page: Page, name: RegExp, most = 40): Promise<void> {
  // nobody goes on before there is a screen; while it opens its heading is for the ear alone
  await expect(page.locator('h1:not(.visually-hidden), [role=dialog]').first()).toBeVisible()
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press('Tab')
    const words = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return ''
      const labels = (element as HTMLInputElement).labels ?? []
      const own = element.getAttribute('aria-label') ?? element.textContent ?? ''
      return [...labels].map((label) => label.textContent).join(' ') || own
    })
    if (!name.test(words.trim())) continue
    expect(
      // drawn around it, or around the whole card that it opens
      await page.locator(':focus').evaluate((element) => {
        const drawn = (of: Element, part?: string) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(of, part)
          return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
        }
        const card = element.closest('article, fieldset') ?? element.parentElement ?? element
        return drawn(element) || drawn(element, '::after') || drawn(card)
      }),
      `${words} shows that it has the focus`,
    ).toBe(true)
    return
  }
  throw new Error(`Tab never came to ${name}`)
}

/** Picks a file with the keys, as far as the page goes: the picker itself is the system's. */
export async function pick(page: Page, name: RegExp, file: ReturnType<typeof jpeg>): Promise<void> {
  await focusByTab(page, name, 60)
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(file)
}
