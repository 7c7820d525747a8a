import {
  composer,
  conversation,
  enter,
  expect,
  expectAccessible,
  test,
  type Page,
} from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

const post = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })

test('a reply names whom it answers, is seen at once, and leads back to an old post', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Wer war gestern beim Konzert?')
  for (let n = 1; n <= 2; n += 1) {
    const other = await club.member()
    await club.enter(other, slug)
    for (let m = 1; m <= 12; m += 1) await club.post(other, slug, `Zwischendurch ${n}.${m}`)
  }
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  const [his, hers] = [
    await device({ as: ben, locale: 'en-GB' }),
    await device({ as: mia, locale: 'en-GB' }),
  ]
  for (const page of [his, hers]) await enter(page, slug)

  // Ben reads back, answers, and names whom he answers
  await his.getByRole('button', { name: 'Show earlier posts' }).click()
  await post(his, 'beim Konzert?').getByRole('button', { name: 'Reply' }).click()
  const box = his.getByRole('textbox', { name: 'Your reply' })
  await expect(box).toBeFocused()
  await his.keyboard.type(`Ich, mit @${mia.username.slice(0, 2)}`)
  await expect(his.getByRole('option', { name: mia.username })).toBeVisible()
  await his.keyboard.type(mia.username.slice(2, -1))
  await expect(his.getByRole('option')).toHaveCount(1)
  await his.keyboard.press('Enter')
  await expect(box).toHaveValue(`Ich, mit @${mia.username} `)
  // what was chosen is taken back like everything else one wrote
  await his.keyboard.press('Control+z')
  await expect(box).toHaveValue(`Ich, mit @${mia.username.slice(0, -1)}`)
  await his.keyboard.press('Control+Shift+z')
  await expect(box).toHaveValue(`Ich, mit @${mia.username} `)
  // also in the middle of it, and pointed at
  await his.keyboard.press('Home')
  await his.keyboard.type(`@${mia.username.slice(0, 2)}`)
  await his.getByRole('option', { name: mia.username }).click()
  await expect(box).toHaveValue(`@${mia.username} Ich, mit @${mia.username} `)
  await his.keyboard.press('Control+z')
  await expect(box).toHaveValue(`@${mia.username.slice(0, 2)}Ich, mit @${mia.username} `)
  await box.fill(`Ich, mit @${mia.username} `)
  await his.keyboard.press('Control+Enter')

  // Mia sees it live, and goes back to what it answers, which her page has not read
  const reply = post(hers, 'Ich, mit')
  await expect(reply.getByRole('link', { name: `@${mia.username}` })).toBeVisible()
  await expect(post(hers, 'beim Konzert?').getByText('Wer war')).toHaveCount(1)
  await reply.getByRole('button', { name: /In reply to/ }).click()
  const old = hers.locator('#post-1')
  await expect(old).toBeFocused()
  await expect(old).toBeInViewport()
  await expectAccessible(hers)
})

test('a post of long ago is read among those around it, and the newest are one step away @long', async ({
  club,
  device,
}) => {
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const slug = await club.room()
  await club.evening(ben, slug, 700)
  for (const one of [mia, ben]) await club.enter(one, slug)
  const page = await device({ as: mia, locale: 'en-GB' })
  await page.goto(`${club.url}/search`)
  await page.getByRole('searchbox').fill('Zwischendurch 120')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Zwischendurch 120' }).click()

  const old = page.locator('#post-120')
  await expect(old).toBeFocused()
  await expect(old).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Earlier posts' })).toBeVisible()
  expect(await conversation(page)).toHaveLength(40)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show later posts' }).click()
  await expect(post(page, 'Zwischendurch 160')).toBeVisible()
  // reading goes on where it ended, upwards
  await expect(page.locator('#post-141')).toBeFocused()
  await expect(page.locator('#post-141')).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Show earlier posts' }).click()
  await expect(post(page, 'Zwischendurch 70')).toBeVisible()

  // it goes where it stood when it is opened again, and what is said meanwhile waits above
  await page.reload()
  await expect(old).toBeFocused()
  await club.post(ben, slug, 'Noch jemand wach?')
  await expect(post(page, 'Noch jemand wach?')).toHaveCount(0)
  // an answer is begun here
  await post(page, 'Zwischendurch 120').getByRole('button', { name: 'Reply' }).click()
  const box = page.getByRole('textbox', { name: 'Your reply' })
  await expect(box).toBeFocused()
  await box.fill('Ich weiß noch.')
  await page.keyboard.press('Control+Enter')
  await expect(box).toHaveCount(0)
  await page.getByRole('button', { name: 'To the newest' }).focus()
  await page.keyboard.press('Enter')
  const newest = page.locator('#post-702')
  await expect(newest).toBeFocused()
  await expect(newest).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL(new RegExp(`/room/${slug}$`))

  // what was answered down there stands here
  const answer = post(page, 'Ich weiß noch.')
  await expect(answer.getByText('Zwischendurch 120')).toBeVisible()
  // and leads there again; going back leads to where it stands
  await answer.getByRole('button', { name: /In reply to/ }).click()
  await expect(old).toBeFocused()
  await page.goBack()
  await expect(answer).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL(new RegExp(`/room/${slug}$`))
})

test('a post that is edited, or deleted, changes for everybody who has it before them', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Guten Abend')
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  await club.post(ben, slug, 'Ich, mit Mia')
  const [his, hers] = [await device({ as: ben }), await device({ as: mia })]
  for (const page of [his, hers]) await enter(page, slug)
  await his.getByRole('button', { name: 'Edit or delete your post' }).first().click()
  await his.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  const words = his.getByRole('dialog').getByRole('textbox')
  await expect(words).toBeFocused()
  await words.fill('Ich, und es war großartig')
  await his.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(post(hers, 'es war großartig')).toContainText('edited')
  await expect(post(hers, 'Ich, mit')).toHaveCount(0)

  await his.getByRole('button', { name: 'Edit or delete your post' }).first().click()
  await his.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await his.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(post(hers, 'es war großartig')).toHaveCount(0)
  expect((await conversation(hers))[0]).not.toContain('großartig')
})

test('an answer to the question of the day is found among today’s answers @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Guten Abend')
  const page = await device({ as: mia, locale: 'en-GB' })
  await enter(page, slug)
  await page.getByRole('button', { name: 'Join in' }).click()
  await page.keyboard.type('Ein Spaziergang.')
  await page.keyboard.press('Control+Enter')
  await expect(post(page, 'Ein Spaziergang.').getByText('Sending')).toHaveCount(0)
  await page.getByRole('button', { name: 'Read answers' }).click()
  const answers = page.getByRole('dialog', { name: 'Today’s answers' })
  await expect(answers).toContainText('Ein Spaziergang.')
  await expectAccessible(page)
  await answers.getByRole('button', { name: /Show in the room/ }).click()
  await expect(page.locator('#post-2:focus-within')).toBeVisible()
})

test('on a phone nothing moves while one writes @long', async ({ club, device }) => {
  const { mia, slug } = await club.guest('eins', 'zwei', 'drei', 'vier', 'fünf')
  const page = await device({ as: mia, viewport: { width: 320, height: 568 } })
  await enter(page, slug)
  await expect.poll(() => conversation(page)).toHaveLength(5)
  const isAt = () => page.evaluate(() => Math.round(window.scrollY))
  for (const start of [0, 200]) {
    await page.evaluate((top) => window.scrollTo(0, top), start)
    await composer(page).focus()
    await page.keyboard.type('Guten Abend zusammen')
    expect(await isAt()).toBe(start)
    await composer(page).fill('')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  }
})

test('on a phone a refused post stands in sight from wherever it was written, below the toast @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('eins', 'zwei', 'drei', 'vier', 'fünf')
  const page = await device({ as: mia, viewport: { width: 320, height: 640 } })
  await page.route(/\/posts$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: 'posting_limited' } })
      : route.continue(),
  )
  await enter(page, slug)
  await expect.poll(() => conversation(page)).toHaveLength(5)
  const list = page
    .getByRole('main')
    .getByRole('list')
    .filter({ has: page.getByRole('article') })
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('group')
  // nothing but posts in sight, their first line at the very top, and further down
  for (const top of [4, 60, -700]) {
    await list.evaluate((one, wish) => {
      window.scrollBy(0, one.getBoundingClientRect().top - wish)
    }, top)
    await composer(page).focus()
    await page.keyboard.type('Guten Abend')
    await page.keyboard.press('Control+Enter')
    const discard = post(page, 'Guten Abend').getByRole('button', { name: 'Discard' })
    const reason = post(page, 'Guten Abend').getByText('Not posted.')
    await expect(reason).toBeInViewport()
    const [said, lies, goes] = await Promise.all(
      [toast, reason, discard].map((one) => one.boundingBox()),
    )
    expect(lies!.y, `from ${top}`).toBeGreaterThan(said!.y + said!.height)
    expect(goes!.y, `from ${top}`).toBeLessThan((await composer(page).boundingBox())!.y)
    await toast.getByRole('button', { name: 'Close' }).click()
    await discard.click()
  }
})
