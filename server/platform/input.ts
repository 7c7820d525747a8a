import type { IncomingMessage } from 'node:http'
import type { Context as HonoContext } from 'hono'
import type * as z from 'zod/mini'
import type { Endpoint, Stream } from '#contract/endpoint.ts'
import { validationKeys } from '#contract/fields.ts'
import { Refusal } from './refusal.ts'

export const MAX_BODY_BYTES = 64 * 1024

/** Parses what a call declares, and refuses with every wrong field at once. */
export async function readInput(c: HonoContext, call: Endpoint | Stream) {
  const body = 'body' in call && call.body
  return {
    ...(call.params && { params: parse(call.params, c.req.param()) }),
    ...(call.query && { query: parse(call.query, c.req.query()) }),
    ...(body && { body: parse(body, await readJson(c)) }),
  }
}

function parse(schema: z.ZodMiniType, raw: unknown): unknown {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new Refusal('invalid_input', {
    errors: parsed.error.issues.map(({ path, message }) => ({
      path: path.join('.'),
      // the schema's own words for what no form of ours sends
      message: isValidationKey(message) ? message : 'invalid',
    })),
  })
}

const isValidationKey = (message: string): boolean =>
  (validationKeys as readonly string[]).includes(message)

async function readJson(c: HonoContext): Promise<unknown> {
  // a form cannot send this type across origins without asking first
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new Refusal('invalid_input')
  const incoming = (c.env as { incoming: IncomingMessage }).incoming
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY_BYTES) throw new Refusal('too_large')
  let size = 0
  const chunks: Buffer[] = []
  // not destroyed when we stop early: that would take the answer's socket along
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length
      if (size > MAX_BODY_BYTES) throw new Refusal('too_large')
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    // cut off on the way: nobody is there to hear the answer
    throw error instanceof Refusal ? error : new Refusal('invalid_input')
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new Refusal('invalid_input')
  }
}
