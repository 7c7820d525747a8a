import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { encodeEvents, joinPieces, encodeWithReplacements, encodeEvent } from './encoding.ts'

test('events put in place of others are framed as if they had been there from the first', () => {
  const events = fc.array(fc.record({ text: fc.string(), isChanged: fc.boolean() }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(events, (all) => {
      const pieces = all.map(({ text }) => encodeEvent({ text }))
      const changes = all.flatMap(({ isChanged }, index) =>
        isChanged ? [[index, encodeEvent({ bare: index })] as const] : [],
      )
      const wanted = all.map(({ text, isChanged }, index) =>
        isChanged ? { bare: index } : { text },
      )
      expect(encodeWithReplacements(joinPieces(pieces), pieces, changes)).toEqual(
        encodeEvents(...wanted),
      )
    }),
  )
})
