import { expect, test, type Page } from '../club/journey.ts'
import { screens, show, type GalleryStage } from '../gallery/screens.ts'

/** One of every kind: forms, cards, lists, tables, long texts, a conversation, a desk. */
const SHOWN = [
  'landing',
  'sign-up, step 1',
  'log in',
  'terms',
  'rooms',
  'room',
  'room, a post of long ago',
  'profile',
  'settings',
  'member',
  'notices',
  'upgrade',
  'invitations',
  'money',
  'review, the queue',
]
const WINDOWS = ['settings, delete account', 'invitations, to revoke', 'room, blocking']

/** What every reader may set without losing anything, WCAG 2.2, 1.4.12. */
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }
`
/** Text alone twice as large (1.4.4), and a laptop's window magnified four times (1.4.10). */
const LOOKS = [
  { look: 'spaced, narrow', width: 320, height: 640, css: SPACING },
  { look: 'spaced, wide', width: 1280, height: 800, css: SPACING },
  {
    look: 'twice as large',
    width: 640,
    height: 512,
    css: ':root { font-size: 212.5% !important }',
  },
  { look: 'four times as large', width: 320, height: 256, css: '' },
]

for (const part of [0, 1])
  test(`nothing is cut off with wider spacing, larger text and magnified, part ${part + 1} @long`, async ({
    club,
    device,
  }) => {
    test.setTimeout(240_000)
    const [slug, fullSlug, emptySlug] = [
      await club.room({ name: 'Bibliothek' }),
      await club.room({ name: 'Salon' }),
      await club.room({ name: 'Wintergarten' }),
    ]
    const [mia, ben, chief] = [
      await club.member(),
      await club.member({ name: 'Ben' }),
      await club.member({ name: 'Jo', isAdmin: true }),
    ]
    for (const room of [slug, fullSlug]) {
      for (const who of [mia, ben]) await club.enter(who, room)
      for (let post = 0; post < 6; post += 1) await club.post(ben, room, `Guten Abend ${post}!`)
    }
    const pages = {
      visitor: await device(),
      member: await device({ as: mia }),
      admin: await device({ as: chief }),
    }
    const open = async (name: string) => {
      const screen = screens.find((one) => one.name === name)!
      const page = pages[screen.as]
      const stage: GalleryStage = { club, page, mia, ben, slug, fullSlug, emptySlug }
      await page.setViewportSize({ width: 768, height: 900 })
      await show(screen, stage)
      return page
    }

    for (const name of SHOWN.filter((_, index) => index % 2 === part)) {
      const page = await open(name)
      for (const { look, width, height, css } of LOOKS) {
        await page.setViewportSize({ width, height })
        await setLook(page, css)
        expect.soft(await page.evaluate(lost), `${name}, ${look}`).toEqual([])
        if (height < 300)
          expect.soft(await page.evaluate(covered), `${name}, ${look}`).toBeLessThan(0.5)
      }
      await setLook(page, '')
    }
    for (const name of WINDOWS.filter((_, index) => index % 2 === part)) {
      const page = await open(name)
      await page.setViewportSize({ width: 320, height: 256 })
      const dialog = page.locator('[role$=dialog]')
      for (const end of [dialog.getByRole('heading').first(), dialog.getByRole('button').last()]) {
        await end.scrollIntoViewIfNeeded()
        await expect.soft(end, name).toBeInViewport({ ratio: 1 })
      }
    }
  })

/** As a reader's own style sheet, which the policy of the page does not concern. */
async function setLook(page: Page, css: string): Promise<void> {
  await page.evaluate(async (css) => {
    const sheet = new CSSStyleSheet()
    // what is far below has a height of its own only once it is laid out
    sheet.replaceSync(`* { content-visibility: visible !important } ${css}`)
    document.adoptedStyleSheets = [sheet]
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }, css)
}

/** What is cut off, stands over other words, or makes the page scroll sideways. */
function lost(): string[] {
  const out: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) out.push(`the page is ${scrollWidth} px wide`)
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !isHidden(element)
  const boxes: { box: DOMRect; words: string; element: Element }[] = []
  for (const element of document.querySelectorAll('#app *')) {
    if (!isSeen(element) || !element.textContent?.trim()) continue
    const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element)
    // an excerpt, which leads to all of it
    if (webkitLineClamp !== 'none') continue
    const over = [
      /hidden|clip/.test(overflowX) && element.scrollWidth - element.clientWidth > 1,
      /hidden|clip/.test(overflowY) && element.scrollHeight - element.clientHeight > 1,
    ]
    if (over.some(Boolean)) out.push(`cut off: ${element.outerHTML.slice(0, 160)}`)
    if (isFloating(element)) continue
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) boxes.push({ box, words: node.nodeValue, element })
    }
  }
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      if (one.element === other.element) continue
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      // the boxes of letters are higher than the letters
      if (wide > 3 && high > Math.min(one.box.height, other.box.height) / 2)
        out.push(`over each other: ${one.words.slice(0, 40)} | ${other.words.slice(0, 40)}`)
    }
  return out.slice(0, 8)

  /** Meant for the ear alone. */
  function isHidden(element: Element | null): boolean {
    if (!element) return false
    const isTiny = element.clientWidth <= 1 && getComputedStyle(element).overflow === 'hidden'
    return isTiny || isHidden(element.parentElement)
  }
  function isFloating(element: Element | null): boolean {
    if (!element) return false
    return (
      /fixed|sticky/.test(getComputedStyle(element).position) || isFloating(element.parentElement)
    )
  }
}

/** How much of the window is taken by what stays while one scrolls. */
function covered(): number {
  let taken = 0
  for (const element of document.querySelectorAll('#app *')) {
    if (!/fixed|sticky/.test(getComputedStyle(element).position) || !element.checkVisibility())
      continue
    const { top, bottom, width } = element.getBoundingClientRect()
    if (width > innerWidth / 2)
      taken += Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
  }
  return taken / innerHeight
}
