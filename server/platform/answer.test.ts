import { expect, test } from 'vitest'
import * as z from 'zod'
import { compiledWriter, strictWriter } from './answer.ts'

const Person = z.object({ id: z.uuid(), name: z.string(), city: z.string().nullable() })
const Answer = z.object({ person: Person.nullable(), others: z.array(Person) })
const mia = { id: '7b0f1f0e-6d0c-4c53-9d0b-0a4f3f2f2000', name: 'Mia', city: null }
const leaky = { ...mia, birthdate: '1990-04-01', email: 'mia@example.org' }

test('an answer holds what is declared and nothing else, however deep', () => {
  const written = compiledWriter(Answer)({ person: leaky, others: [leaky], secret: 1 })
  expect(JSON.parse(written)).toEqual({ person: mia, others: [mia] })
})

test('nothing is written as null', () => {
  expect(compiledWriter(Answer)({ person: null, others: [] })).toBe('{"person":null,"others":[]}')
})

test('tests fail on an answer that breaks its schema', () => {
  const write = strictWriter(Answer)
  expect(() => write({ person: { ...mia, id: 'nobody' }, others: [] })).toThrow()
  expect(JSON.parse(write({ person: leaky, others: [] }))).toEqual({ person: mia, others: [] })
})
