import { expect, test, type Page } from '../club/journey.ts'

/** A dialog holds the focus, in both directions, until Escape gives it back to what opened it. */
async function expectHeld(page: Page, opener: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  // one that has to be read has it itself at first
  await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1)
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button', { name: opener })).toBeFocused()
}

async function openByKey(page: Page, name: string): Promise<void> {
  const opener = page.getByRole('main').getByRole('button', { name })
  await opener.focus()
  await page.keyboard.press('Enter')
}

test('every dialog of the settings is opened, held and left with the keys @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  await page.goto('/settings')
  for (const name of ['Cancel subscription', 'Delete account']) {
    await openByKey(page, name)
    await expectHeld(page, name)
  }
})

test('a toast is read, reached and put away with the keys, and takes no focus by itself @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  await page.goto('/settings')
  await openByKey(page, 'Cancel subscription')
  const dialog = page.getByRole('dialog', { name: 'Cancel subscription?' })
  await dialog.getByRole('button', { name: 'Cancel subscription' }).focus()
  await page.keyboard.press('Enter')
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast).toContainText('No paid subscription is running')
  await expect(toast.locator(':focus')).toHaveCount(0)

  const close = toast.getByRole('button', { name: 'Close' })
  await close.focus()
  await expect(close).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast).not.toContainText('No paid subscription is running')
  // closing it does not throw the focus back to the head of the page unseen
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveCount(1)
})

test('the refusal at a door is explained in a dialog that Escape closes @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  await page.goto('/room/kaminzimmer')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/rooms')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('language and theme are chosen with the keys, and the words follow @long', async ({
  device,
}) => {
  const page = await device()
  await page.goto('/login')
  const german = page.getByRole('button', { name: 'Deutsch' })
  await german.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
  await expect(german).toBeFocused()
  await expect(german).toHaveAttribute('aria-pressed', 'true')

  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const before = await paper()
  const theme = page.getByRole('button', { name: 'Dunkle Farben' })
  await theme.focus()
  await page.keyboard.press('Space')
  await expect(theme).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(paper).not.toBe(before)
})

test('nothing that has the focus hides behind the composer or the bar at the foot', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest(
    ...Array.from({ length: 8 }, (_, post) => `Guten Abend ${post}!`),
  )
  const page = await device({ as: mia, viewport: { width: 390, height: 700 } })
  for (const [path, foot] of [
    [`/room/${slug}`, 'form[aria-label]'],
    ['/rooms', 'nav:has(a[href="/me"])'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByRole('button', { name: 'Leave quickly' }).focus()
    for (let press = 0; press < 26; press += 1) {
      await page.keyboard.press('Tab')
      const hidden = await page.evaluate((selector) => {
        const bar = [...document.querySelectorAll(selector)].at(-1)
        const focused = document.activeElement
        if (!bar || !focused || focused === document.body || bar.contains(focused)) return null
        const { top, bottom } = focused.getBoundingClientRect()
        const over = bar.getBoundingClientRect()
        const isCovered = top >= over.top && bottom <= over.bottom
        return isCovered ? focused.outerHTML.slice(0, 120) : null
      }, foot)
      expect(hidden, `${path}, after ${press + 1} steps`).toBeNull()
    }
  }
})
