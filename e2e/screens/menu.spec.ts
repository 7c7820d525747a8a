import { composer, enter, expect, expectAccessible, live, test } from '../club/journey.ts'
import { focusByTab } from '../club/keys.ts'

test.use({ emailConfirmation: 'off' })

test('hidden in two taps from the screens of a phone, and back by the banner @long', async ({
  club,
  device,
}) => {
  const page = await device({
    as: await club.member(),
    viewport: { width: 320, height: 640 },
  })
  await page.goto('/rooms')
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await expect(page).toHaveURL('/me')
  await expect(page.getByRole('heading', { name: 'Me', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Invisible' }).click()
  const banner = page.getByRole('complementary', { name: 'You are hidden.' })
  await expect(banner).toBeVisible()
  await expect(page.getByText('Nobody sees you any more.').first()).toBeAttached()
  await banner.getByRole('button', { name: 'Show me again' }).click()
  await expect(banner).toHaveCount(0)
})

test('three rooms and what is new in them by the keys alone, without the list of rooms', async ({
  club,
  device,
}) => {
  const [mia, ben] = [await club.member({ name: 'Mia' }), await club.member({ name: 'Ben' })]
  const slugs: string[] = []
  for (const name of ['Bibliothek', 'Wintergarten', 'Dachboden']) {
    const slug = await club.room({ name })
    slugs.push(slug)
    for (const one of [mia, ben]) await club.enter(one, slug)
  }
  const [first, second, third] = slugs as [string, string, string]
  const page = await device({ as: mia, viewport: { width: 1440, height: 900 } })
  await enter(page, first)
  const rail = page.getByRole('navigation', { name: 'Rooms' })
  await expect(rail.locator('[aria-current=page]')).toHaveAccessibleName('Bibliothek')
  await club.post(ben, third, 'Hier oben ist noch Licht.')
  await expect(rail.getByRole('link', { name: 'Dachboden 1 new' })).toBeVisible()

  // also with words begun, which stay
  await composer(page).fill('Ein Entwurf')
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect(page).toHaveURL(`/room/${third}`)
  await expect(page.getByRole('article').first()).toContainText('Hier oben ist noch Licht.')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page).toHaveURL(`/room/${second}`)
  await expect(live(page)).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('bib')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/room/${first}`)
  await expect(composer(page)).toHaveValue('Ein Entwurf')
})

test('the rail is left out by one key, and is gone through before the screen @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  await page.goto('/notices')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await focusByTab(page, /^Skip to content$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await focusByTab(page, /^People/, 60)
})
