import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const ID = '018f0000-0000-7000-8000-00000000000'
const blocked = ['Ben', 'Noor'].map((username, index) => ({
  memberId: `${ID}${index + 2}`,
  username,
  blockedAt: '2026-11-20T10:00:00.000Z',
  isGone: false,
}))

test('of two blocks lifted at once, the one that failed says so', async () => {
  const late = Promise.withResolvers<Response>()
  let blocks = blocked
  await openTab('/settings/visibility', {
    session: mila,
    language: 'en',
    answers: {
      '/api/blocks': () => Response.json({ blocks, mutes: [], hiddenPosts: 0 }),
      [`/api/blocks/${ID}2`]: () => late.promise,
      [`/api/blocks/${ID}3`]: () => {
        blocks = blocked.slice(0, 1)
        return done()
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /Ben/ }))
  await userEvent.click(screen.getByRole('button', { name: /Noor/ }))
  await screen.findByText('Noor is no longer blocked')
  late.resolve(refusal('unavailable', {}, 503))
  const line = (await screen.findByRole('button', { name: /Ben/ })).closest('li')!
  expect((await within(line).findByRole('alert')).textContent).toBeTruthy()
})

test('somebody who was not to be seen when they were blocked has no name, and is let go all the same', async () => {
  let blocks: object[] = [{ ...blocked[0], username: null }]
  await openTab('/settings/visibility', {
    session: mila,
    language: 'en',
    answers: {
      '/api/blocks': () => Response.json({ blocks, mutes: [], hiddenPosts: 0 }),
      [`/api/blocks/${ID}2`]: () => {
        blocks = []
        return done()
      },
    },
  })
  const name = /Somebody who is not here any more/
  await userEvent.click(await screen.findByRole('button', { name }))
  await screen.findByText('The block is lifted')
  await screen.findByText('You have blocked nobody.')
})

test('whom one blocked and whose account is gone has no name, and can be taken off', async () => {
  await openTab('/settings/visibility', {
    session: mila,
    language: 'en',
    answers: {
      '/api/blocks': () =>
        Response.json({
          blocks: [{ ...blocked[0], username: null, isGone: true }],
          mutes: [],
          hiddenPosts: 0,
        }),
    },
  })
  await screen.findByRole('button', { name: /Somebody whose account is gone/ })
})
