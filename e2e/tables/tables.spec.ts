import {
  composer,
  enter,
  expect,
  expectAccessible,
  expectConversation,
  live,
  say,
  test,
  type Page,
} from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const waveAt = (page: Page, text: string) =>
  post(page, text)
    .getByRole('button', { name: /^Wave to/ })
    .click()
const way = (page: Page) =>
  page.getByRole('navigation', { name: 'Overview' }).getByRole('link', { name: /^Tables/ })

test('two wave, sit down, talk where nobody else reads, and one gets up', async ({
  club,
  device,
}) => {
  test.setTimeout(240_000)
  const { mia, slug } = await club.guest('Guten Abend aus dem Wintergarten.')
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  await club.post(ben, slug, 'Ich sitze am Fenster.')
  const mias = await device({ as: mia, viewport: { width: 1440, height: 900 } })
  const bens = await device({
    as: ben,
    viewport: { width: 320, height: 640 },
    colorScheme: 'dark',
  })

  await bens.goto('/tables')
  await expect(bens.getByText('No table yet')).toBeVisible()
  await expectAccessible(bens)
  await bens.screenshot({ path: test.info().outputPath('none.png') })

  await enter(bens, slug)
  await waveAt(bens, 'Guten Abend')
  await enter(mias, slug)
  await waveAt(mias, 'Ich sitze am Fenster.')
  // where both waved, at the post; by keyboard
  const sit = post(mias, 'Ich sitze am Fenster.').getByRole('button', {
    name: `Sit down together with ${ben.username}`,
  })
  await expect(sit).toBeVisible()
  await sit.press('Enter')
  await expect(mias.getByText(`You sit here. ${ben.username} is not here yet.`)).toBeVisible()
  await expectAccessible(mias)
  await mias.screenshot({ path: test.info().outputPath('waiting.png') })

  await bens.goto('/tables')
  await expect(way(bens)).toContainText('1 new')
  await bens.getByRole('link', { name: mia.username }).click()
  await expectAccessible(bens)
  await bens.getByRole('button', { name: 'Sit down together' }).click()
  for (const page of [mias, bens]) {
    await expect(composer(page)).toBeVisible()
    await expect(live(page)).toBeVisible()
  }

  await say(mias, 'Schön, dass du da bist.')
  await expectConversation(bens, ['Schön, dass du da bist.'])
  await composer(bens).pressSequentially('Ich')
  await expect(mias.getByText(`${ben.username} is writing`)).toBeVisible()
  await say(bens, 'Ich auch.')
  await expectConversation(mias, ['Ich auch.', 'Schön, dass du da bist.'])
  for (const page of [mias, bens]) await expectAccessible(page)
  await mias.screenshot({ path: test.info().outputPath('desk.png') })
  await bens.screenshot({ path: test.info().outputPath('phone.png') })

  // what is said to a member elsewhere is counted, and read on every device by being seen on one
  const list = await device({ as: { ...ben, cookie: await club.session(ben) } })
  await list.goto('/tables')
  await expect(way(list)).not.toContainText('new')
  await bens.goto('/tables')
  await say(mias, 'Bist du noch da?')
  for (const page of [bens, list]) {
    await expect(way(page)).toContainText('1 new')
    await expect(post(page, mia.username)).toContainText('Bist du noch da?')
  }
  await bens.screenshot({ path: test.info().outputPath('list.png') })
  await bens.getByRole('link', { name: mia.username }).click()
  await expectConversation(bens, ['Bist du noch da?', 'Ich auch.', 'Schön, dass du da bist.'])
  await expect(way(list)).not.toContainText('new')

  // a draft stays, and what is sent without a line goes out once there is one
  await composer(mias).fill('Angefangen')
  await mias.reload()
  await expect(composer(mias)).toHaveValue('Angefangen')
  await mias.context().setOffline(true)
  await mias.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(mias.getByText(/^(Sending|Not sent yet)/)).toBeVisible()
  await mias.context().setOffline(false)
  await expect.poll(() => post(bens, 'Angefangen').count()).toBe(1)

  await mias.getByRole('button', { name: 'Get up', exact: true }).click()
  await expect(mias.getByText('You got up', { exact: true }).first()).toBeVisible()
  await expect(mias).toHaveURL(/\/tables$/)
  await expect(bens.getByText('The table is empty now.')).toBeVisible()
  await expect(composer(bens)).toHaveCount(0)
  await expect(post(bens, 'Ich auch.')).toBeVisible()
  await expectAccessible(bens)
  await bens.screenshot({ path: test.info().outputPath('ended.png') })
  await bens.getByRole('button', { name: 'Remove your copy now' }).click()
  await expectAccessible(bens)
  await bens.getByRole('button', { name: 'Remove it' }).click()
  await expect(bens.getByText('No table yet')).toBeVisible()
  await mias.getByRole('link', { name: ben.username }).first().click()
  await expect(post(mias, 'Ich auch.')).toBeVisible()
})
