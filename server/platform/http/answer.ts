import { isDeepStrictEqual } from 'node:util'
import fastJson from 'fast-json-stringify'
import * as z from 'zod/mini'

export type Write = (answer: unknown) => string | Buffer<ArrayBuffer>

/**
 * A schema compiled into a writer: an allow-list that knows the declared fields and no others,
 * and cheaper than `JSON.stringify`. Compiled when it first writes: there are hundreds, and a start
 * would wait for each.
 */
export const compiledWriter =
  (schema: z.ZodMiniType): Write =>
  (answer) =>
    compileWriter(schema)(answer)

const compiled = new WeakMap<z.ZodMiniType, Write>()

function compileWriter(schema: z.ZodMiniType): Write {
  const known = compiled.get(schema)
  if (known) return known
  const plain = z.toJSONSchema(schema, { io: 'output', target: 'draft-7' })
  const write = onceEach(fastJson(withoutRules(plain) as object))
  compiled.set(schema, write)
  return write
}

/** A frozen answer is given to many, and written and encoded once. */
function onceEach(write: (answer: unknown) => string): Write {
  const written = new WeakMap<object, Buffer<ArrayBuffer>>()
  return (answer) => {
    if (typeof answer !== 'object' || answer === null || !Object.isFrozen(answer))
      return write(answer)
    const bytes = written.get(answer) ?? Buffer.from(write(answer))
    written.set(answer, bytes)
    return bytes
  }
}

/** For tests: fails on an answer that breaks its schema, and on a compiled writer that writes another. */
export function strictWriter(schema: z.ZodMiniType): Write {
  const write = compiledWriter(schema)
  return (answer) => {
    const written = write(answer)
    const parsed: unknown = JSON.parse(JSON.stringify(schema.parse(answer)))
    if (!isDeepStrictEqual(JSON.parse(String(written)), parsed))
      throw new Error(`the compiled writer wrote ${String(written)} for ${JSON.stringify(parsed)}`)
    return written
  }
}

/**
 * Checked by the strict writer in tests, not once per answer. Without its ban on further properties
 * a value still fits the branch of a union that writes only what it knows.
 */
const RULES = new Set(['$schema', 'format', 'pattern'])
const isRule = (name: string, value: unknown) =>
  RULES.has(name) || (name === 'additionalProperties' && value === false)

function withoutRules(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRules)
  if (schema === null || typeof schema !== 'object') return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !isRule(name, value))
      .map(([name, value]) => [name, withoutRules(value)]),
  )
}
