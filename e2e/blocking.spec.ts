import { composer, conversation, enter, expect, expectAccessible, say, test } from './journey.ts'

test('two who are both in a room see nothing of each other from the moment one blocks', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const [mia, ben, cleo] = [
    await club.member(),
    await club.member({ name: 'Ben' }),
    await club.member({ name: 'Cleo' }),
  ]
  const [mias, bens, cleos] = [
    await device({ as: mia }),
    await device({ as: ben }),
    await device({ as: cleo, viewport: { width: 320, height: 640 } }),
  ]
  for (const page of [mias, bens, cleos]) await enter(page, slug)
  await say(mias, 'from mia')
  await say(bens, 'from ben')
  for (const page of [mias, bens, cleos])
    await expect.poll(() => conversation(page)).toEqual(['from ben', 'from mia'])

  await mias.getByRole('button', { name: `More about the post by ${ben.username}` }).click()
  await expect(mias.getByRole('dialog')).toBeVisible()
  await expectAccessible(mias)
  await mias.getByRole('button', { name: `Block ${ben.username}` }).click()
  await mias.getByRole('button', { name: 'Block', exact: true }).click()

  await expect.poll(() => conversation(mias)).toEqual(['from mia'])
  await expect.poll(() => conversation(bens)).toEqual(['from ben'])
  await say(bens, 'does anybody hear me')
  await say(mias, 'a quiet evening')
  await expect
    .poll(() => conversation(cleos))
    .toEqual(['a quiet evening', 'does anybody hear me', 'from ben', 'from mia'])
  expect(await conversation(mias)).toEqual(['a quiet evening', 'from mia'])
  expect(await conversation(bens)).toEqual(['does anybody hear me', 'from ben'])
  await expect(composer(bens)).toBeVisible()

  await mias.goto('/settings#blocks')
  await mias.getByRole('button', { name: `Unblock ${ben.username}` }).click()
  await expect(mias.getByText('You have blocked nobody.')).toBeVisible()
  await enter(mias, slug)
  await expect
    .poll(() => conversation(mias))
    .toEqual(['a quiet evening', 'does anybody hear me', 'from ben', 'from mia'])
})

test('a post is hidden for its reader alone, by keyboard, and a room is muted', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('a joke')
  const ben = await club.member({ name: 'Ben' })
  const bens = await device({ as: ben })
  await enter(bens, slug)
  const more = bens.getByRole('button', { name: `More about the post by ${mia.username}` })
  await more.focus()
  await bens.keyboard.press('Enter')
  await expect(bens.getByRole('dialog')).toBeVisible()
  await bens.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await bens.keyboard.press('Enter')
  await bens.getByRole('button', { name: 'Hide this post' }).focus()
  await bens.keyboard.press('Enter')
  await expect.poll(() => conversation(bens)).toEqual([])

  const mute = bens.getByRole('button', { name: 'Mute this room' })
  await mute.click()
  await expect(mute).toHaveAttribute('aria-pressed', 'true')
  await bens.reload()
  await expect(mute).toHaveAttribute('aria-pressed', 'true')

  await bens.goto('/settings#blocks')
  await bens.getByRole('button', { name: 'Show all again' }).click()
  await expect(bens.getByText('You hid 1 post.')).toBeHidden()
  await enter(bens, slug)
  await expect.poll(() => conversation(bens)).toEqual(['a joke'])
})
