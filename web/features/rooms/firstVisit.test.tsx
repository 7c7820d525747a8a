import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { keepFirstWords, readFirstWords } from '#web/platform/outbox/firstWords.ts'
import { applyLanguage, needWords, startText } from '#web/text/i18n.ts'
import { Screen } from '#web/text/Screen.tsx'
import { FirstVisit } from './FirstVisit.tsx'

beforeAll(async () => {
  await startText('de')
  await needWords(['welcome'])
  await applyLanguage('de')
})
beforeEach(() => sessionStorage.clear())

const question = { de: 'Worauf freust du dich?', en: 'What are you looking forward to?' }

function arrive({ hasSpoken = false } = {}) {
  const said: string[] = []
  render(
    <Screen language="de">
      <FirstVisit
        question={question}
        onSay={(words) => void said.push(words)}
        hasSpoken={hasSpoken}
        onClose={() => void said.push('closed')}
      />
    </Screen>,
  )
  return said
}
const chipButtons = () => within(screen.getByRole('list')).getAllByRole('button')
const chips = () => chipButtons().map(({ textContent }) => textContent)

test('a newcomer finds ways to begin, which only write into the field', async () => {
  const said = arrive()
  screen.getByRole('region', { name: 'Du bist da.' })
  expect(chips()).toEqual([
    'Guten Abend, ich bin neu hier.',
    'Ich höre erst einmal zu.',
    'Worauf freust du dich?',
  ])
  for (const chip of chipButtons()) await userEvent.click(chip)
  expect(said).toEqual([
    'Guten Abend, ich bin neu hier.',
    'Ich höre erst einmal zu.',
    'Zur Frage von heute: ',
  ])
})

test('what was begun at the door is the first of them, and is not offered twice', async () => {
  keepFirstWords('Auf den ersten Schnee.')
  const said = arrive()
  expect(chips()[0]).toBe('Auf den ersten Schnee.')
  await userEvent.click(screen.getByRole('button', { name: 'Auf den ersten Schnee.' }))
  expect(said).toEqual(['Auf den ersten Schnee.'])
  expect(readFirstWords()).toBe('')
})

test('after the first post it says where answers are', async () => {
  const said = arrive({ hasSpoken: true })
  expect(screen.getByRole('status').textContent).toBe(
    'Schön, dass du da bist. Wer dir antwortet, steht unter „Neues“.',
  )
  expect(screen.queryByRole('list')).toBe(null)
  await userEvent.click(screen.getByRole('button', { name: 'Willkommen schließen' }))
  expect(said).toEqual(['closed'])
})
