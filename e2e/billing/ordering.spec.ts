import { legalLabels } from '#contract/billing/legalLabels.ts'
import { atHouseDoor } from '#testing/billing/house.ts'
import { expect, test, type Page } from '../club/journey.ts'
import { readContracts } from '../acts/billing.ts'

test.use({ emailConfirmation: 'off', payments: 'house' })

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const order = (page: Page) => page.getByRole('button', { name: legalLabels.order, exact: true })
const agree = (page: Page) => page.getByRole('button', { name: 'Approve and pay' }).click()
const isOpen = (page: Page) => expect(heading(page, 'Premium is open')).toBeVisible()

async function summary(page: Page): Promise<Page> {
  await page.addInitScript(() => localStorage.setItem('language', 'en'))
  await page.goto('/upgrade')
  await expect(order(page)).toBeVisible()
  return page
}

test('a double click orders once, however slow the provider is @long', async ({ club, device }) => {
  test.setTimeout(90_000)
  const mia = await club.member()
  const page = await summary(await device({ as: mia }))
  await atHouseDoor(club.server.dataDir, 'faults', { calls: 'slow' })
  try {
    await order(page).dblclick()
    await expect(main(page)).toContainText('The payment provider is taking its time.')
    await expect(main(page)).toContainText('The order is not complete yet')
    await expect(main(page)).toContainText('Nothing was charged.')
  } finally {
    await atHouseDoor(club.server.dataDir, 'faults', { calls: 'well' })
  }
  await order(page).dblclick()
  await expect(page).toHaveURL(/\/approve\//)
  await agree(page)
  await isOpen(page)
  expect(await readContracts(club.server, mia.email)).toEqual(['active'])
})

test('two tabs that order make one contract, and both say so @long', async ({
  club,
  device,
  watch,
}) => {
  test.setTimeout(90_000)
  const mia = await club.member()
  const page = await summary(await device({ as: mia }))
  const other = await summary(watch(await page.context().newPage()))
  await Promise.all([order(page).click(), order(other).click()])
  await expect(page).toHaveURL(/\/approve\//)
  await expect(other).toHaveURL(/\/approve\//)
  await agree(page)
  await isOpen(page)
  // the other one has only to look
  await other.reload()
  await other.getByRole('link', { name: 'Back to the club' }).click()
  await isOpen(other)
  expect(await readContracts(club.server, mia.email)).toEqual(['active'])
})

test('back from the provider waits the order, and not the form that was sent @long', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  const page = await device({ as: mia })
  await page.addInitScript(() => localStorage.setItem('language', 'en'))
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Upgrade' }).click()
  await order(page).click()
  await expect(page).toHaveURL(/\/approve\//)
  await page.goBack()
  await expect(page).toHaveURL(/\/upgrade\/[0-9a-f-]{36}$/)
  await expect(heading(page, 'Waiting for your approval')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  // the summary leads to the order that waits
  await page.goto('/upgrade')
  await page.getByRole('link', { name: 'To the order' }).click()
  await page.getByRole('link', { name: 'Continue to the payment provider' }).click()
  await agree(page)
  await isOpen(page)
  expect(await readContracts(club.server, mia.email)).toEqual(['active'])
})

test('without a line nothing is pretended, and the same click later orders once @long', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  const page = await summary(await device({ as: mia }))
  await page.context().setOffline(true)
  await order(page).click()
  await expect(main(page)).toContainText('We do not know whether the order arrived.')
  await page.context().setOffline(false)
  // the answer of this one is lost on its way back
  await page.route('**/api/billing/orders', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await order(page).click()
  await expect(order(page)).not.toHaveAttribute('aria-disabled', 'true')
  await expect(main(page)).toContainText('We do not know whether the order arrived.')
  await page.unroute('**/api/billing/orders')
  await order(page).click()
  await expect(page).toHaveURL(/\/approve\//)
  await agree(page)
  await isOpen(page)
  expect(await readContracts(club.server, mia.email)).toEqual(['active'])
})
