import { enter, expect, expectAccessible, test, type Page } from '../club/journey.ts'

const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const question = (page: Page) => page.locator('#post-1')
const answer = async (page: Page, text: string) => {
  await question(page)
    .getByRole('button', { name: /^Reply to/ })
    .click()
  await page.keyboard.type(text)
  await page.keyboard.press('Control+Enter')
  await expect(post(page, text)).toBeVisible()
}

test('an answered post says so to everybody at once, and its answers are read in order', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Wer hat heute gekocht?')
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  const desk = await device({ as: mia, viewport: { width: 1440, height: 900 } })
  const phone = await device({ as: ben, viewport: { width: 390, height: 844 } })
  await enter(desk, slug)
  await enter(phone, slug)

  const hint = (page: Page, name: string) => question(page).getByRole('button', { name })
  await expect(question(desk)).toBeVisible()
  await expect(question(desk).locator('[data-thread]')).toHaveCount(0)
  await answer(phone, 'Ich, und es ist noch was da.')
  await expect(hint(desk, '1 reply')).toBeVisible()

  // at a desk beside the talk, where the focus goes and comes back from
  await hint(desk, '1 reply').click()
  const beside = desk.getByRole('complementary', { name: /^Replies to/ })
  await expect(beside.getByText('Ich, und es ist noch was da.')).toBeVisible()
  await expect(beside.getByRole('heading')).toBeFocused()
  await answer(phone, 'Suppe, um genau zu sein.')
  await expect(beside.getByRole('listitem')).toHaveText([/Ich, und es/, /Suppe, um genau/])
  await expectAccessible(desk)
  await beside.getByRole('heading').focus()
  await desk.keyboard.press('Escape')
  await expect(beside).toHaveCount(0)
  await expect(hint(desk, '2 replies')).toBeFocused()
  await expect(desk.getByRole('complementary', { name: 'Beside the talk' })).toBeVisible()

  // on a phone in a sheet, which leads to the place of each in the room
  await hint(phone, '2 replies').click()
  const sheet = phone.getByRole('dialog', { name: /^Replies to/ })
  await expect(sheet.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(phone)
  await sheet
    .getByRole('button', { name: /^Show in the room/ })
    .first()
    .click()
  await expect(sheet).toHaveCount(0)
  await expect(phone.locator('#post-2 :focus')).toBeVisible()
})

test('one answers within the answers, beside the talk and in the sheet of a phone @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Wer kommt heute noch?')
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  const desk = await device({ as: mia, viewport: { width: 1440, height: 900 } })
  const phone = await device({ as: ben, viewport: { width: 390, height: 844 } })
  await enter(desk, slug)
  await enter(phone, slug)
  await answer(phone, 'Ich, in einer Stunde.')

  await question(desk).getByRole('button', { name: '1 reply' }).click()
  const beside = desk.getByRole('complementary', { name: /^Replies to/ })
  const reply = beside.getByRole('button', { name: `Reply to ${ben.username}` })
  await reply.click()
  const box = beside.getByRole('textbox', { name: 'Your reply' })
  await expect(box).toBeFocused()
  await desk.keyboard.type('Wir halten dir')
  await expectAccessible(desk)
  // the box alone, and what was begun in it is kept
  await desk.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(reply).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(box).toHaveValue('Wir halten dir')
  await box.press('End')
  await desk.keyboard.type(' einen Platz frei.')
  await desk.keyboard.press('Control+Enter')
  await expect(beside.getByText('Wir halten dir einen Platz frei.')).toBeVisible()
  await expect(reply).toBeFocused()
  await expect(post(phone, 'Wir halten dir einen Platz frei.')).toBeVisible()
  // which is a thread of its own
  await beside.getByRole('button', { name: '1 reply' }).click()
  await expect(beside.getByRole('heading')).toHaveText(`Replies to ${ben.username}`)
  await beside.getByRole('button', { name: `Replies to ${mia.username}` }).click()
  await expect(beside.getByRole('heading')).toHaveText(`Replies to ${mia.username}`)

  await question(phone).getByRole('button', { name: '1 reply' }).click()
  const sheet = phone.getByRole('dialog', { name: /^Replies to/ })
  await sheet
    .getByRole('button', { name: `Wave to ${mia.username}` })
    .first()
    .click()
  await expect(
    sheet.getByRole('button', { name: `Wave to ${mia.username}` }).first(),
  ).toHaveAttribute('aria-pressed', 'true')
  await sheet.getByRole('button', { name: `Reply to ${mia.username}` }).click()
  await expect(sheet.getByRole('textbox')).toBeFocused()
  await phone.keyboard.type('Und ich bringe Kuchen mit.')
  await expectAccessible(phone)
  await phone.keyboard.press('Control+Enter')
  await expect(sheet.getByRole('listitem').last()).toContainText('Kuchen')
  await expect(beside.getByText('Und ich bringe Kuchen mit.')).toBeVisible()
  await expect(question(desk).getByRole('button', { name: '2 replies' })).toBeVisible()
})
