import { card } from '../acts/card.ts'
import { jpeg } from '../acts/documents.ts'
import { expect, test } from '../club/journey.ts'
import { pick, focusByTab } from '../club/keys.ts'

test.use({ emailConfirmation: 'off' })

test('a member’s photos are added, put in order and looked at without a mouse @long', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  const page = await device({ as: mia, viewport: { width: 1280, height: 900 } })
  const { keyboard } = page
  const tiles = page.locator('li[data-photo]')
  const order = () =>
    tiles.evaluateAll((all) => all.map((tile) => (tile as HTMLElement).dataset['photo']))
  await page.goto('/profile')
  for (const count of [1, 2]) {
    await pick(page, /^Choose photos$/, jpeg(`${count}.jpg`, await card(400, 400 + count)))
    await expect(tiles).toHaveCount(count)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  }
  const [first, second] = await order()
  await focusByTab(page, /^Move photo 2 left$/, 60)
  await keyboard.press('Enter')
  await expect.poll(order).toEqual([second, first])
  await expect(page.getByRole('button', { name: 'Move photo 1 left' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'your portrait' })).toBeAttached()

  // a question asked in between is left with Escape, and nothing is lost
  await focusByTab(page, /^Bio/)
  await keyboard.type('Ohne Maus.')
  await focusByTab(page, /^Rooms$/, 60)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Leave without saving?')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await focusByTab(page, /^Save$/, 60)
  await keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Profile saved')

  // the way others go: to the page, through the photos, and back
  await focusByTab(page, /^See your page as others see it/, 60)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: mia.username })).toBeVisible()
  await focusByTab(page, /^Look at photo 1 of 2$/)
  await keyboard.press('Enter')
  await expect(dialog).toContainText('Photo 1 of 2')
  await keyboard.press('ArrowRight')
  await expect(dialog).toContainText('Photo 2 of 2')
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Look at photo 1 of 2' })).toBeFocused()
})

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`who removes a photo by keyboard goes on at the next one, ${reducedMotion} @long`, async ({
    club,
    device,
  }) => {
    const page = await device({ as: await club.member(), reducedMotion })
    const { keyboard } = page
    await page.goto('/profile')
    const tiles = page.locator('li[data-photo]')
    for (const count of [1, 2, 3]) {
      await pick(page, /^Choose photos$/, jpeg(`${count}.jpg`, await card(400, 400 + count)))
      await expect(tiles).toHaveCount(count)
      await expect(page.getByRole('progressbar')).toHaveCount(0)
    }
    for (const left of [2, 1]) {
      await focusByTab(page, /^Remove photo 1$/, 60)
      await keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toContainText('Remove this photo?')
      await focusByTab(page, /^Remove$/)
      await keyboard.press('Enter')
      await expect(tiles).toHaveCount(left)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeFocused()
    }
  })
