import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'

afterEach(closeTab)

const unknown = () => refusal('PGRST116', { isUnknownCall: true }, 404)

test.each([
  ['en', 'The club is just being updated. Please try again in a moment.'],
  ['de', 'Der Club wird gerade aktualisiert. Bitte versuchen Sie es gleich noch einmal.'],
] as const)(
  'a call that the server of before does not know says so (%s)',
  async (language, words) => {
    const { server } = await openTab('/rooms', {
      session: mila,
      language,
      answers: { '/api/rooms': unknown },
    })
    // the screen and a toast say it, and a single one is found only once the toast has gone
    expect(await screen.findAllByText(words)).not.toEqual([])
    expect(server.times('/api/rooms')).toBeGreaterThan(0)
  },
)

test('where nothing is there, that is what is said', async () => {
  const id = '018f0000-0000-7000-8000-000000000002'
  await openTab(`/member/${id}`, {
    session: mila,
    language: 'en',
    answers: { [`/api/members/${id}`]: () => refusal('PGRST116', {}, 404) },
  })
  expect(await screen.findByText('This member is not here any more')).toBeTruthy()
  expect(screen.queryByText(/being updated/)).toBeNull()
})
