import type { Page } from '@playwright/test'

declare global {
  interface Window {
    strayed: string[]
  }
}

function noteStrayed() {
  window.strayed = []
  let touched: Element | null = null
  let places: [Element, number][] = []
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      touched = target as Element
      places = [...document.querySelectorAll('*')].map((one) => [one, one.scrollTop])
    },
    true,
  )
  document.addEventListener(
    'click',
    ({ target, pointerType }) => {
      if (pointerType !== 'touch') return
      // a label hands its click on
      const isMeant = target === touched || target === touched?.closest('label')?.control
      if (!isMeant) window.strayed.push((target as Element).outerHTML.slice(0, 200))
      for (const [one, top] of places)
        if (one.isConnected && one.scrollTop !== top)
          window.strayed.push(`${one.tagName}.${one.className}: ${top} became ${one.scrollTop}`)
    },
    true,
  )
}

/** Answers what asks for clicks that went elsewhere than the finger that began them, and for what was scrolled meanwhile. */
export async function watchFingers(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(noteStrayed)
  return () => page.evaluate(() => window.strayed)
}
