import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { compiledWriter, strictWriter } from './answer.ts'

const Person = z.object({ id: z.uuid(), name: z.string(), city: z.nullable(z.string()) })
const Answer = z.object({ person: z.nullable(Person), others: z.array(Person) })
const mia = { id: '7b0f1f0e-6d0c-4c53-9d0b-0a4f3f2f2000', name: 'Mia', city: null }
const leaky = { ...mia, birthdate: '1990-04-01', email: 'mia@example.org' }

test('an answer holds what is declared and nothing else, however deep', () => {
  const written = compiledWriter(Answer)({ person: leaky, others: [leaky], secret: 1 })
  expect(JSON.parse(String(written))).toEqual({ person: mia, others: [mia] })
})

test('nothing is written as null', () => {
  expect(compiledWriter(Answer)({ person: null, others: [] })).toBe('{"person":null,"others":[]}')
})

test('tests fail on an answer that breaks its schema', () => {
  const write = strictWriter(Answer)
  expect(() => write({ person: { ...mia, id: 'nobody' }, others: [] })).toThrow()
  expect(JSON.parse(String(write({ person: leaky, others: [] })))).toEqual({
    person: mia,
    others: [],
  })
})

test('an answer handed to many is written once, and is the same', () => {
  const write = compiledWriter(Answer)
  const answer = Object.freeze({ person: leaky, others: [] })
  expect(write(answer)).toBe(write(answer))
  expect(String(write(answer))).toBe(write({ person: mia, others: [] }))
})

test('what is declared to be a record is written whole', () => {
  const write = strictWriter(z.object({ options: z.record(z.string(), z.unknown()) }))
  const options = { rp: { id: 'club.example' }, keys: [{ alg: -7 }], timeout: 60_000, hints: null }
  expect(JSON.parse(String(write({ options })))).toEqual({ options })
})
