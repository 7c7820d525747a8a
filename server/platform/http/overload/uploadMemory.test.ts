import { expect, test } from 'vitest'
import { UploadMemory } from './uploadMemory.ts'

test('what files take of the memory is bounded, and given back when they are answered', () => {
  const memory = new UploadMemory({ mostBytes: 80 })
  const shares = Array.from({ length: 8 }, (_, at) => memory.reserve(`member ${at}`))
  for (const share of shares) share.take(10)
  const late = memory.reserve('mia')
  expect(() => late.take(1)).toThrow('unavailable')
  shares[0]!.release()
  late.take(10)
  late.release()
  memory.reserve('tom').take(10)
})

test('one account has a share of it, over all its files', () => {
  const memory = new UploadMemory({ mostBytes: 80 })
  const [first, second] = [memory.reserve('mia'), memory.reserve('mia')]
  first.take(6)
  expect(() => second.take(5)).toThrow('unavailable')
  second.take(4)
  memory.reserve('tom').take(10)
  first.release()
  second.take(6)
})
