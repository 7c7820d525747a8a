import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#contract/accounts/session.ts'
import { setPlaces } from '#contract/rooms/presence.ts'
import { call } from '#web/platform/api/call.ts'
import { Channel } from '#web/testing/channel.ts'
import { closeTab, done, mila, openTab } from '#web/testing/openTab.tsx'
import { settle } from '#web/testing/turns.ts'

beforeEach(() => {
  localStorage.clear()
  Channel.all = []
})
afterEach(closeTab)

const SECURITY = '/api/security'
const NAME = `acts of ${mila.userId}`

async function open() {
  vi.stubGlobal('BroadcastChannel', Channel)
  const tab = await openTab('/settings/account', {
    session: mila,
    answers: { '/api/auth/language': () => done(), '/api/presence': () => done() },
  })
  await screen.findByRole('button', { name: 'Change password' })
  await waitFor(() => expect(Channel.all.some(({ name }) => name === NAME)).toBe(true))
  return tab
}
const look = () => act(() => void window.dispatchEvent(new Event('focus')))

test('what was done in another tab is asked for once this one is looked at, and once only', async () => {
  const { server } = await open()
  const asked = server.times(SECURITY)
  const sessions = server.times('/api/auth/session')
  look()
  expect(server.times(SECURITY)).toBe(asked)
  const other = new Channel(NAME)
  for (let times = 0; times < 3; times += 1) other.postMessage('done')
  await Promise.resolve()
  expect(server.times(SECURITY)).toBe(asked)
  look()
  await waitFor(() => expect(server.times(SECURITY)).toBe(asked + 1))
  look()
  expect(server.times(SECURITY)).toBe(asked + 1)
  expect(server.times('/api/auth/session')).toBe(sessions)
})

test('the others are told of every act that was taken, and of nothing that was only read or is told by itself', async () => {
  const heard: unknown[] = []
  const { client } = await open()
  const other = new Channel(NAME)
  other.onmessage = ({ data }) => heard.push(data)
  await act(() => client.refetchQueries({ queryKey: [SECURITY] }))
  await act(() => call(setPlaces, { body: { line: 'a', rooms: [] } }, { isQuiet: true }))
  await settle()
  expect(heard).toEqual([])
  await act(() => call(setLanguage, { body: { language: 'de' } }))
  await waitFor(() => expect(heard).toEqual(['done']))
})
