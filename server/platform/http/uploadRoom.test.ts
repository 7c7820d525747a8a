import { expect, test } from 'vitest'
import { UploadRoom } from './uploadRoom.ts'

test('what files take of the memory is bounded, and given back when they are answered', () => {
  const room = new UploadRoom(80)
  const places = Array.from({ length: 8 }, (_, at) => room.enter(`member ${at}`))
  for (const place of places) place.take(10)
  const late = room.enter('mia')
  expect(() => late.take(1)).toThrow('unavailable')
  places[0]!.leave()
  late.take(10)
  late.leave()
  room.enter('tom').take(10)
})

test('one account has a share of it, over all its files', () => {
  const room = new UploadRoom(80)
  const [first, second] = [room.enter('mia'), room.enter('mia')]
  first.take(6)
  expect(() => second.take(5)).toThrow('unavailable')
  second.take(4)
  room.enter('tom').take(10)
  first.leave()
  second.take(6)
})
