import { expect, test } from 'vitest'
import fc from './property.ts'
import { bytes, hex, integer, letters, openStream, serial, startTest, uuid } from './random.ts'

/** What a test of that name draws, of every kind. */
function drawAs(name: string) {
  startTest(name)
  return { id: uuid(), digits: hex(40), word: letters(40), number: integer(1e9), raw: bytes(40) }
}

test('a test draws the same whatever ran before it, and another test something else', () => {
  const first = drawAs('mia signs up')
  drawAs('ben signs up')
  expect(drawAs('mia signs up')).toEqual(first)
  for (const [kind, drawn] of Object.entries(drawAs('ben signs up')))
    expect(drawn).not.toEqual(first[kind as keyof typeof first])
})

test('property tests follow the test they stand in', () => {
  const sample = () => fc.sample(fc.integer(), 20)
  startTest('mia posts')
  const first = sample()
  startTest('ben posts')
  expect(sample()).not.toEqual(first)
  startTest('mia posts')
  expect(sample()).toEqual(first)
})

test('ids have the form of a UUID version 4, and words have letters alone', () => {
  for (let draw = 0; draw < 1000; draw += 1) {
    expect(uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(letters(20)).toMatch(/^[a-z]{20}$/)
  }
})

test('nothing that must be unique comes twice', () => {
  const ids = Array.from({ length: 10_000 }, uuid)
  expect(new Set(ids).size).toBe(ids.length)
  expect(serial()).not.toBe(serial())
})

test('numbers are spread evenly', () => {
  const next = openStream('numbers are spread evenly')
  const counts = Array.from({ length: 16 }, () => 0)
  for (let draw = 0; draw < 160_000; draw += 1) counts[next() >>> 28]! += 1
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(600)
})
