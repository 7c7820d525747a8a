import {
  composer,
  conversation,
  enter,
  expect,
  expectAccessible,
  say,
  standStill,
  test,
  type Page,
} from '../club/journey.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('two who are both in a room see nothing of each other from the moment one blocks', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const [mia, ben, cleo] = [
    await club.member(),
    await club.member({ name: 'Ben' }),
    await club.member({ name: 'Cleo' }),
  ]
  const [mias, bens, cleos] = [
    await device({ as: mia }),
    await device({ as: ben }),
    await device({ as: cleo, viewport: { width: 320, height: 640 } }),
  ]
  for (const page of [mias, bens, cleos]) await enter(page, slug)
  await say(mias, 'from mia')
  // one's own stands there before the club has it
  await expect.poll(() => conversation(bens)).toEqual(['from mia'])
  await say(bens, 'from ben')
  for (const page of [mias, bens, cleos])
    await expect.poll(() => conversation(page)).toEqual(['from ben', 'from mia'])

  await mias.getByRole('button', { name: `More about the post by ${ben.username}` }).click()
  await expect(mias.getByRole('dialog')).toBeVisible()
  await expectAccessible(mias)
  await mias.getByRole('button', { name: `Block ${ben.username}` }).click()
  await mias.getByRole('button', { name: 'Block', exact: true }).click()

  await expect.poll(() => conversation(mias)).toEqual(['from mia'])
  await expect.poll(() => conversation(bens)).toEqual(['from ben'])
  await say(bens, 'does anybody hear me')
  await expect
    .poll(() => conversation(cleos))
    .toEqual(['does anybody hear me', 'from ben', 'from mia'])
  await say(mias, 'a quiet evening')
  await expect
    .poll(() => conversation(cleos))
    .toEqual(['a quiet evening', 'does anybody hear me', 'from ben', 'from mia'])
  expect(await conversation(mias)).toEqual(['a quiet evening', 'from mia'])
  expect(await conversation(bens)).toEqual(['does anybody hear me', 'from ben'])
  await expect(composer(bens)).toBeVisible()

  // in every room that stands open, of both, as it would be opened anew
  await composer(bens).fill('half a thought')
  const settings = await device({ as: mia })
  await settings.goto('/settings/visibility')
  const unblock = settings.getByRole('button', { name: `Unblock ${ben.username}` })
  await expect(unblock).toBeVisible()
  const everything = ['a quiet evening', 'does anybody hear me', 'from ben', 'from mia']
  await unblock.click()
  await expect(settings.getByText('You have blocked nobody.')).toBeVisible()
  for (const page of [mias, bens]) await expect.poll(() => conversation(page)).toEqual(everything)
  await expect(composer(bens)).toHaveValue('half a thought')
  await mias.reload()
  await expect.poll(() => conversation(mias)).toEqual(everything)
})

test('what a muted member says is one line in every tab of the muter, and nobody else notices @long', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const [mias, other, bens] = [
    await device({ as: mia, viewport: { width: 320, height: 640 } }),
    await device({ as: mia }),
    await device({ as: ben }),
  ]
  for (const page of [mias, other, bens]) await enter(page, slug)
  await say(mias, 'from mia')
  await expect.poll(() => conversation(bens)).toEqual(['from mia'])
  await say(bens, 'from ben')
  await expect.poll(() => conversation(mias)).toEqual(['from ben', 'from mia'])

  // from the menu of a post, by keyboard
  await mias.getByRole('button', { name: `More about the post by ${ben.username}` }).focus()
  await mias.keyboard.press('Enter')
  await mias.getByRole('button', { name: `Mute ${ben.username}` }).focus()
  await mias.keyboard.press('Enter')
  await expect(mias.getByRole('dialog', { name: `Mute ${ben.username}?` })).toBeVisible()
  await mias.getByRole('radio', { name: 'Pushy' }).check()
  await expectAccessible(mias)
  await mias.getByRole('button', { name: 'Mute', exact: true }).click()
  const folded = (page: Page) => page.getByText('A post of somebody you muted')
  for (const page of [mias, other]) {
    await expect(folded(page)).toHaveCount(1)
    await expect(page.getByText('from ben')).toHaveCount(0)
  }
  await expect(mias.locator('#post-2')).toBeFocused()
  await expectAccessible(mias)

  // what comes later is folded at once, and each is unfolded alone
  await say(bens, 'still here')
  await expect(folded(mias)).toHaveCount(2)
  await mias.locator('#post-2').getByRole('button', { name: 'Show this post' }).click()
  await expect(mias.locator('#post-2')).toBeFocused()
  await expect(mias.getByText('from ben')).toBeVisible()
  await expect(folded(mias)).toHaveCount(1)
  await bens.reload()
  await expect.poll(() => conversation(bens)).toEqual(['still here', 'from ben', 'from mia'])
  // before anything is drawn otherwise
  await mias.reload()
  await expect(folded(mias)).toHaveCount(2)

  await other.goto('/settings/visibility')
  await other.getByRole('button', { name: `Unmute ${ben.username}` }).click()
  await expect(other.getByText(`${ben.username} is no longer muted`)).toBeVisible()
  await expect.poll(() => conversation(mias)).toEqual(['still here', 'from ben', 'from mia'])
})

test('a member with an address one would rather not meet is gone, and back once it is taken out @long', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const [mias, bens] = [await device({ as: mia }), await device({ as: ben })]
  for (const page of [mias, bens]) await enter(page, slug)
  await say(mias, 'from mia')
  await expect.poll(() => conversation(bens)).toEqual(['from mia'])
  await say(bens, 'from ben')
  await expect.poll(() => conversation(mias)).toEqual(['from ben', 'from mia'])

  const settings = await device({ as: mia, viewport: { width: 390, height: 844 } })
  await settings.goto('/settings/visibility')
  const card = settings.locator('section', { has: settings.locator('#avoided') })
  await card.getByRole('textbox', { name: 'Email address' }).fill(ben.email.toUpperCase())
  await settings.keyboard.press('Enter')
  await expect(card.getByRole('status')).toHaveText('The address is in your list.')
  await expectAccessible(settings)
  await expect.poll(() => conversation(mias)).toEqual(['from mia'])
  await expect.poll(() => conversation(bens)).toEqual(['from ben'])
  // neither by name nor by number
  await expect(settings.getByText('You have blocked nobody.')).toBeVisible()

  await card.getByRole('textbox', { name: 'Email address' }).fill(ben.email)
  await card.getByRole('button', { name: 'In my list?' }).click()
  await expect(card.getByRole('status')).toHaveText(/^In your list since/)
  await card.getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByText('There is no address in your list.')).toBeVisible()
  for (const page of [mias, bens])
    await expect.poll(() => conversation(page)).toEqual(['from ben', 'from mia'])
})

for (const holds of ['the browser', 'the club'] as const)
  test(`what comes back above where somebody reads does not move it, held by ${holds} @long`, async ({
    club,
    device,
  }) => {
    const { mia, slug } = await club.guest()
    const ben = await club.member({ name: 'Ben' })
    await club.enter(ben, slug)
    // enough from before to scroll through, and some of each since
    for (let count = 1; count <= 20; count += 1)
      await club.post(count % 2 ? mia : ben, slug, `then ${count}\n\nand then\n\nagain`)
    const page = await device({ as: mia, viewport: { width: 320, height: 640 } })
    if (holds === 'the club')
      await page.addInitScript(() => {
        const supports = CSS.supports.bind(CSS)
        CSS.supports = (...asked: [string]) =>
          !asked[0].startsWith('overflow-anchor') && supports(...asked)
        addEventListener('DOMContentLoaded', () =>
          document.documentElement.style.setProperty('overflow-anchor', 'none'),
        )
      })
    await enter(page, slug)
    await expect.poll(() => conversation(page)).toHaveLength(20)
    const other = await device({ as: mia })
    await enter(other, slug)
    await other
      .getByRole('button', { name: `More about the post by ${ben.username}` })
      .first()
      .click()
    await other.getByRole('button', { name: `Block ${ben.username}` }).click()
    await other.getByRole('button', { name: 'Block', exact: true }).click()
    await expect.poll(() => conversation(page)).toHaveLength(10)
    const place = page.locator('[data-number="11"] article')
    await place.evaluate((item) => {
      item.scrollIntoView({ block: 'start' })
      // it begins behind what sticks, so that all before it is out of sight, not still being read
      scrollBy(0, item.getBoundingClientRect().top - 60)
    })
    await standStill(page)
    const top = () => place.evaluate((item) => Math.round(item.getBoundingClientRect().top))
    const before = await top()
    await other.goto('/settings/visibility')
    await other.getByRole('button', { name: `Unblock ${ben.username}` }).click()
    await expect.poll(() => conversation(page)).toHaveLength(20)
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
  })

test('a post is hidden for its reader alone, by keyboard, and a room is muted @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('a joke')
  const ben = await club.member({ name: 'Ben' })
  const bens = await device({ as: ben })
  await enter(bens, slug)
  const more = bens.getByRole('button', { name: `More about the post by ${mia.username}` })
  await more.focus()
  await bens.keyboard.press('Enter')
  await expect(bens.getByRole('dialog')).toBeVisible()
  await bens.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await bens.keyboard.press('Enter')
  await bens.getByRole('button', { name: 'Hide this post' }).focus()
  await bens.keyboard.press('Enter')
  await expect.poll(() => conversation(bens)).toEqual([])
  const kept = await device({ as: ben })
  await enter(kept, slug)
  await expect.poll(() => conversation(kept)).toEqual([])

  const mute = bens.getByRole('button', { name: 'Mute this room' })
  const about = () => bens.getByRole('button', { name: 'More about this room' }).click()
  await about()
  await mute.click()
  await expect(mute).toHaveAttribute('aria-pressed', 'true')
  await bens.reload()
  await about()
  await expect(mute).toHaveAttribute('aria-pressed', 'true')

  await bens.goto('/settings/visibility')
  await bens.getByRole('button', { name: 'Show all again' }).click()
  await expect(bens.getByText('You hid 1 post.')).toBeHidden()
  await expect.poll(() => conversation(kept)).toEqual(['a joke'])
  await enter(bens, slug)
  await expect.poll(() => conversation(bens)).toEqual(['a joke'])
})

test('what came of hiding a post is told, although the post went before the answer came @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('a joke')
  const bens = await device({ as: await club.member({ name: 'Ben' }) })
  await enter(bens, slug)
  await bens.route('**/api/hidden-posts/*', async (route) => {
    const response = await route.fetch()
    await expect.poll(() => conversation(bens)).toEqual([])
    await route.fulfill({ response })
  })
  await bens.getByRole('button', { name: `More about the post by ${mia.username}` }).click()
  await bens.getByRole('button', { name: 'Hide this post' }).click()
  await expect.poll(() => conversation(bens)).toEqual([])
  await expect(toasts(bens)).toContainText('Post hidden')
})

for (const [act, confirm, path, words] of [
  ['Hide this post', null, '**/api/hidden-posts/*', 'The post was not hidden'],
  ['Block Mia', 'Block', '**/api/blocks/*', 'was not blocked'],
] as const)
  test(`that it failed is told, too: ${act} @long`, async ({ club, device }) => {
    const { mia, slug } = await club.guest('a joke')
    const [bens, mias] = [
      await device({ as: await club.member({ name: 'Ben' }) }),
      await device({ as: mia }),
    ]
    await enter(bens, slug)
    const { posts } = (await (await mias.request.get(`/api/rooms/${slug}/posts`)).json()) as {
      posts: { id: string }[]
    }
    await bens.route(path, async (route) => {
      await mias.request.delete(`/api/posts/${posts[0]!.id}`)
      await expect.poll(() => conversation(bens)).toEqual([])
      await route.fulfill({ status: 503, json: { code: 'unavailable' } })
    })
    await bens.getByRole('button', { name: 'More about the post by' }).click()
    await bens.getByRole('button', { name: act }).click()
    if (confirm) await bens.getByRole('button', { name: confirm, exact: true }).click()
    await expect(toasts(bens)).toContainText(words)
    await expect(bens.getByRole('dialog')).toHaveCount(0)
  })

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`who hides a post by keyboard goes on at the next one, ${reducedMotion} @long`, async ({
    club,
    device,
  }) => {
    const { slug } = await club.guest('the next one', 'a joke')
    const page = await device({ as: await club.member({ name: 'Ben' }), reducedMotion })
    await enter(page, slug)
    const [first, next] = ['a joke', 'the next one'].map((hasText) =>
      page.getByRole('article').filter({ hasText }),
    )
    await first!.getByRole('button', { name: 'More about' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Hide this post' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => conversation(page)).toEqual(['the next one'])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const isThere = () => next!.evaluate((one) => one.contains(document.activeElement))
    await expect.poll(isThere).toBe(true)
  })
