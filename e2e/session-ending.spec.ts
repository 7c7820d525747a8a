import { openReview } from './desk.ts'
import { expect, expectAccessible, test } from './journey.ts'

test.use({ emailConfirmation: 'off' })

test('staff whose session is about to end are told, and stay with two keys, also from a window', async ({
  club,
  device,
}) => {
  const [mia, jo] = [await club.member(), await club.member({ name: 'Jo', isAdmin: true })]
  await club.submit(mia)
  await club.letEndSoon(jo, 115)
  const desk = await device({ as: jo })
  const { keyboard } = desk
  await desk.goto('/admin/verifications')
  const notice = desk.getByRole('status').getByText('Ihre Sitzung endet um')
  await expect(notice).toBeVisible()
  await expectAccessible(desk)

  // all of it: what comes into a window takes the focus
  const review = await openReview(desk, mia)
  await expect(notice).toBeInViewport({ ratio: 1 })
  const before = await review.locator(':focus').elementHandle()
  await club.letPass(jo, 1)
  await keyboard.press('F6')
  await expect(desk.getByRole('button', { name: 'Angemeldet bleiben' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(notice).toHaveCount(0)
  expect(await before!.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect(review).toBeVisible()
})
