import { isDeepStrictEqual } from 'node:util'
import fastJson from 'fast-json-stringify'
import * as z from 'zod'

export type Write = (answer: unknown) => string

/**
 * A schema compiled into a writer: an allow-list that knows the declared fields and no others,
 * and cheaper than `JSON.stringify`.
 */
export function compiledWriter(schema: z.ZodType): Write {
  const known = compiled.get(schema)
  if (known) return known
  const plain = z.toJSONSchema(schema, { io: 'output', target: 'draft-7' })
  const write: Write = fastJson(withoutRules(plain) as object)
  compiled.set(schema, write)
  return write
}

const compiled = new WeakMap<z.ZodType, Write>()

/** For tests: fails on an answer that breaks its schema, and on a compiled writer that writes another. */
export function strictWriter(schema: z.ZodType): Write {
  const write = compiledWriter(schema)
  return (answer) => {
    const written = write(answer)
    const parsed: unknown = JSON.parse(JSON.stringify(schema.parse(answer)))
    if (!isDeepStrictEqual(JSON.parse(written), parsed))
      throw new Error(`the compiled writer wrote ${written} for ${JSON.stringify(parsed)}`)
    return written
  }
}

/**
 * Checked by the strict writer in tests, not once per answer. Without `additionalProperties` a
 * value still fits the branch of a union that writes only what it knows.
 */
const RULES = new Set(['$schema', 'format', 'pattern', 'additionalProperties'])

function withoutRules(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRules)
  if (schema === null || typeof schema !== 'object') return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !RULES.has(name))
      .map(([name, value]) => [name, withoutRules(value)]),
  )
}
