// Reads and checks what a call declares: path, query, body, file; all wrong fields of a body are named.
import type { IncomingMessage } from 'node:http'
import type { Context as HonoContext } from 'hono'
import type * as z from 'zod/mini'
import type { Endpoint, FileCall, Stream } from '#contract/endpoint.ts'
import { validationKeys } from '#contract/fields.ts'
import { Refusal } from '#server/platform/process/refusal.ts'
import type { UploadShare } from './overload/uploadMemory.ts'

export const MAX_BODY_BYTES = 64 * 1024
/** How long a body of JSON may take, and a file between two parts of it. Half a request is cut. */
const BODY_MS = 15_000

/** Parses what a call declares, and refuses with every wrong field at once. */
export async function readInput(
  c: HonoContext,
  call: Endpoint | Stream | FileCall,
  share?: UploadShare,
) {
  const body = 'body' in call && call.body
  const upload = 'upload' in call && call.upload
  return {
    ...(call.params && { params: parse(call.params, c.req.param()) }),
    ...(call.query && { query: parse(call.query, readQuery(c)) }),
    ...(body && { body: parse(body, await readBody(c, body)) }),
    ...(upload && { file: await readFile(c, upload, share) }),
  }
}

/** Said twice, another reader on the way may take the other one for meant. */
function readQuery(c: HonoContext): Record<string, string> {
  const isUnsure = Object.values(c.req.queries()).some((values) => values.length > 1)
  if (isUnsure) throw new Refusal('invalid_input')
  return c.req.query()
}

function parse(schema: z.ZodMiniType, raw: unknown): unknown {
  const parsed = schema.safeParse(raw)
  if (parsed.success && isStorable(parsed.data)) return parsed.data
  if (parsed.success) throw new Refusal('invalid_input')
  throw new Refusal('invalid_input', {
    errors: parsed.error.issues.map(({ path, message }) => ({
      path: path.join('.'),
      // the schema's own words for what no form of ours sends
      message: isValidationKey(message) ? message : 'invalid',
    })),
  })
}

/**
 * No database keeps a NUL in a text; what cleans its texts has none left by now. One after the other: what a
 * stranger nested thousands deep must not use up the stack.
 */
function isStorable(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && one.includes('\0')) return false
    if (typeof one === 'object' && one !== null)
      for (const inner of Object.values(one) as unknown[]) left.push(inner)
  }
  return true
}

const isValidationKey = (message: string): boolean =>
  (validationKeys as readonly string[]).includes(message)

/** Whether a call can do without a body. */
export const isOptional = (body: z.ZodMiniType): boolean => body.safeParse(undefined).success

const readBody = async (c: HonoContext, body: z.ZodMiniType): Promise<unknown> =>
  isOptional(body) && c.req.header('content-type') === undefined ? undefined : readJson(c)

async function readJson(c: HonoContext): Promise<unknown> {
  // a form cannot send this type across origins without asking first
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new Refusal('invalid_input')
  const bytes = await readBytes(c, MAX_BODY_BYTES)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Refusal('invalid_input')
  }
}

/** What the sender calls it counts for nothing; only that no form of another site can send it. */
async function readFile(
  c: HonoContext,
  { maxBytes, type = 'application/octet-stream' }: NonNullable<Endpoint['upload']>,
  share: UploadShare | undefined,
): Promise<Buffer<ArrayBuffer>> {
  const [given = ''] = (c.req.header('content-type') ?? '').split(';')
  if (given.trim().toLowerCase() !== type) throw new Refusal('invalid_input')
  const patient = (chunk: Buffer, patience: NodeJS.Timeout) => {
    share?.take(chunk.length)
    patience.refresh()
  }
  return readBytes(c, maxBytes, patient)
}

async function readBytes(
  c: HonoContext,
  maxBytes: number,
  eachPart?: (chunk: Buffer, patience: NodeJS.Timeout) => void,
): Promise<Buffer<ArrayBuffer>> {
  const incoming = (c.env as { incoming: IncomingMessage }).incoming
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw new Refusal('too_large')
  let size = 0
  const chunks: Buffer[] = []
  const patience = setTimeout(() => incoming.destroy(), BODY_MS)
  // not destroyed when we stop early: that would take the answer's socket along
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length
      if (size > maxBytes) throw new Refusal('too_large')
      chunks.push(chunk as Buffer)
      eachPart?.(chunk as Buffer, patience)
    }
  } catch (error) {
    // cut off on the way: nobody is there to hear the answer
    throw error instanceof Refusal ? error : new Refusal('invalid_input')
  } finally {
    clearTimeout(patience)
  }
  return Buffer.concat(chunks)
}
