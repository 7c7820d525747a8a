import { composer, enter, expect, expectAccessible, test, type Page } from '../club/journey.ts'
import { findPost, openEvening, pressInPlace, readNumbers } from './talk.ts'

test.use({ emailConfirmation: 'off' })

const card = (page: Page, slug: string) =>
  page.getByRole('article').filter({ has: page.locator(`a[href="/room/${slug}"]`) })
const line = (page: Page) => page.getByText('New above, seen below', { exact: true })

/** Somebody has read a room to its third post, and so many were written since. */
async function missed(
  { club, device }: Pick<Parameters<Parameters<typeof test>[2]>[0], 'club' | 'device'>,
  count: number,
) {
  const { mia, ben, slug } = await openEvening(club, count)
  const page = await device({ as: ben, viewport: { width: 1440, height: 900 } })
  const phone = await device({ as: { ...ben, cookie: await club.session(ben) } })
  await phone.goto('/rooms')
  const counts = (words: string) => expect(card(phone, slug)).toContainText(words)
  return { mia, ben, slug, page, phone, counts }
}

test('of 27 new posts none counts as read before it was seen; the line stands where they end', async ({
  club,
  device,
}) => {
  const { slug, page, phone, counts } = await missed({ club, device }, 27)
  await counts('27 new posts')
  await enter(page, slug)
  await expect(page.getByText(/^27 new, since you were here today at/)).toBeVisible()
  await expectAccessible(page)
  // the newest in sight is not all of it
  await expect(findPost(page, 30)).toBeInViewport()
  await page.reload()
  await expect(findPost(page, 30)).toBeInViewport()
  await counts('27 new posts')

  await page.getByRole('button', { name: 'Show earlier posts' }).click()
  await expect(line(page)).toBeAttached()
  const order = await page.getByRole('main').getByRole('list').last().innerText()
  expect(order.indexOf('Zwischendurch 4')).toBeLessThan(order.indexOf('New above'))
  expect(order.indexOf('New above')).toBeLessThan(order.indexOf('drei'))
  await line(page).scrollIntoViewIfNeeded()
  await expect(card(phone, slug)).not.toContainText('new post')
})

test('200 new posts are read in order, from where one was to the newest, and count as they pass @long', async ({
  club,
  device,
}) => {
  const { slug, page, phone, counts } = await missed({ club, device }, 200)
  await enter(page, slug)
  await expect(page.getByText(/^Over 100 new/)).toBeVisible()
  await page.getByRole('button', { name: 'Read in order' }).click()
  await expect(findPost(page, 4)).toBeFocused()
  await expect(findPost(page, 4)).toBeInViewport({ ratio: 1 })
  const up = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at)
  expect(await readNumbers(page)).toEqual(up(4, 43))
  await expectAccessible(page)
  for (const from of [44, 84, 124, 164]) {
    await page.getByRole('button', { name: 'Go on reading' }).click()
    await expect(findPost(page, from)).toBeFocused()
  }
  expect(await readNumbers(page)).toEqual(up(4, 203))
  // as far as one has come, and no further
  await counts('new posts')
  await findPost(page, 203).scrollIntoViewIfNeeded()
  await expect(card(phone, slug)).not.toContainText('new post')
  await expect(page.getByText('That was everything.')).toBeVisible()
  await page.getByRole('button', { name: 'To the newest' }).last().click()
  await expect(findPost(page, 203)).toBeFocused()
  expect((await readNumbers(page))[0]).toBe(203)
  await expect(page.getByRole('button', { name: 'Read in order' })).toHaveCount(0)
})

test('a member who says so, or speaks, has read what was new @long', async ({ club, device }) => {
  const { mia, slug, page, phone } = await missed({ club, device }, 30)
  await enter(page, slug)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(card(phone, slug)).not.toContainText('new post')
  await expect(findPost(page, 33)).toBeFocused()
  await expect(page.getByText(/^30 new/)).toHaveCount(0)

  await page.goto('/rooms')
  await club.evening(mia, slug, 30, 33)
  await club.post(mia, slug, 'Ist noch jemand wach?')
  await page.reload()
  await expect(card(page, slug)).toContainText('31 new posts')
  await enter(page, slug)
  await composer(page).fill('Da bin ich wieder.')
  await page.keyboard.press('Control+Enter')
  await expect(card(phone, slug)).not.toContainText('new post')
  await phone.reload()
  await expect(card(phone, slug)).toBeVisible()
  await expect(card(phone, slug)).not.toContainText('new post')
})

test('at a desk an answer is written under the post, and the page stays where it is @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest()
  for (let n = 1; n <= 20; n += 1) await club.post(mia, slug, `Noch ein Satz, ${n}.`)
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  const page = await device({ as: ben, viewport: { width: 1440, height: 900 } })
  await enter(page, slug)
  const old = page.locator('#post-4')
  await old.scrollIntoViewIfNeeded()
  const at = async () => (await old.boundingBox())!.y
  // the browser holds a place by whole pixels, and posts are not as high as such
  const expectAt = async (place: number) => expect(Math.abs((await at()) - place)).toBeLessThan(1)
  const before = await at()
  const box = page.getByRole('textbox', { name: 'Your reply' })
  const begin = () => pressInPlace(old.getByRole('button', { name: /^Reply to/ }))
  await begin()
  await expect(box).toBeFocused()
  await expectAt(before)
  await expectAccessible(page)
  await page.keyboard.type('Das sehe ich')
  // closed by a slip, it goes on where it was
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(old).toBeFocused()
  await begin()
  await expect(box).toHaveValue('Das sehe ich')
  await page.reload()
  await expect(box).toHaveValue('Das sehe ich')
  await old.scrollIntoViewIfNeeded()
  const again = await at()
  await box.press('End')
  await page.keyboard.type(' auch so.')
  await page.keyboard.press('Control+Enter')
  await expect(box).toHaveCount(0)
  await expectAt(again)
  const answer = page.getByRole('article').first()
  await expect(answer).toContainText('Das sehe ich auch so.')
  await expect(answer.getByRole('button', { name: /In reply to/ })).toContainText('Satz, 4.')
})
