// Describes the contract as OpenAPI 3.1: every call, its input, its answer and its refusals.
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Access } from '#contract/endpoint.ts'
import { codes, alwaysPossible, ErrorBody, errors, type ErrorCode } from '#contract/errors.ts'
import { isOptional, MAX_BODY_BYTES } from './input.ts'
import type { Route } from './route.ts'

type Io = 'input' | 'output'
const json = (schema: z.ZodMiniType, io: Io = 'output') => ({
  'application/json': { schema: toJsonSchema(schema, io) },
})
function toJsonSchema(schema: z.ZodMiniType, io: Io = 'output') {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return plain
}

const ABOUT = `A request that changes something comes from the club's own pages (Origin) or from no \
browser; a body is JSON of at most ${MAX_BODY_BYTES} bytes. Paths and methods that are not here are \
answered as components.responses.unknownCall says, and HEAD as GET without its body. What is not \
HTTP at all, or has headers that are too large, is answered by a bare 400, 408, 417 or 431.`

/** One call in each turn of the event loop, because all of them together would delay posts. */
export async function describeApi(routes: Route[], title: string): Promise<object> {
  const shared = new Map<string, SharedRefusal>()
  const paths: Record<string, Record<string, unknown>> = {
    '/healthz': { get: plainAnswer(z.object({ alive: z.literal(true) })) },
    '/readyz': {
      get: plainAnswer(z.object({ ready: z.boolean(), warnings: z.array(z.string()) }), {
        200: 'ready',
        503: 'not ready',
      }),
    },
    '/api/openapi.json': { get: plainAnswer(z.looseObject({ openapi: z.string() })) },
  }
  for (const { kind, call } of routes) {
    await nextTurn()
    const path = (paths[call.path.replace(/:(\w+)/g, '{$1}')] ??= {})
    const body = 'body' in call ? call.body : undefined
    const upload = 'upload' in call ? call.upload : undefined
    path[kind === 'call' ? call.method.toLowerCase() : 'get'] = {
      'x-access': call.access,
      security: SECURITY[call.access],
      parameters: [...parameters('path', call.params), ...parameters('query', call.query)],
      ...(body && { requestBody: { required: !isOptional(body), content: json(body, 'input') } }),
      ...(upload && {
        requestBody: {
          required: true,
          content: bytes([upload.type ?? 'application/octet-stream']),
        },
      }),
      responses: {
        200: describeAnswer({ kind, call } as Route),
        ...(kind === 'file' && { 304: { description: 'the one this browser has' } }),
        ...shareRefusals(shared, [...alwaysPossible, ...(call.errors ?? [])]),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: ABOUT },
    paths,
    components: {
      responses: {
        unknownCall: refusals([codes.notFound])[errors.PGRST116],
        ...Object.fromEntries([...shared.values()].map(({ name, response }) => [name, response])),
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        recovery: { type: 'apiKey', in: 'cookie', name: 'recovery' },
      },
    },
  }
}

const bytes = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

function describeAnswer({ kind, call }: Route): object {
  if (kind === 'call') return { description: 'answer', content: json(call.response) }
  if (kind === 'file') return { description: 'the file', content: bytes(call.file) }
  return {
    description: 'events, each the JSON after `data: `',
    content: { 'text/event-stream': { schema: toJsonSchema(call.event) } },
  }
}

const SESSION = [{ session: [] }]
const SECURITY: Record<Access, object[]> = {
  visitor: [{}],
  recovery: [{ recovery: [] }, ...SESSION],
  account: SESSION,
  member: SESSION,
  moderator: SESSION,
  admin: SESSION,
}

const plainAnswer = (
  schema: z.ZodMiniType,
  statuses: Record<number, string> = { 200: 'answer' },
) => ({
  security: [{}],
  parameters: [],
  responses: Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => [
      status,
      { description, content: json(schema) },
    ]),
  ),
})

function parameters(where: 'path' | 'query', schema: z.ZodMiniType | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: field,
  }))
}

const RETRY_AFTER = {
  'Retry-After': { description: 'seconds until another try', schema: { type: 'integer' } },
}

function refusals(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => errors[code])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.join(', '),
        ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
        content: json(z.extend(ErrorBody, { code: z.enum(group as [ErrorCode, ...ErrorCode[]]) })),
      },
    ]),
  )
}

/** What many calls refuse with in the same words, written once. */
type SharedRefusal = { name: string; response: object }

function shareRefusals(
  shared: Map<string, SharedRefusal>,
  codes: readonly ErrorCode[],
): Record<string, { $ref: string }> {
  const byStatus = Map.groupBy(codes, (code) => errors[code])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const key = group.join()
      const known = shared.get(key) ?? {
        name: `refused${status}n${shared.size + 1}`,
        response: refusals(group)[status]!,
      }
      shared.set(key, known)
      return [status, { $ref: `#/components/responses/${known.name}` }]
    }),
  )
}
