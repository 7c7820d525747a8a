import { expect, test } from 'vitest'
import fc from '#testing/property.ts'
import { paths } from '#web/paths.ts'
import { callPath } from './call.ts'

const SIGNS = [
  '/',
  '?',
  '#',
  '&',
  '=',
  '+',
  '%',
  '%2F',
  ';',
  ':',
  '@',
  '\\',
  '..',
  ' ',
  '\t',
  '\n',
  '\0',
]
/** What a field or an address may hold; browsers resolve a segment of dots before anybody reads it. */
const value = fc
  .oneof(
    fc
      .array(fc.constantFrom(...SIGNS, 'é', 'e\u0301', '🌙', 'אב', '\u202E', '\uFEFF'), {
        maxLength: 6,
      })
      .map((all) => all.join('')),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  .map((text) => text.toWellFormed())
  .filter((text) => !/^\.{0,2}$/.test(text))

const open = (path: string) => new URL(path, 'https://club.example')

test('whatever stands in an address comes back out of it, and makes no other one', () => {
  fc.assert(
    fc.property(value, value, (slug, words) => {
      const address = open(
        callPath({ path: '/api/rooms/:slug/posts' }, { slug }, { words, before: 3 }),
      )
      expect(address.origin).toBe('https://club.example')
      expect(address.hash).toBe('')
      expect(address.pathname.split('/').map(decodeURIComponent)).toEqual([
        '',
        'api',
        'rooms',
        slug,
        'posts',
      ])
      expect([...address.searchParams]).toEqual([
        ['words', words],
        ['before', '3'],
      ])
      expect(open(paths.room(slug)).pathname.split('/').map(decodeURIComponent)).toEqual([
        '',
        'room',
        slug,
      ])
      expect(open(paths.report(slug)).pathname.split('/').map(decodeURIComponent)).toEqual([
        '',
        'reports',
        slug,
      ])
    }),
    { numRuns: 500 },
  )
})
