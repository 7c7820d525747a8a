import { expect, test } from 'vitest'
import { maskBirthdate, readDate } from './birthdate.mask.ts'

/** Types key by key at the end, as a person does; `<` is the backspace key. */
const type = (keys: string, start = '') =>
  [...keys].reduce((text, key) => {
    const after = key === '<' ? text.slice(0, -1) : text + key
    return maskBirthdate(text, after, after.length).text
  }, start)

test.each([
  ['1.2.1990', '01.02.1990'],
  ['01.02.1990', '01.02.1990'],
  ['01021990', '01.02.1990'],
  ['1990-02-01', '01.02.1990'],
  ['19900201', '01.02.1990'],
  ['01/02/1990', '01.02.1990'],
  [' 1. 2. 1990 ', '01.02.1990'],
  ['31.02.1990', null],
  ['1.2.90', null],
  ['gestern', null],
  ['01.02.1990 12:00', null],
])('a whole date written %s is read as %s', (written, date) => {
  expect(readDate(written)).toBe(date)
})

test.each(['1.2.1990', '01021990', '1990-02-01', '01/02/1990'])(
  '%s pasted into the empty field is rewritten',
  (pasted) => {
    expect(maskBirthdate('', pasted, pasted.length)).toEqual({ text: '01.02.1990', caret: 10 })
  },
)

test('digits get their dots while they are typed', () => {
  expect(type('0')).toBe('0')
  expect(type('01')).toBe('01.')
  expect(type('010')).toBe('01.0')
  expect(type('0102')).toBe('01.02.')
  expect(type('01021990')).toBe('01.02.1990')
})

test('dots, slashes, spaces and dashes may be typed as well, and complete a single digit', () => {
  expect(type('01.02.1990')).toBe('01.02.1990')
  expect(type('1.2.1990')).toBe('01.02.1990')
  expect(type('1/2/1990')).toBe('01.02.1990')
  expect(type('1-2-1990')).toBe('01.02.1990')
  expect(type('1 2 1990')).toBe('01.02.1990')
})

test('a date typed year first is understood once it is whole', () => {
  expect(type('1990-02-0')).toBe('1990-02-0')
  expect(type('1990-02-01')).toBe('01.02.1990')
})

test.each([
  '01-01-1990',
  '1-1-1990',
  '01.01.1990',
  '01/01/1990',
  '01011990',
  '1990-01-01',
  '2001-01-31',
  '20-01-2001',
  '20-10-1990',
  '19-02-1990',
  '2.1.1990',
  '20 10 1990',
  '31-12-1999',
  '2000-12-31',
  '٠١.٠٢.١٩٩٠',
  '０１-０２-１９９０',
])('%s is the same typed key by key as pasted', (written) => {
  const pasted = maskBirthdate('', written, written.length).text
  expect(pasted).toMatch(/^\d\d\.\d\d\.\d{4}$/)
  expect(type(written)).toBe(pasted)
})

test('any day is the same typed as pasted, in each way of writing it', () => {
  for (let time = Date.UTC(1945, 0, 1); time < Date.UTC(2009, 0, 1); time += 17 * 86_400_000) {
    const [year = '', month = '', day = ''] = new Date(time).toISOString().slice(0, 10).split('-')
    const one = (text: string) => String(Number(text))
    for (const written of [
      [day, month, year].join('-'),
      [day, month, year].join('.'),
      [day, month, year].join('/'),
      [day, month, year].join(' '),
      [day, month, year].join(''),
      [one(day), one(month), year].join('-'),
      [one(day), one(month), year].join('.'),
      [year, month, day].join('-'),
    ])
      expect(type(written), written).toBe(`${day}.${month}.${year}`)
  }
})

test('backspace takes one sign at a time, dots included, and typing goes on from there', () => {
  expect(type('0102<')).toBe('01.02')
  expect(type('0102<<')).toBe('01.0')
  expect(type('0102<<<<')).toBe('01')
  expect(type('0102<<<<<')).toBe('0')
  expect(type('0102<<<<2')).toBe('01.2')
  expect(type('01021990<<<<<<<<<<')).toBe('')
})

test('letters are not taken, and a year ends after four digits', () => {
  expect(type('0a1b')).toBe('01.')
  expect(type('010219905')).toBe('01.02.1990')
})

test('an edit in the middle keeps the caret and is not rewritten', () => {
  expect(maskBirthdate('01.02.1990', '011.02.1990', 3)).toEqual({ text: '011.02.1990', caret: 3 })
  expect(maskBirthdate('01.02.1990', '0.02.1990', 1)).toEqual({ text: '0.02.1990', caret: 1 })
  expect(maskBirthdate('01.02.1990', '0x1.02.1990', 2)).toEqual({ text: '01.02.1990', caret: 1 })
})
