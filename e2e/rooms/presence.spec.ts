import {
  composer,
  conversation,
  enter,
  expect,
  expectAccessible,
  say,
  test,
  type Page,
} from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

const card = (page: Page, slug: string) =>
  page.getByRole('article').filter({ has: page.locator(`a[href="/room/${slug}"]`) })
const here = (page: Page, count: number) =>
  page.getByRole('button', { name: new RegExp(count === 1 ? '^Just you' : `^${count} here`) })

test('what is new is counted, marked in the room, and read on every device once it is seen', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Guten Abend.')
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  await club.post(mia, slug, 'Ist noch jemand wach?')
  const phone = await device({
    as: { ...ben, cookie: await club.session(ben) },
    viewport: { width: 320, height: 640 },
  })
  await phone.goto('/rooms')
  await expect(card(phone, slug)).toContainText('1 new post')
  await club.post(mia, slug, 'Hallo?')
  await expect(card(phone, slug)).toContainText('2 new posts')
  await expectAccessible(phone)
  await phone.screenshot({ path: test.info().outputPath('rooms.png') })

  const page = await device({ as: ben, viewport: { width: 1440, height: 900 } })
  await enter(page, slug)
  await expect(page.getByText('New above, seen below')).toBeVisible()
  const order = await page.getByRole('main').getByRole('list').last().innerText()
  expect(order.indexOf('Ist noch')).toBeLessThan(order.indexOf('New above'))
  expect(order.indexOf('New above')).toBeLessThan(order.indexOf('Guten Abend'))
  await page.screenshot({ path: test.info().outputPath('room.png') })
  await expect(card(phone, slug)).not.toContainText('new post')

  await page.goto('/rooms')
  await expect(card(page, slug)).toBeVisible()
  await expect(card(page, slug)).not.toContainText('new post')
  await enter(page, slug)
  await expect(page.getByText('New above, seen below')).toHaveCount(0)
})

test('two in a room see each other, and that the other writes', async ({ club, device }) => {
  const { mia, slug } = await club.guest('Guten Abend.')
  const ben = await club.member({ name: 'Ben' })
  const [mias, bens] = [
    await device({ as: mia, viewport: { width: 1440, height: 900 } }),
    await device({ as: ben, viewport: { width: 320, height: 640 }, colorScheme: 'dark' }),
  ]
  await enter(mias, slug)
  await expect(here(mias, 1)).toBeVisible()
  await enter(bens, slug)
  await expect(here(mias, 2)).toContainText(ben.username)
  await expect(here(bens, 2)).toBeVisible()

  await here(bens, 2).focus()
  await bens.keyboard.press('Enter')
  const list = bens.getByRole('dialog', { name: 'Who is here' })
  await expect(list.getByRole('link', { name: mia.username })).toBeVisible()
  await expectAccessible(bens)
  await bens.screenshot({ path: test.info().outputPath('list.png') })
  await bens.keyboard.press('Escape')
  await expect(here(bens, 2)).toBeFocused()

  await composer(bens).pressSequentially('Ja')
  await expect(mias.getByText(`${ben.username} is writing …`)).toBeVisible()
  await mias.screenshot({ path: test.info().outputPath('writing.png') })
  await expectAccessible(mias)
  await say(bens, 'Ja, ich.')
  await expect.poll(() => conversation(mias)).toEqual(['Ja, ich.', 'Guten Abend.'])
  await expect(mias.getByText('is writing')).toHaveCount(0)
})

test('a member who does not show where they are does not see it of others @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Guten Abend.')
  const ben = await club.member({ name: 'Ben' })
  const [mias, bens] = [await device({ as: mia }), await device({ as: ben })]
  await enter(mias, slug)
  await bens.goto('/settings/visibility')
  const share = bens.getByRole('checkbox', { name: /^Show others in which room/ })
  await expect(share).toBeChecked()
  await share.uncheck()
  await expect(share).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(bens)
  await enter(bens, slug)
  await expect(here(mias, 1)).toBeVisible()
  await expect(bens.getByRole('button', { name: /here/ })).toHaveCount(0)
  await composer(bens).pressSequentially('Still')
  await composer(mias).pressSequentially('Hm')
  // by then somebody has begun after them, and is told
  const cleo = await club.member({ name: 'Cleo' })
  const cleos = await device({ as: cleo })
  await enter(cleos, slug)
  await expect(here(mias, 2)).toBeVisible()
  await composer(cleos).pressSequentially('Ich')
  await expect(mias.getByText(/(is|are) writing/)).toHaveText(`${cleo.username} is writing …`)
  await club.post(cleo, slug, 'Ich auch.')
  await expect(bens.getByRole('article').getByText('Ich auch.')).toBeVisible()
  await expect(bens.getByText(/(is|are) writing/)).toHaveCount(0)
})

test('what was said is found again, by its stem, and the way leads to it @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Alte Häuser am See', 'Nichts davon', 'We went running')
  // further back than a room shows at first
  for (let post = 0; post < 25; post += 1) await club.post(mia, slug, `Guten Abend ${post}!`)
  const page = await device({ as: mia, viewport: { width: 320, height: 640 } })
  await page.goto('/rooms')
  await page.getByRole('link', { name: 'Search posts' }).click()
  await expect(page.getByText('What are you looking for?')).toBeVisible()
  const words = page.getByRole('searchbox', { name: 'Words' })
  await words.fill('Haus')
  await words.press('Enter')
  await expect.poll(() => conversation(page)).toEqual(['Alte Häuser am See'])
  await expect(page.locator('mark')).toHaveText(['Häuser'])
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('search.png'), fullPage: true })
  await words.fill('run')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.poll(() => conversation(page)).toEqual(['We went running'])
  await words.fill('in so')
  await words.press('Enter')
  await expect(page.getByText('These words are almost everywhere')).toBeVisible()
  await words.fill('Zeppelin')
  await words.press('Enter')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect.poll(() => conversation(page)).toEqual(['We went running'])
  await page.getByRole('link', { name: 'We went running' }).click()
  await expect(page).toHaveURL(new RegExp(`/room/${slug}#post-3$`))
  const found = page.locator('#post-3')
  await expect(found).toBeFocused()
  await expect(found).toBeInViewport({ ratio: 1 })
  // the same for a link that is opened by itself
  await page.reload()
  await expect(found).toBeFocused()
})
