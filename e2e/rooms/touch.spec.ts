import { composer, enter, expect, expectAccessible, test, type Page } from '../club/journey.ts'
import { watchFingers } from '../acts/fingers.ts'

test.use({ emailConfirmation: 'off' })

const LEAST_PX = 24
const WIDTHS = [320, 390, 412]

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
  const listStrayed = await watchFingers(page)
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
  expect(await listStrayed()).toEqual([])
  await tap(page, 'More about this room')
  await tap(page, 'No longer take part', dialog)
  await expect(dialog).toHaveAccessibleName(/^No longer take part/)
  await tap(page, 'No longer take part', dialog)
  await expect(page).toHaveURL('/rooms')
})

type Point = { x: number; y: number }

/** A finger that stays down while it moves, as a screen tells of it. */
async function aFinger(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  type Type = 'touchStart' | 'touchMove' | 'touchEnd'
  const tell = (type: Type, touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (x: number, y: number) => tell('touchStart', [{ x, y }]),
    async draw(from: Point, to: Point) {
      const move = (part: number) =>
        tell('touchMove', [
          { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
        ])
      // at once: on a busy machine a finger that waits to be moved rests long enough to open the menu
      await Promise.all([tell('touchStart', [from]), move(0.25)])
      for (const part of [0.5, 0.75, 1]) await move(part)
    },
    up: () => tell('touchEnd', []),
  }
}

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } }

/** In the middle of what was said, where nothing else can be pressed. */
async function middleOf(page: Page, words: string) {
  const said = page.getByRole('article').getByText(words)
  // until all is laid out
  await said.click({ trial: true })
  const box = await said.boundingBox()
  return { x: box!.x + 60, y: box!.y + box!.height / 2 }
}

/** Fingers are known from the first sign on that somebody is there. */
async function waitForFingers(page: Page) {
  await page.touchscreen.tap(200, 20)
  const post = page.getByRole('article').first()
  await expect
    .poll(() => post.evaluate((one) => getComputedStyle(one).touchAction))
    .toMatch(/pan-y/)
}

test('a finger that rests on a post opens its menu, one that draws it to the right answers it', async ({
  club,
  device,
}) => {
  const slug = await club.room({ name: 'Bibliothek' })
  const [ben, mia] = [await club.member({ name: 'Ben' }), await club.member({ name: 'Mia' })]
  for (const one of [ben, mia]) await club.enter(one, slug)
  for (let at = 1; at < 12; at += 1) await club.post(mia, slug, `Satz ${at} von nebenan.`)
  await club.post(mia, slug, 'Ist hier noch ein Platz frei?')
  const page = await device({ as: ben, ...PHONE, reducedMotion: 'no-preference' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, slug)
  await waitForFingers(page)
  const finger = await aFinger(page)
  const dialog = page.getByRole('dialog')
  const post = page.getByRole('article').filter({ hasText: 'Ist hier noch' })
  const hold = async () => {
    const at = await middleOf(page, 'Ist hier noch')
    await finger.down(at.x, at.y)
    await expect(dialog).toHaveAccessibleName(`Post by ${mia.username}`)
    await finger.up()
  }

  await hold()
  const acts = dialog.getByRole('list').getByRole('button')
  await expect(acts).toHaveText([
    'Reply',
    'Wave',
    'Copy text',
    'Hide this post',
    'Hide it and tell the team why',
    'Report',
    `Mute ${mia.username}`,
    `Block ${mia.username}`,
  ])
  await expectAccessible(page)
  await tap(page, 'Copy text', dialog)
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('Ist hier noch ein Platz frei?')
  await hold()
  await tap(page, 'Wave', dialog)
  await expect(post.getByRole('button', { name: /^Wave to/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await hold()
  await expect(acts).toHaveCount(7)
  await tap(page, 'Reply', dialog)
  await expect(composer(page)).toBeFocused()
  const answering = page.getByText('You are replying to')
  await expect(answering).toBeVisible()
  await page.getByRole('button', { name: 'Do not reply to this post' }).click()
  await expect(answering).toHaveCount(0)

  const at = await middleOf(page, 'Ist hier noch')
  const pulled = () => post.evaluate((one) => getComputedStyle(one).translate)
  // not far enough, from the edge, or upwards: nothing is answered
  await finger.draw(at, { x: at.x + 50, y: at.y })
  await expect.poll(pulled).toBe('50px')
  await finger.up()
  await expect.poll(pulled).toBe('none')
  await finger.draw({ x: 10, y: at.y }, { x: 110, y: at.y })
  expect(await pulled()).toBe('none')
  await finger.up()
  const top = await page.evaluate(() => window.scrollY)
  await finger.draw(at, { x: at.x + 40, y: at.y - 200 })
  await finger.up()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(top)
  await expect(answering).toHaveCount(0)
  await expect(dialog).toHaveCount(0)

  // what a finger has set going goes on for a while after it has left
  const atTop = async () => {
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    return middleOf(page, 'Ist hier noch')
  }
  await expect.poll(atTop).toEqual(at)
  await finger.draw(at, { x: at.x + 90, y: at.y + 10 })
  await finger.up()
  await expect(answering).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await expect.poll(pulled).toBe('none')
})

test('where nothing shall move a post stays where it is, and is answered by a finger all the same @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Guten Abend von nebenan.')
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  await club.post(ben, slug, 'Und von mir.')
  const page = await device({ as: ben, ...PHONE })
  await enter(page, slug)
  await waitForFingers(page)
  const finger = await aFinger(page)
  const post = page.getByRole('article').filter({ hasText: 'Guten Abend' })
  const at = await middleOf(page, 'Guten Abend')
  await finger.draw(at, { x: at.x + 90, y: at.y })
  expect(await post.evaluate((one) => getComputedStyle(one).translate)).toBe('none')
  await finger.up()
  const quoted = page.getByRole('status').filter({ hasText: 'You are replying to' })
  await expect(quoted).toContainText(mia.username)

  // one's own has another menu
  const own = await middleOf(page, 'Und von mir')
  await finger.down(own.x, own.y)
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Your post')
  await finger.up()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Copy text' })).toBeVisible()
})
