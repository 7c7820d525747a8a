import { composer, enter, expect, test, type Page } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

const LEAST_PX = 24
const WIDTHS = [320, 390, 412]

declare global {
  interface Window {
    /** Clicks that went elsewhere than the finger that began them. */
    astray: string[]
  }
}

function watchFingers() {
  window.astray = []
  let touched: Element | null = null
  document.addEventListener('pointerdown', ({ target }) => (touched = target as Element), true)
  document.addEventListener(
    'click',
    ({ target, pointerType }) => {
      // a label hands its click on
      const isMeant = target === touched || target === touched?.closest('label')?.control
      if (pointerType === 'touch' && !isMeant)
        window.astray.push((target as Element).outerHTML.slice(0, 200))
    },
    true,
  )
}

/** Touches the middle of something by name, which has to be large enough, and with nothing else above it. */
async function tap(page: Page, name: string | RegExp, within = page.getByRole('main')) {
  const target = within
    .getByRole('button', { name })
    .or(within.getByRole('radio', { name }))
    .first()
  await target.scrollIntoViewIfNeeded()
  // a radio's words are touched as well as the radio
  const found = await target.evaluate((element, least) => {
    const touched = element.closest('label') ?? element
    const { x, y, width, height } = touched.getBoundingClientRect()
    const half = least / 2 - 1
    const [middleX, middleY] = [x + width / 2, y + height / 2]
    const others = [-half, 0, half]
      .flatMap((right) =>
        [-half, 0, half].map((down) => [middleX + right, middleY + down] as const),
      )
      .map(([atX, atY]) => document.elementFromPoint(atX, atY))
      .filter((one) => !one || !touched.contains(one))
      .map((one) => one?.outerHTML.slice(0, 200) ?? 'nothing')
    return { width, height, others, x: middleX, y: middleY }
  }, LEAST_PX)
  const where = `${String(name)} at ${page.viewportSize()?.width} px`
  expect(found.others, where).toEqual([])
  expect(Math.min(found.width, found.height), where).toBeGreaterThanOrEqual(LEAST_PX)
  await page.touchscreen.tap(found.x, found.y)
}

test('on phones of three widths a room is used by touch alone, and each touch does what it is on', async ({
  club,
  device,
}) => {
  test.setTimeout(120_000)
  const slug = await club.room({ name: 'Bibliothek' })
  const ben = await club.member({ name: 'Ben' })
  const others = await Promise.all(WIDTHS.map(() => club.member()))
  for (const one of [ben, ...others]) await club.enter(one, slug)
  for (const [at, one] of others.entries())
    await club.post(one, slug, `Guten Abend von nebenan, ${at}. Ist hier noch ein Platz frei?`)
  const page = await device({
    as: ben,
    hasTouch: true,
    isMobile: true,
    viewport: { width: WIDTHS[0]!, height: 568 },
  })
  await page.addInitScript(watchFingers)
  await enter(page, slug)
  const dialog = page.getByRole('dialog')
  const article = (words: string) => page.getByRole('article').filter({ hasText: words })

  for (const [at, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 568 })
    const other = others[at]!.username
    const theirs = article(`nebenan, ${at}.`).last()

    await tap(page, `Wave to ${other}`, theirs)
    await expect(theirs.getByRole('button', { name: `Wave to ${other}` })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    // a window that is longer than the screen, down to its end
    await tap(page, `More about the post by ${other}`, theirs)
    await tap(page, 'Report', dialog)
    await expect(dialog.getByRole('heading', { name: 'Report this post' })).toBeVisible()
    await tap(page, 'Something else', dialog)
    await expect(dialog.getByRole('radio', { name: 'Something else' })).toBeChecked()
    await tap(page, 'Cancel', dialog)
    await expect(dialog).toHaveCount(0)

    await tap(page, `Reply to ${other}`, theirs)
    await expect(composer(page)).toBeFocused()
    await page.keyboard.insertText(`Ja, ${width}`)
    await tap(page, /^Post$/)
    const own = article(`Ja, ${width}`)
    await expect(own).toContainText(`nebenan, ${at}.`)
    if (at === 0) {
      await tap(page, 'Edit or delete your post', own)
      await tap(page, 'Edit', dialog)
      await expect(dialog.getByRole('textbox')).toHaveValue(`Ja, ${width}`)
      await tap(page, 'Cancel', dialog)
      await expect(dialog).toHaveCount(0)
    }
    await page.evaluate(() => window.scrollTo(0, 0))
  }
  expect(await page.evaluate(() => window.astray)).toEqual([])
  await tap(page, 'More about this room')
  await tap(page, 'No longer take part', dialog)
  await expect(dialog).toHaveAccessibleName(/^No longer take part/)
  await tap(page, 'No longer take part', dialog)
  await expect(page).toHaveURL('/rooms')
})
