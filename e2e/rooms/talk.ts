import type { ClubUnderTest } from '../club/club.ts'
import type { Locator, Page } from '@playwright/test'

/** A room with three posts that Ben has seen, and so many that Mia wrote since. */
export async function openEvening(club: ClubUnderTest, count: number) {
  const { mia, slug } = await club.guest('eins', 'zwei', 'drei')
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  await club.evening(mia, slug, count, 3)
  return { mia, ben, slug }
}

/** From now on this device has the newest last. */
export async function wantNewestLast(page: Page): Promise<void> {
  await page.goto('/rooms')
  await page.evaluate(() => localStorage.setItem('parlour.newest-last', 'on'))
}

export const findPost = (page: Page, number: number) => page.locator(`#post-${number}`)

/** Of the posts that are drawn, in their order. */
export const readNumbers = (page: Page): Promise<number[]> =>
  page.locator('article[id]').evaluateAll((all) => all.map(({ id }) => Number(id.slice(5))))

/** How far below the top of the window a post begins, in whole pixels. */
export const findTop = async (page: Page, number: number): Promise<number> =>
  Math.round((await findPost(page, number).boundingBox())!.y)

/** Presses what is in sight by keyboard: before a click the tool scrolls the page to what stands at an edge. */
export const pressInPlace = (target: Locator): Promise<void> => target.press('Enter')
