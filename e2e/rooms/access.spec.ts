import { enter, expect, live, test } from '../club/journey.ts'

test('a club room refuses with its reason and the way out, and opens once verified', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  await page.goto('/rooms')
  const card = page.getByRole('article').filter({ hasText: 'Kaminzimmer' })
  const reason = 'This room is for verified members. Verify your identity to enter.'
  await expect(card).toContainText(reason)
  await card.getByRole('link', { name: 'Kaminzimmer' }).click()
  await expect(page).toHaveURL('/rooms')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Kaminzimmer')
  await expect(dialog).toContainText(reason)
  await dialog.getByRole('link', { name: 'Verify identity' }).click()
  await expect(page).toHaveURL('/verify')

  const verified = await device({ as: await club.member({ isVerified: true }) })
  await enter(verified, 'kaminzimmer')
  await expect(verified.getByRole('heading', { name: 'Kaminzimmer' })).toBeVisible()
})

test('premium and VIP rooms say what opens them @long', async ({ club, device }) => {
  const page = await device({ as: await club.member() })
  for (const [slug, reason] of [
    ['loge', 'This room is part of Premium. Upgrade to enter.'],
    ['blaue-stunde', 'This room is for verified members with Premium.'],
  ] as const) {
    await page.goto(`/room/${slug}`)
    await expect(page).toHaveURL('/rooms')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(reason)
    await expect(dialog.getByRole('link', { name: 'Upgrade' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('the fourth room on the Free Plan is refused; leaving one makes a place', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  for (const slug of ['tresen', 'salon', 'dachterrasse']) await club.enter(mia, slug)
  const slug = await club.room({ name: 'Gartenhaus' })
  const page = await device({ as: mia })
  await page.goto('/rooms')
  await expect(page.getByText('Free Plan: you are in 3 of 3 rooms.')).toBeVisible()
  await page
    .getByRole('article')
    .filter({ has: page.locator(`a[href="/room/${slug}"]`) })
    .getByRole('link')
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('On the Free Plan you can be in 3 rooms at a time.')
  await expect(dialog.getByRole('link', { name: 'Upgrade' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Leave Salon' }).click()
  await dialog.getByRole('link', { name: 'Enter Gartenhaus' }).click()
  await expect(page).toHaveURL(`/room/${slug}`)
  await expect(live(page)).toBeVisible()

  // and the room itself can be left again
  await page.getByRole('button', { name: 'More about this room' }).click()
  for (const title of [/./, /^No longer take part in/])
    await page
      .getByRole('dialog', { name: title })
      .getByRole('button', { name: 'No longer take part' })
      .click()
  await expect(page).toHaveURL('/rooms')
  await expect(page.getByText('Free Plan: you are in 2 of 3 rooms.')).toBeVisible()
})

test('leaving a room in one tab ends it in the other at once @long', async ({
  club,
  device,
  watch,
}) => {
  const mia = await club.member()
  const slug = await club.room()
  const page = await device({ as: mia })
  await enter(page, slug)
  const other = watch(await page.context().newPage())
  await enter(other, slug)
  await page.getByRole('button', { name: 'More about this room' }).click()
  for (const title of [/./, /^No longer take part in/])
    await page
      .getByRole('dialog', { name: title })
      .getByRole('button', { name: 'No longer take part' })
      .click()
  await expect(page).toHaveURL('/rooms')
  await expect(other).toHaveURL('/rooms')
})
