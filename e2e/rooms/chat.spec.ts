import {
  composer,
  conversation,
  enter,
  expect,
  expectAccessible,
  say,
  test,
  waitForPaint,
  type Page,
} from '../club/journey.ts'
import {
  findPost,
  findTop,
  openEvening,
  pressInPlace,
  readNumbers,
  wantNewestLast,
} from './talk.ts'

test.use({ emailConfirmation: 'off' })

const card = (page: Page, slug: string) =>
  page.getByRole('article').filter({ has: page.locator(`a[href="/room/${slug}"]`) })
const line = (page: Page) => page.getByText('Seen above, new below', { exact: true })
/** Turns the wheel until the last post has gone down: how far the page is from its top says nothing while posts are still drawn above. */
async function readBack(page: Page, by: number): Promise<void> {
  const last = page.getByRole('main').getByRole('article').last()
  const readPlace = async () => (await last.boundingBox())!.y
  const before = await readPlace()
  // over the talk, not over what stands beside it
  await page.mouse.move(page.viewportSize()!.width / 2, 300)
  await page.mouse.wheel(0, -by)
  await expect.poll(readPlace).toBeGreaterThan(before)
  await waitForPaint(page)
}

/** The last post stands above the box to write in, which stands at the foot of the window. */
async function expectAtEnd(page: Page): Promise<void> {
  await waitForPaint(page)
  const seen = async () => {
    const last = await page.getByRole('main').getByRole('article').last().boundingBox()
    const box = await composer(page).boundingBox()
    const height = page.viewportSize()!.height
    return last!.y + last!.height <= box!.y && box!.y + box!.height <= height && box!.y > height / 2
  }
  await expect.poll(seen).toBe(true)
}

/** Chooses in the menu of the room that the newest stand last. */
async function choose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More about this room' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('checkbox', { name: 'Newest at the bottom, like a chat' }).check()
  await page.keyboard.press('Escape')
  await expect(window).toHaveCount(0)
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`a room can be read as a chat: what is new comes at the foot, ${viewport.width} px wide${viewport.width > 1_000 ? ' @long' : ''}`, async ({
    club,
    device,
  }) => {
    const { mia, ben, slug } = await openEvening(club, 30)
    const page = await device({ as: ben, viewport })
    await enter(page, slug)
    await choose(page)
    await expectAtEnd(page)
    expect((await conversation(page)).at(-1)).toBe('Zwischendurch 33')
    await expectAccessible(page)

    // one's own comes last, and so does what others say, as long as one is there
    await say(page, 'Da bin ich.')
    await expect(page.getByRole('article').last()).toContainText('Da bin ich.')
    await expectAtEnd(page)
    await club.post(mia, slug, 'Schön!')
    await expect(page.getByRole('article').last()).toContainText('Schön!')
    await expectAtEnd(page)

    // it is kept, for every room
    await page.reload()
    await expect(page.getByRole('article').last()).toContainText('Schön!')
    await expectAtEnd(page)
    await expect(composer(page)).toBeInViewport({ ratio: 1 })

    // older posts come above, and what is read stays where it is
    await readBack(page, 500)
    await waitForPaint(page)
    const read = (await readNumbers(page)).at(-12)!
    const before = await findTop(page, read)
    await expect.poll(async () => (await readNumbers(page))[0]).toBe(1)
    await waitForPaint(page)
    expect(Math.abs((await findTop(page, read)) - before)).toBeLessThanOrEqual(1)
    expect(await readNumbers(page)).toEqual((await readNumbers(page)).toSorted((a, b) => a - b))

    // nor does it move for what comes below; the pill leads there
    await club.post(mia, slug, 'Und ihr?')
    const pill = page.getByRole('button', { name: '1 new post', exact: true })
    await expect(pill).toBeInViewport({ ratio: 1 })
    expect(Math.abs((await findTop(page, read)) - before)).toBeLessThanOrEqual(1)
    await pill.click()
    await expectAtEnd(page)
    await expect(pill).toHaveCount(0)

    // going back finds the place
    await readBack(page, 700)
    await waitForPaint(page)
    const at = (await readNumbers(page)).at(-14)!
    await findPost(page, at).scrollIntoViewIfNeeded()
    await waitForPaint(page)
    const place = await findTop(page, at)
    await pressInPlace(findPost(page, at).getByRole('heading').getByRole('link'))
    await expect(page).toHaveURL(/\/member\//)
    await page.goBack()
    await expect(findPost(page, at)).toBeVisible()
    await expect
      .poll(async () => Math.abs((await findTop(page, at)) - place))
      .toBeLessThanOrEqual(40)
  })

test('in a chat, too, what is new counts as read once the line was in sight @long', async ({
  club,
  device,
}) => {
  const { ben, slug } = await openEvening(club, 27)
  const page = await device({ as: ben, viewport: { width: 1440, height: 900 } })
  await wantNewestLast(page)
  const phone = await device({ as: { ...ben, cookie: await club.session(ben) } })
  await phone.goto('/rooms')
  await expect(card(phone, slug)).toContainText('27 new posts')
  await enter(page, slug)
  await expect(page.getByText(/^27 new, since you were here today at/)).toBeInViewport()
  await expectAtEnd(page)
  await page.reload()
  await expectAtEnd(page)
  await expect(card(phone, slug)).toContainText('27 new posts')

  await readBack(page, 5_000)
  await expect(line(page)).toBeAttached()
  await line(page).scrollIntoViewIfNeeded()
  const order = await page.getByRole('main').getByRole('list').last().innerText()
  expect(order.indexOf('drei')).toBeLessThan(order.indexOf('Seen above'))
  expect(order.indexOf('Seen above')).toBeLessThan(order.indexOf('Zwischendurch 4'))
  await expect(card(phone, slug)).not.toContainText('new post')
})

test('in a chat an answer is written below its post, which stays where it is @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest()
  for (let n = 1; n <= 20; n += 1) await club.post(mia, slug, `Noch ein Satz, ${n}.`)
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  const page = await device({ as: ben, viewport: { width: 1440, height: 900 } })
  await wantNewestLast(page)
  await enter(page, slug)
  await expectAtEnd(page)
  const before = await findTop(page, 16)
  await pressInPlace(findPost(page, 16).getByRole('button', { name: /^Reply to/ }))
  const box = page.getByRole('textbox', { name: 'Your reply' })
  await expect(box).toBeFocused()
  await waitForPaint(page)
  expect(await findTop(page, 16)).toBe(before)
  // and while others go on, too
  await club.post(mia, slug, 'Noch einer.')
  await expect(page.getByRole('button', { name: '1 new post', exact: true })).toBeVisible()
  expect(await findTop(page, 16)).toBe(before)
  await page.keyboard.type('Das sehe ich auch so.')
  await page.keyboard.press('Control+Enter')
  await expect(box).toHaveCount(0)
  await expect(page.getByRole('article').last()).toContainText('Das sehe ich auch so.')
  expect(await findTop(page, 16)).toBe(before)

  // below the last post there is room for it, too
  await page.getByRole('button', { name: /new post/ }).click()
  const last = page.getByRole('article').filter({ hasText: 'Noch einer.' })
  await last.getByRole('button', { name: /^Reply to/ }).click()
  await expect(box).toBeFocused()
  await waitForPaint(page)
  const [under, foot] = [await box.boundingBox(), await composer(page).boundingBox()]
  expect(under!.y + under!.height).toBeLessThanOrEqual(foot!.y)
})
