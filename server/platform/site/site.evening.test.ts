import { expect, test } from 'vitest'
import { fillEvening, type Evening } from './site.evening.ts'

const PAGE = [
  '<section data-if="question"><p>%QUESTION_DE%|%QUESTION_EN%</p></section>',
  '<section data-if="rooms"><p>So many. <span data-if="posts">%WEEKS_POSTS_DE%|%WEEKS_POSTS_EN%</span></p>',
  '<ul><li data-each="room">%ROOM_ICON% %ROOM_NAME% %ROOM_BADGE% %ROOM_TONE%: %ROOM_DESCRIPTION%</li></ul></section>',
  '%CLUB_NAME%',
].join('')

const evening: Evening = {
  question: { de: 'Und du?', en: 'And you?' },
  rooms: [
    { name: 'Salon', description: 'Zum Reden.', icon: 'armchair', accessLevel: 'free' },
    { name: '<b>$&', description: '%ROOM_NAME%', icon: 'rocket', accessLevel: 'paid' },
  ],
  weeksPosts: 0,
}
const escaped = (text: string) => text.replaceAll('<', '&lt;')
const filled = (change: Partial<Evening> = {}) =>
  fillEvening(PAGE, { ...evening, ...change }, escaped)

test('the page tells the question and each room, whatever they are called', () => {
  expect(filled()).toBe(
    [
      '<section data-if="question"><p>Und du?|And you?</p></section>',
      '<section data-if="rooms"><p>So many. </p>',
      '<ul><li data-each="room">armchair Salon Free plain: Zum Reden.</li>',
      '<li data-each="room">door &lt;b>$& Premium lamp: %ROOM_NAME%</li></ul></section>',
      '%CLUB_NAME%',
    ].join(''),
  )
})

test('what there is nothing of to tell is not on it', () => {
  expect(filled({ question: null, rooms: [] })).toBe('%CLUB_NAME%')
  expect(fillEvening(PAGE, undefined, escaped)).toBe('%CLUB_NAME%')
})

test.each([
  [0, null],
  [50, null],
  [51, '50|50'],
  [100, '50|50'],
  [449, '400|400'],
  [1_000, '950|950'],
  [1_301, '1.300|1,300'],
  [1_300, '1.200|1,200'],
])('of %i posts it says that there were more than %s', (weeksPosts, said) => {
  const html = filled({ weeksPosts })
  expect(/data-if="posts">([^<]*)/.exec(html)?.[1] ?? null).toBe(said)
})
