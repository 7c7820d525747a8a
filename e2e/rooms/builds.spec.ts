import type { Page } from '@playwright/test'
import { composer, conversation, enter, expect, live, say, test } from '../club/journey.ts'
import { turnToOtherBuild } from '../club/otherBuild.ts'

test.use({ emailConfirmation: 'off', throughProxy: true })

const MINUTE = 60_000
const buildOf = (page: Page) => page.locator('meta[name=build]').getAttribute('content')
/** As if nobody had touched anything for so long: longer than any page waits. */
const leaveAlone = async (page: Page) => {
  await page.clock.fastForward(20 * MINUTE)
  await expect(live(page)).toBeVisible()
  await page.clock.fastForward(MINUTE)
}

test('under another build a tab works on with its own, and is loaded anew once nobody is in the middle of something', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const page = await device({ as: await club.member() })
  await page.clock.install()
  await enter(page, slug)
  await say(page, 'of the first build')
  await expect.poll(() => conversation(page)).toEqual(['of the first build'])
  const first = await buildOf(page)
  await composer(page).fill('half a sen')

  await using _ = await turnToOtherBuild(club, 'PeoplePage')
  await leaveAlone(page)
  await leaveAlone(page)
  await expect(composer(page)).toHaveValue('half a sen')
  expect(await buildOf(page)).toBe(first)

  // a screen whose part only the first build has
  await page.locator('a[href="/people"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  expect(await buildOf(page)).toBe(first)

  await page.goBack()
  await expect(composer(page)).toHaveValue('half a sen')
  await say(page, 'half a sentence')
  await expect.poll(() => conversation(page)).toContain('half a sentence')
  await leaveAlone(page)
  await expect.poll(() => buildOf(page)).not.toBe(first)
  await expect.poll(() => conversation(page)).toContain('half a sentence')
})
