import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { byArrow, byGrowth, growths } from './boxKeys.ts'
import { boxAround, toBox, fitWithin, clampBox, wholeBox, type Box, type Size } from './boxes.ts'
import {
  beginHistory,
  pushEdit,
  turnEdit,
  turnMatrix,
  undoEdit,
  newEdit,
  withBox,
  withNewBox,
  withoutBox,
  withTarget,
} from './edit.ts'

const sizes = fc.record({
  width: fc.integer({ min: 1, max: 3_000 }),
  height: fc.integer({ min: 1, max: 3_000 }),
})
const anywhere = fc.integer({ min: -9_000, max: 9_000 })
const points = fc.record({ x: anywhere, y: anywhere })
const wild = fc.record({ x: anywhere, y: anywhere, width: anywhere, height: anywhere })

function expectInside(box: Box, size: Size) {
  expect(Object.values(box).every(Number.isInteger)).toBe(true)
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.width).toBeGreaterThan(0)
  expect(box.height).toBeGreaterThan(0)
  expect(box.x + box.width).toBeLessThanOrEqual(size.width)
  expect(box.y + box.height).toBeLessThanOrEqual(size.height)
}

test('whatever is drawn, tapped, moved or resized stays inside the picture', () => {
  fc.assert(
    fc.property(sizes, wild, points, points, (size, box, from, to) => {
      expectInside(clampBox(box, size), size)
      expectInside(toBox(from, to, size), size)
      expectInside(boxAround(from, size), size)
      const inside = clampBox(box, size)
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])
        for (const shiftKey of [false, true])
          expectInside(byArrow({ key, shiftKey }, inside, size)!, size)
      for (const growth of growths) expectInside(byGrowth(growth, inside, size), size)
    }),
  )
})

test('a box that is drawn covers everything between its two corners', () => {
  const size = { width: 1_000, height: 600 }
  expect(toBox({ x: 700, y: 500 }, { x: 200, y: 100 }, size)).toEqual({
    x: 200,
    y: 100,
    width: 500,
    height: 400,
  })
  expect(toBox({ x: 900, y: 500 }, { x: 5_000, y: 5_000 }, size)).toEqual({
    x: 900,
    y: 500,
    width: 100,
    height: 100,
  })
})

test('an arrow moves a box by a hundredth, with Shift its far edge, and other keys do nothing', () => {
  const size = { width: 1_000, height: 600 }
  const box = { x: 100, y: 100, width: 200, height: 60 }
  const press = (key: string, shiftKey = false) => byArrow({ key, shiftKey }, box, size)
  expect(press('ArrowRight')).toEqual({ ...box, x: 110 })
  expect(press('ArrowUp')).toEqual({ ...box, y: 94 })
  expect(press('ArrowRight', true)).toEqual({ ...box, width: 210 })
  expect(press('ArrowUp', true)).toEqual({ ...box, height: 54 })
  expect(press('Enter')).toBe(null)
  expect(byGrowth('wider', box, size)).toEqual({ ...box, width: 230 })
})

test('four turns are none, and every spot stays covered on the way', () => {
  fc.assert(
    fc.property(sizes, wild, wild, (size, black, crop) => {
      const edit = withTarget(
        withBox(newEdit(size), clampBox(black, size)),
        'crop',
        clampBox(crop, size),
      )
      let now = edit
      for (let turn = 0; turn < 4; turn += 1) {
        const [a, b, c, d, e, f] = turnMatrix(now)
        // the matrix draws the picture exactly into the size it has now, and its boxes onto their spots
        const corners = [
          [edit.blackened[0]!.x, edit.blackened[0]!.y],
          [
            edit.blackened[0]!.x + edit.blackened[0]!.width,
            edit.blackened[0]!.y + edit.blackened[0]!.height,
          ],
        ].map(([x, y]) => [a * x! + c * y! + e, b * x! + d * y! + f])
        const box = now.blackened[0]!
        expect(Math.min(corners[0]![0]!, corners[1]![0]!)).toBe(box.x)
        expect(Math.min(corners[0]![1]!, corners[1]![1]!)).toBe(box.y)
        expect(Math.max(corners[0]![0]!, corners[1]![0]!)).toBe(box.x + box.width)
        expect(Math.max(corners[0]![1]!, corners[1]![1]!)).toBe(box.y + box.height)
        expectInside(now.crop, now.size)
        now = turnEdit(now)
      }
      expect(now).toEqual(edit)
    }),
  )
})

test('a large photo is made smaller in its own shape, a small one stays as it is', () => {
  expect(fitWithin({ width: 8_000, height: 6_000 }, 3_000)).toEqual({ width: 3_000, height: 2_250 })
  expect(fitWithin({ width: 800, height: 600 }, 3_000)).toEqual({ width: 800, height: 600 })
  expect(fitWithin({ width: 90_000, height: 1 }, 3_000)).toEqual({ width: 3_000, height: 1 })
})

test('every step can be taken back, and a key held down is one step', () => {
  const size = { width: 1_000, height: 600 }
  const start = beginHistory(newEdit(size))
  const one = pushEdit(start, withNewBox(start.now))
  const first = one.now.blackened[0]!
  const right = pushEdit(one, withTarget(one.now, 0, { ...first, x: first.x + 10 }), 'keys 0')
  const further = pushEdit(right, withTarget(right.now, 0, { ...first, x: first.x + 20 }), 'keys 0')
  expect(undoEdit(further).now).toEqual(one.now)
  expect(undoEdit(undoEdit(further)).now).toEqual(start.now)
  expect(undoEdit(start)).toEqual(start)
  expect(withoutBox(withNewBox(one.now), 0).blackened).toHaveLength(1)
  expect(start.now.crop).toEqual(wholeBox(size))
})
