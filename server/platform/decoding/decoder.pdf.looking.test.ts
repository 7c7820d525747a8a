import { expect, test } from 'vitest'
import { pdfs } from '#testing/hostile/hostile.pdfs.ts'
import { findFault } from './decoder.pdf.looking.ts'

const judged = pdfs().filter(({ fate }) => fate === 'active_content' || fate === 'remade')

test('what only acts is found wherever it hides, and a page without it has no fault', () => {
  const wrong = judged.filter(
    ({ bytes, fate }) => findFault(Buffer.from(bytes)) !== (fate === 'remade' ? null : fate),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('an object stream that a viewer may read otherwise is not taken for read', () => {
  const streams = pdfs().filter(
    ({ name, fate }) => fate === 'unreadable_image' && /object stream (whose|packed)/.test(name),
  )
  expect(streams.length).toBeGreaterThan(4)
  const taken = streams.filter(({ bytes }) => findFault(Buffer.from(bytes)) === null)
  expect(taken.map(({ name }) => name)).toEqual([])
})
