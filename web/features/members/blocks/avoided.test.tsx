import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const LIST = '/api/avoided-addresses'
const ID = '018f0000-0000-7000-8000-00000000001'
const entriesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `${ID}${at}`,
    addedAt: `2026-05-0${at + 1}T10:00:00.000Z`,
  }))

/** The settings of somebody with so many addresses in their list. */
async function openSettings(
  count: number,
  answers: NonNullable<Parameters<typeof openTab>[1]>['answers'] = {},
) {
  let entries = entriesOf(count)
  const { server } = await openTab('/settings/visibility', {
    session: mila,
    language: 'en',
    answers: {
      '/api/blocks': () => Response.json({ blocks: [], mutes: [], hiddenPosts: 0 }),
      [LIST]: ({ method }) => {
        if (method === 'GET') return Response.json({ entries })
        entries = entriesOf(entries.length + 1)
        return done()
      },
      [`${LIST}/${ID}0`]: () => {
        entries = entries.slice(1)
        return done()
      },
      ...answers,
    },
  })
  const heading = await screen.findByRole('heading', { name: 'Whom I would rather not meet' })
  const card = within(heading.closest('section')!)
  const type = async (email: string) => {
    await userEvent.clear(card.getByRole('textbox'))
    await userEvent.type(card.getByRole('textbox'), email)
  }
  const press = (name: RegExp | string) => userEvent.click(card.getByRole('button', { name }))
  return { server, card, type, press }
}
const bodies = (server: { requests: { path: string; method: string; body: unknown }[] }) =>
  server.requests.filter(({ path, method }) => path.startsWith(LIST) && method === 'POST')

test('an address is added, the field is empty again, and the list counts it', async () => {
  const { server, card, type, press } = await openSettings(0)
  await card.findByText('There is no address in your list.')
  await type('ben@example.org')
  await press('Add')
  await card.findByText('The address is in your list.')
  expect(card.getByRole('textbox')).toHaveProperty('value', '')
  await card.findByText('1 address')
  expect(bodies(server)).toMatchObject([{ path: LIST, body: { email: 'ben@example.org' } }])
  // never in what a browser or a log keeps of an address
  expect(server.requests.every(({ path }) => !path.includes('ben'))).toBe(true)
})

test('Enter adds', async () => {
  const { card, type } = await openSettings(0)
  await type('ben@example.org{Enter}')
  await card.findByText('The address is in your list.')
})

test('an address is looked for, and taken out where it was found', async () => {
  const { server, card, type, press } = await openSettings(1, {
    [`${LIST}/find`]: ({ body }) =>
      Response.json({
        entry: (body as { email: string }).email === 'ben@example.org' ? entriesOf(1)[0] : null,
      }),
  })
  await type('tom@example.org')
  await press('In my list?')
  await card.findByText('Not in your list.')
  await type('ben@example.org')
  expect(card.queryByText('Not in your list.')).toBeNull()
  await press('In my list?')
  await card.findByText(/In your list since .*May/)
  await press('Remove')
  await card.findByText('The address is no longer in your list.')
  await card.findByText('There is no address in your list.')
  expect(document.activeElement?.textContent).toContain('Enter the email address')
  expect(server.times(`${LIST}/${ID}0`)).toBe(1)
})

test('what comes late about one address is not said of the next, and does not erase it', async () => {
  const [found, added] = [
    Promise.withResolvers<Response>(),
    Promise.withResolvers<Response>(),
  ] as const
  const { server, card, type, press } = await openSettings(1, {
    [`${LIST}/find`]: () => found.promise,
  })
  const field = card.getByRole<HTMLInputElement>('textbox')
  const isBusy = () => card.getByRole('button', { name: 'In my list?' }).dataset.pending === ''
  await type('ben@example.org')
  await press('In my list?')
  expect(isBusy()).toBe(true)
  await type('tom@example.org')
  found.resolve(Response.json({ entry: entriesOf(1)[0] }))
  await waitFor(() => expect(isBusy()).toBe(false))
  expect(card.queryByText(/In your list since/)).toBeNull()
  expect(card.queryByRole('button', { name: 'Remove' })).toBeNull()

  const list = server.answers[LIST]!
  server.answers[LIST] = (request) => (request.method === 'POST' ? added.promise : list(request))
  await press('Add')
  await type('kim@example.org')
  added.resolve(done())
  await card.findByText('The address is in your list.')
  expect(field.value).toBe('kim@example.org')
})

test('an entry is removed by its day, and the focus stays in the card', async () => {
  const { card, press } = await openSettings(2)
  await userEvent.click(await card.findByText('2 addresses'))
  await press(/Remove Added on 1 May/)
  await card.findByText('1 address')
  expect(card.getByText('1 address').closest('section')?.contains(document.activeElement)).toBe(
    true,
  )
})

test('what is no address is said at the field, and nothing is sent', async () => {
  const { server, card, type, press } = await openSettings(0)
  await type('ben')
  await press('Add')
  expect(card.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(card.getByRole('textbox'))
  expect(bodies(server)).toEqual([])
})

test('a full list says so, and keeps what was typed', async () => {
  const { card, type, press } = await openSettings(0, {
    [LIST]: ({ method }) =>
      method === 'GET' ? Response.json({ entries: [] }) : refusal('address_limit_reached', {}, 409),
  })
  await type('ben@example.org')
  await press('Add')
  await card.findByText(/has 50 addresses/)
  expect(card.getByRole('textbox')).toHaveProperty('value', 'ben@example.org')
})

test('the list that cannot be loaded says so, and the field is there all the same', async () => {
  const { card } = await openSettings(0, { [LIST]: () => refusal('unavailable', {}, 503) })
  await card.findByText('Your list could not be loaded')
  expect(card.getByRole('textbox')).toBeTruthy()
})
