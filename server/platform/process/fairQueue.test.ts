import { expect, test } from 'vitest'
import { FairQueue } from './fairQueue.ts'

test('turns go round those who wait, each in the order of their own', () => {
  const queue = new FairQueue<string>(10)
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1']) queue.add(item[0]!, item)
  const taken = Array.from({ length: 6 }, () => queue.take()?.item)
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', undefined])
})

test('a full queue makes room for the key with the fewest items, at the cost of the one with most', () => {
  const queue = new FairQueue<string>(6)
  const crowd = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']
  expect(crowd.map((item) => queue.add(item[0]!, item))).toEqual(crowd.map(() => null))
  expect(queue.add('c', 'c1')).toBe('a4')
  // the key with most items displaces nobody, and an equal share is enough
  expect(queue.add('a', 'a5')).toBe('a5')
  expect(queue.add('c', 'c2')).toBe('a3')
  expect(queue.add('c', 'c3')).toBe('c3')
  expect(queue.add('d', 'd1')).toBe('a2')
  expect(queue.clear().sort()).toEqual(['a1', 'b1', 'b2', 'c1', 'c2', 'd1'])
  expect(queue.take()).toBeNull()
})

test('when every key has as few as possible, the latest is rejected', () => {
  const queue = new FairQueue<string>(2)
  expect(queue.add('a', 'a1')).toBeNull()
  expect(queue.add('b', 'b1')).toBeNull()
  expect(queue.add('c', 'c1')).toBe('c1')
})
