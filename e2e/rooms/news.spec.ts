import { enter, expect, expectAccessible, test, type Page } from '../club/journey.ts'

const bell = (page: Page) =>
  page.getByRole('navigation', { name: 'Overview' }).getByRole('link', { name: /^News/ })
const main = (page: Page) => page.getByRole('main')
const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const waveAt = (page: Page, text: string) =>
  post(page, text).getByRole('button', { name: /^Wave to/ })

test('two wave at each other: live in every tab, read on every device, private', async ({
  club,
  device,
  watch,
}) => {
  const { mia, slug } = await club.guest('Guten Abend aus dem Wintergarten.')
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  await club.post(ben, slug, 'Ich sitze am Fenster.')
  const [mias, bens] = [await device({ as: mia }), await device({ as: ben })]
  const phone = await device({
    as: { ...mia, cookie: await club.session(mia) },
    viewport: { width: 320, height: 700 },
  })
  await enter(mias, slug)
  await enter(bens, slug)
  const tab = watch(await mias.context().newPage())
  await tab.goto('/settings')
  await phone.goto('/notices')
  await expect(main(phone).getByText('Nothing new')).toBeVisible()

  // by keyboard, undone, and once more
  const hello = waveAt(bens, 'Guten Abend')
  await hello.focus()
  await bens.keyboard.press('Enter')
  await expect(hello).toHaveAttribute('aria-pressed', 'true')
  for (const page of [mias, tab, phone])
    await expect(bell(page)).toHaveAccessibleName('News, 1 unread')
  await expect(main(phone).getByText(`${ben.username} waved at your post`)).toBeVisible()
  await post(bens, 'Guten Abend').getByRole('button', { name: 'Undo' }).click()
  await expect(hello).toHaveAttribute('aria-pressed', 'false')
  await expect(hello).toBeFocused()
  await expect(bell(tab)).toHaveAccessibleName('News')
  await hello.click()
  await expect(bell(tab)).toHaveAccessibleName('News, 1 unread')
  await bens.reload()
  await expect(waveAt(bens, 'Guten Abend')).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(bens)
  // nobody but the author: not by a number, not by a word
  await expect(waveAt(mias, 'Guten Abend')).toHaveCount(0)
  await expect(bell(bens)).toHaveAccessibleName('News')

  await waveAt(mias, 'Ich sitze am Fenster.').click()
  await expect(bell(bens)).toHaveAccessibleName('News, 2 unread')
  // at the post of either, before the eyes of both
  const met = (page: Page, text: string) =>
    expect(post(page, text).getByRole('button', { name: /^You waved at each other/ })).toBeVisible()
  await met(mias, 'Ich sitze am Fenster.')
  await met(bens, 'Guten Abend')
  await expectAccessible(bens)
  // beside all that can be done by now the name keeps its room: two lines at most
  const { width, height } = bens.viewportSize()!
  const name = post(bens, 'Guten Abend').getByRole('link', { name: mia.username, exact: true })
  for (const narrow of [650, 768]) {
    await bens.setViewportSize({ width: narrow, height })
    expect((await name.boundingBox())!.height, `${narrow} px`).toBeLessThan(60)
  }
  await bens.setViewportSize({ width, height })
  await bell(bens).click()
  await expect(bens).toHaveURL('/notices')
  await expect(main(bens).getByText(`You and ${mia.username} waved at each other`)).toBeVisible()
  await expectAccessible(bens)
  await main(bens).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(bens)).toHaveAccessibleName('News')

  // read on the phone, read in the tab
  await expect(bell(tab)).toHaveAccessibleName('News, 2 unread')
  await main(phone)
    .getByRole('link', { name: `Unread: ${ben.username} waved` })
    .click()
  await expect(phone).toHaveURL(new RegExp(`/room/${slug}#post-1$`))
  await expect(phone.locator('#post-1')).toBeFocused()
  await expect(bell(tab)).toHaveAccessibleName('News, 1 unread')

  await tab.goto('/notices')
  await main(tab).getByRole('button', { name: 'Waves' }).click()
  await expect(main(tab).getByText('You waved at each other')).toBeVisible()
  await expectAccessible(tab)
  await main(tab).getByRole('button', { name: 'No, thank you' }).click()
  const dialog = tab.getByRole('dialog')
  await expect(dialog).toContainText(`${ben.username} does not notice.`)
  await expectAccessible(tab)
  await dialog.getByRole('button', { name: 'No more waves' }).click()
  await expect(main(tab).getByText('Nobody has waved at you yet.')).toBeVisible()
  await expect(bell(tab)).toHaveAccessibleName('News')
})

test('a hello is answered where it is read, and a member one knows is found by two letters @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Guten Abend aus dem Wintergarten.')
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  await club.post(ben, slug, 'Ich sitze am Fenster.')
  const [mias, bens] = [await device({ as: mia }), await device({ as: ben })]
  await enter(bens, slug)
  await waveAt(bens, 'Guten Abend').click()
  await mias.goto('/notices')
  await main(mias)
    .getByRole('button', { name: `Wave back (${ben.username})` })
    .click()
  await expect(main(mias).getByRole('status').filter({ hasText: 'each other' })).toBeFocused()
  await expectAccessible(mias)
  await bell(bens).click()
  await expect(main(bens).getByText(`You and ${mia.username} waved at each other`)).toBeVisible()

  // by name, and from there to what they said
  await bens.goto('/people')
  await main(bens)
    .getByRole('searchbox', { name: 'Name' })
    .pressSequentially(mia.username.slice(0, 2))
  await expectAccessible(bens)
  await main(bens).getByRole('link', { name: mia.username }).click()
  const together = main(bens).getByRole('region', { name: 'You two' })
  await expect(together).toContainText(/You waved at each other \((today|yesterday)\)/)
  await expectAccessible(bens)
  await main(bens).getByRole('link', { name: 'Guten Abend aus dem Wintergarten.' }).click()
  await expect(bens.locator('#post-1')).toBeFocused()
  await bens.goBack()
  await main(bens)
    .getByRole('button', { name: /^Write to them in “/ })
    .click()
  await expect(main(bens).getByRole('textbox')).toHaveValue(`@${mia.username} `)
})

test('what was missed in several rooms is read in order, one press from the rooms @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest()
  const [ben, other] = [await club.member({ name: 'Ben' }), await club.room({ name: 'Bibliothek' })]
  for (const who of [mia, ben]) await club.enter(who, other)
  await club.enter(ben, slug)
  for (let number = 1; number <= 7; number += 1) await club.post(ben, slug, `Kapitel ${number}.`)
  await club.post(ben, other, 'Ein Buch liegt offen.')
  const page = await device({ as: mia })
  await page.goto('/rooms')
  await main(page).getByRole('button', { name: 'New posts' }).click()
  const posts = main(page).getByRole('article')
  await expect(posts).toHaveCount(6)
  await expect(posts.first()).toContainText('Kapitel 1.')
  await expect(posts.nth(4)).toContainText('Kapitel 5.')
  await expect(posts.last()).toContainText('Ein Buch liegt offen.')
  await expectAccessible(page)
  await main(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(main(page).getByText('Nothing new')).toBeVisible()
  await expectAccessible(page)
  await main(page).getByRole('button', { name: 'Rooms' }).click()
  const card = posts.filter({ has: page.locator(`a[href="/room/${other}"]`) })
  await expect(card).toContainText('Ein Buch liegt offen.')
  await expect(card).not.toContainText('new post')
})

test('without a network an installed club shows a page of its own @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  await page.goto('/rooms')
  await expect(bell(page)).toBeVisible()
  // nobody installs before the page has come to rest, and what listens comes then
  await expect
    .poll(() =>
      page.evaluate(() => {
        window.dispatchEvent(new Event('appinstalled'))
        return navigator.serviceWorker.controller !== null
      }),
    )
    .toBe(true)
  await page.context().setOffline(true)
  await page.goto('/profile')
  await expect(main(page)).toContainText('You are offline')
  await expectAccessible(page)
  await page.context().setOffline(false)
  await main(page)
    .getByRole('link', { name: /Try again/ })
    .click()
  await expect(page).toHaveURL('/rooms')
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
})
