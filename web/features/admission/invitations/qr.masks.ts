import type { Matrix } from './qr.ts'

/** Where each of the eight turns a module round. */
export const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

const FINDER_LIKE = [/(?=10111010000)/g, /(?=00001011101)/g]

/** How hard a code is to read: the mask that makes it easiest is taken. */
export function penalty(matrix: Matrix): number {
  const rows = matrix.map((row) => row.map(Number).join(''))
  const columns = matrix.map((_, x) => matrix.map((row) => Number(row[x])).join(''))
  const lines = [...rows, ...columns]
  let points = 0
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2
    for (const pattern of FINDER_LIKE) points += 40 * [...line.matchAll(pattern)].length
  }
  for (let y = 1; y < matrix.length; y++)
    for (let x = 1; x < matrix.length; x++) {
      const is = matrix[y]![x]
      const isBlock =
        is === matrix[y]![x - 1] && is === matrix[y - 1]![x] && is === matrix[y - 1]![x - 1]
      if (isBlock) points += 3
    }
  const share = (rows.join('').split('1').length - 1) / matrix.length ** 2
  return points + 10 * Math.floor(Math.abs(share * 20 - 10))
}
