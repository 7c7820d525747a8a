import { enter, expect, test } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

test('a screen begins at its head; going back finds the place one left', async ({
  club,
  device,
}) => {
  const page = await device({
    as: await club.member(),
    viewport: { width: 390, height: 500 },
  })
  await page.goto('/rooms')
  const last = page.getByRole('article').last()
  await expect(last).toBeVisible()
  await last.scrollIntoViewIfNeeded()
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  await expect.poll(place).toBeGreaterThan(200)
  const left = await place()

  await page
    .getByRole('main')
    .getByRole('link', { name: 'Settings' })
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL('/settings')
  await expect.poll(place).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/rooms')
  await expect.poll(place).toBe(left)
})

for (const width of [390, 1440])
  test(`from a room to somebody in it and back, one reads on where one was, at ${width} px${width > 1_000 ? ' @long' : ''}`, async ({
    club,
    device,
  }) => {
    const slug = await club.room({ name: 'Bibliothek' })
    const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
    for (const one of [mia, ben]) await club.enter(one, slug)
    for (let number = 1; number <= 36; number += 1)
      await club.post(
        number % 2 ? ben : mia,
        slug,
        `Beitrag ${number}. ${'Und so fort. '.repeat(6)}`,
      )
    const page = await device({ as: mia, viewport: { width, height: 844 } })
    await enter(page, slug)
    await page.getByRole('button', { name: 'Show earlier' }).click()
    const read = page.getByRole('article').filter({ hasText: 'Beitrag 7.' })
    await read.evaluate((post) => post.scrollIntoView({ block: 'center' }))
    const place = () => read.evaluate((post) => Math.round(post.getBoundingClientRect().top))
    await expect.poll(place).toBeGreaterThan(0)
    const left = await place()

    await read.getByRole('link', { name: 'Ben' }).click()
    await expect(page).toHaveURL(/\/member\//)
    await expect(page.getByRole('heading', { name: /^Ben/, level: 1 })).toBeVisible()
    // said meanwhile, above where she reads
    await club.post(ben, slug, 'Noch einer.')
    // at a desk by the way back the page itself offers
    const back = page.getByRole('main').getByRole('link', { name: 'Bibliothek' }).first()
    if (width > 600) await back.click()
    else await page.goBack()
    await expect(read).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: 'Noch einer.' })).toHaveCount(1)
    await expect.poll(async () => Math.abs((await place()) - left)).toBeLessThanOrEqual(40)
  })

test('what is chosen on a screen, and written down in its address, leaves it where it is @long', async ({
  club,
  device,
}) => {
  const page = await device({
    as: await club.member({ isAdmin: true }),
    viewport: { width: 390, height: 300 },
  })
  await page.goto('/admin/money?part=refunds')
  const choice = page.locator('main button[aria-pressed]').last()
  await choice.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  const left = await place()
  expect(left).toBeGreaterThan(100)
  await choice.click()
  await expect(page).toHaveURL(/filter=/)
  await expect(choice).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  expect(await place()).toBe(left)
})
