import { expect, type Page } from '../club/journey.ts'

const softly = expect.configure({ soft: true })

/** Nothing scrolls sideways, and nothing stands out of its page or window but what does so on both sides. */
export async function expectInPlace(page: Page, when: string): Promise<void> {
  const findOut = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      const out: string[] = []
      if (scrollWidth > clientWidth) out.push(`the page is ${scrollWidth} px wide`)
      for (const place of document.querySelectorAll('main, [role$=dialog]')) {
        const { left, right } = place.getBoundingClientRect()
        const { paddingLeft, paddingRight } = getComputedStyle(place)
        // the way out of a window stands nearer to its edge than its words
        const [before, after] = place.matches('main') ? [paddingLeft, paddingRight] : ['0', '0']
        const [from, to] = [left + parseFloat(before), right - parseFloat(after)]
        for (const element of place.querySelectorAll('*')) {
          const box = element.getBoundingClientRect()
          const over = box.right - to
          if (over <= 1 || Math.abs(from - box.left - over) <= 1 || box.width <= 1) continue
          if (!element.checkVisibility({ visibilityProperty: true }) || isClipped(element, place))
            continue
          out.push(`${Math.round(over)} px: ${element.outerHTML.slice(0, 120)}`)
        }
      }
      return out.slice(0, 5)

      function isClipped(element: Element, place: Element): boolean {
        const parent = element.parentElement
        if (!parent || parent === place) return false
        return getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent, place)
      }
    })
  // what a window that became narrower shows otherwise, it shows with one of its next frames
  await softly.poll(findOut, { message: when }).toEqual([])
}
