import { composer, enter, expect, test, type Page } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

const GOALS = [
  { width: 1440, height: 900, posts: 8, first: 280 },
  { width: 390, height: 844, posts: 5, first: 176 },
  { width: 320, height: 568, posts: 3, first: 176 },
  // a desk magnified to twice its size
  { width: 720, height: 450, posts: 2, first: 280 },
]

/** How many posts one can read as a whole, and where the first of them begins. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const posts = [...document.querySelectorAll('main article')]
    const isWhole = (post: Element) => {
      const { left, top, bottom, width } = post.getBoundingClientRect()
      const at = (y: number) => document.elementFromPoint(left + width / 2, y)
      return (
        top >= 0 &&
        bottom <= innerHeight &&
        post.contains(at(top + 2)) &&
        post.contains(at(bottom - 2))
      )
    }
    return {
      posts: posts.filter(isWhole).length,
      first: posts[0]!.getBoundingClientRect().top,
      isTooWide: document.documentElement.scrollWidth > innerWidth,
    }
  })

test('the talk has the room: so many posts stand in sight, however small the window', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Guten Abend.')
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  for (let n = 0; n < 7; n += 1)
    for (const who of [ben, mia]) await club.post(who, slug, `Noch ein Satz, ${n}.`)
  // who has just come in has missed nothing
  const cleo = await club.member({ name: 'Cleo' })
  await club.enter(cleo, slug)
  for (const { width, height, posts, first } of GOALS)
    await test.step(`${width} × ${height}`, async () => {
      const page = await device({ as: cleo, viewport: { width, height } })
      await enter(page, slug)
      await expect(page.getByRole('article')).toHaveCount(15)
      const seen = await measure(page)
      expect.soft(seen.posts, `${width} px: posts`).toBeGreaterThanOrEqual(posts)
      expect.soft(seen.first, `${width} px: first`).toBeLessThanOrEqual(first)
      expect.soft(seen.isTooWide, `${width} px`).toBe(false)
      await page.context().close()
    })
})

test('above the keys of a phone at least two posts stay in sight @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('eins', 'zwei', 'drei', 'vier', 'fünf')
  const viewport = { width: 390, height: 844 }
  const page = await device({ as: mia, viewport, hasTouch: true, isMobile: true })
  await enter(page, slug)
  await composer(page).focus()
  await page.setViewportSize({ width: 390, height: 500 })
  await expect(composer(page)).toBeInViewport({ ratio: 1 })
  expect((await measure(page)).posts).toBeGreaterThanOrEqual(2)
})

test('the question of the day folds as one reads on, and moves nothing @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest()
  for (let n = 0; n < 20; n += 1) await club.post(mia, slug, `Noch ein Satz, ${n}.`)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 320, height: 568 },
  ]) {
    const page = await device({ as: mia, viewport })
    await enter(page, slug)
    const card = page.getByRole('region', { name: 'Icebreaker of the Day' })
    // the two ways to go on stand beside each other
    const [answers, answer] = await Promise.all(
      ['Read answers', 'Join in'].map((name) =>
        card.getByRole('button', { name, exact: true }).boundingBox(),
      ),
    )
    expect(answers!.x + answers!.width).toBeLessThanOrEqual(answer!.x)
    const eighth = page.getByRole('article').nth(7)
    const at = async () => (await eighth.boundingBox())!.y
    const before = await at()
    await page.evaluate(() => window.scrollBy({ top: 200, behavior: 'instant' }))
    await expect.poll(async () => Math.round((await card.boundingBox())!.height)).toBeLessThan(40)
    expect(Math.abs(before - 200 - (await at()))).toBeLessThan(1)
    await expect(card).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await expect.poll(async () => (await card.boundingBox())!.height).toBeGreaterThan(60)
    expect(Math.abs(before - (await at()))).toBeLessThan(1)
    await page.context().close()
  }
})
