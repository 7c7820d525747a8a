import { expect, test } from 'vitest'
import { qrCode } from './qr.ts'

/** As another encoder draws them, a row of modules as one hexadecimal number. */
const KNOWN: [words: string, rows: string][] = [
  [
    'HELLO club',
    '1fc87f 104141 175e5d 17565d 175f5d 105941 1fd57f 1b00 17c57c 1895fc f660e 1d049c b56e5 13b8 1fcd86 105fad 175d65 175938 175e64 10401c 1fde16',
  ],
  [
    'https://club.example/invite#code=0F3ZK-8Q2M-7TRB-V0XW-9HCD-E5NGP',
    '1fc400007f 104875b241 175d54e75d 1754d17e5d 175b9ee95d 1054199641 1fd555557f 148de600 17cff2847c 170a65dbe2 1e583ac747 89ae79481 19fbff4fd3 12b9422522 167a355739 13d612773 4c125faf6 db8b087c2 2540df29b 163a90e261 12e3103cd0 d917ba188 2ef2886f9 a222dd5b3 1aded0b466 19962ddb28 12fefe17ef 15b727d2f1 1279b25df9 19472b19 1fcb754d57 105ab32318 175bc7e7f5 175b3883d9 17598d060f 104790e599 1fd3cc5adf',
  ],
  [
    'https://a-very-long-name-of-a-club.parlour-club.example/invite#code=0F3ZK-8Q2M-7TRB-V0XW-9HCD-E5NGP1',
    '1fc3058ce7f 104b1497141 175002b715d 17547427d5d 175253e935d 1054e053441 1fd5555557f 1860c5300 17c0ae39e7c 19c67a1774 1efce5d6500 e2da1e47ea 13f9ea6ea8c 1031fd0c67f 16f6c206da8 139083e735a b4e6f0a8a5 1ca9ce85f7b 9e1298645a 1239dcf7193 1f0c19a034 12099f2de73 e4951c6034 159371f72ea 1e4e985d800 13afbfa12f8 1656910b5b0 f1740a3389 2e1d93ab0c 183fb803133 11f6d1d3cf8 161690e00e2 14c89d26bf6 181171f1f 1fc7d45775c 105bb025719 175d86d41f5 175feb296a3 175820469f4 10431780512 1fdbd27ea34',
  ],
]

const rowsOf = (words: string) =>
  qrCode(words)
    ?.map((row) => BigInt(`0b${row.map(Number).join('')}`).toString(16))
    .join(' ')

test.each(KNOWN)('the code of %s is drawn as others draw it', (words, rows) => {
  expect(rowsOf(words)).toBe(rows)
})

test('it grows with the words, counted in bytes, up to version 6, and no further', () => {
  const sizes = [14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106].map(
    (length) => qrCode('x'.repeat(length))?.length,
  )
  expect(sizes).toEqual([21, 25, 25, 29, 29, 33, 33, 37, 37, 41, 41])
  expect(qrCode('x'.repeat(107))).toBe(null)
  expect(qrCode('ü'.repeat(7))?.length).toBe(21)
  expect(qrCode('ü'.repeat(8))?.length).toBe(25)
})

test('whatever is written, it has its three finders and is dark in about half of its modules', () => {
  for (const words of ['', 'a', '0'.repeat(80), 'Grüße 👋', '\0'.repeat(30)]) {
    const matrix = qrCode(words)!
    const size = matrix.length
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ] as const)
      expect([-3, -2, -1, 0, 1, 2, 3].map((step) => matrix[y]![x + step])).toEqual([
        true,
        false,
        true,
        true,
        true,
        false,
        true,
      ])
    const dark = matrix.flat().filter(Boolean).length / size ** 2
    expect(dark).toBeGreaterThan(0.35)
    expect(dark).toBeLessThan(0.65)
  }
})
