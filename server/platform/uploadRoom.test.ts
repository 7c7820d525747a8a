import { expect, test } from 'vitest'
import { UploadRoom } from './uploadRoom.ts'

test('what files take of the memory is bounded, and given back when they are answered', () => {
  const room = new UploadRoom(100)
  const [first, second] = [room.enter('mia'), room.enter('tom')]
  first.take(60)
  second.take(40)
  expect(() => second.take(1)).toThrow('unavailable')
  first.leave()
  second.take(60)
  second.leave()
  room.enter('mia').take(100)
})
