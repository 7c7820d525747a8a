import { expect, expectAccessible, test, type Page } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

/** Pictures as a phone would have them, each of another size. */
async function pictures(page: Page, names: string[]) {
  const taken = names.map(async (name, at) => ({
    name,
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 300 + at * 40, height: 240 } }),
  }))
  return Promise.all(taken)
}

const tiles = (page: Page) => page.locator('li[data-photo]')
const order = (page: Page) =>
  tiles(page).evaluateAll((all) => all.map((tile) => (tile as HTMLElement).dataset['photo']))
const areShown = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0))

test('a member shows themselves with photos in their own order, and others see it', async ({
  club,
  device,
}) => {
  const mia = await club.member({ isVerified: true })
  const ben = await club.member({ name: 'Ben' })
  const slug = await club.room()
  for (const one of [mia, ben]) await club.enter(one, slug)
  await club.post(mia, slug, 'Guten Abend.')

  const page = await device({ as: mia })
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Choose photos' })).toBeVisible()
  const files = await pictures(page, ['a.png', 'b.png', 'c.png'])
  await page.locator('input[multiple]').setInputFiles(files)
  await expect(tiles(page)).toHaveCount(3)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect.poll(() => areShown(page, 'li[data-photo] img')).toBe(true)
  await expectAccessible(page)

  // by keyboard, and by hand
  const [first, second, third] = await order(page)
  await page.getByRole('button', { name: 'Move photo 1 right' }).press('Enter')
  await expect.poll(() => order(page)).toEqual([second, first, third])
  await expect(page.getByRole('button', { name: 'Move photo 2 right' })).toBeFocused()
  const from = await tiles(page).nth(2).locator('img').boundingBox()
  const to = await tiles(page).nth(0).locator('img').boundingBox()
  await page.mouse.move(from!.x + 30, from!.y + 30)
  await page.mouse.down()
  await page.mouse.move(from!.x - 10, from!.y + 30, { steps: 3 })
  await page.mouse.move(to!.x + 40, to!.y + 40, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => order(page)).toEqual([third, second, first])

  await page.getByRole('textbox', { name: 'Bio (optional)' }).fill('Fragt gern nach.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile saved').first()).toBeVisible()
  await page.reload()
  await expect.poll(() => order(page)).toEqual([third, second, first])
  await page.getByRole('button', { name: 'Remove photo 3' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => order(page)).toEqual([third, second])

  const his = await device({ as: ben })
  await his.goto(`/room/${slug}`)
  const post = his.getByRole('article').filter({ hasText: 'Guten Abend.' })
  await expect(post.locator('img')).toHaveAttribute('src', new RegExp(`${third}/320$`))
  await expect.poll(() => areShown(his, 'article img')).toBe(true)
  await expect(post.getByText('Verifiziert')).toBeAttached()
  await post.getByRole('link', { name: mia.username }).click()
  await expect(his.getByRole('heading', { level: 1, name: mia.username })).toBeVisible()
  await expect(his.getByText('Fragt gern nach.')).toBeVisible()
  await expect.poll(() => areShown(his, 'article img')).toBe(true)
  await expectAccessible(his)
  await his.getByRole('button', { name: 'Look at photo 2 of 2' }).click()
  await his.keyboard.press('ArrowLeft')
  await expect(his.getByRole('dialog').getByText('Photo 1 of 2')).toBeVisible()
})

test('unsaved changes are there after a reload, and asked about on every way out @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  const bio = page.getByRole('textbox', { name: 'Bio (optional)' })
  await page.goto('/rooms')
  await page.locator('main a[href="/profile"]').click()
  await bio.fill('Noch nicht fertig')
  page.on('dialog', (asked) => void asked.accept())
  await page.reload()
  await expect(bio).toHaveValue('Noch nicht fertig')

  await page.goBack()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(bio).toHaveValue('Noch nicht fertig')

  await page.goBack()
  await dialog.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rooms' })).toBeVisible()
  await page.goForward()
  await expect(bio).toHaveValue('')
})
