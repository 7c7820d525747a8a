import { expect, test } from 'vitest'
import { seesAll, readVisibility } from './visibility.ts'

test('what is kept from somebody is whom they are blocked with, and what they put away', () => {
  const sight = readVisibility({ blockedWith: ['tom'], hiddenPosts: ['one', 'two'] })
  expect([...sight.blockedWith]).toEqual(['tom'])
  expect([...sight.hiddenPosts]).toEqual(['one', 'two'])
})

test('nothing is kept from who is blocked with nobody and put nothing away', () => {
  expect(seesAll(readVisibility({ blockedWith: [], hiddenPosts: [] }))).toBe(true)
  expect(seesAll(readVisibility({ blockedWith: ['tom'], hiddenPosts: [] }))).toBe(false)
  expect(seesAll(readVisibility({ blockedWith: [], hiddenPosts: ['one'] }))).toBe(false)
})
