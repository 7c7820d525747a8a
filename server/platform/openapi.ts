import * as z from 'zod'
import { alwaysPossible, ErrorBody, errors, type ErrorCode } from '#contract/errors.ts'
import type { Route } from './route.ts'

const json = (schema: z.ZodType, io: 'input' | 'output' = 'output') => ({
  'application/json': { schema: schemaOf(schema, io) },
})
const schemaOf = (schema: z.ZodType, io: 'input' | 'output' = 'output') => {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return plain
}

/** The OpenAPI 3.1 document of the contract: every call, its input, its answer and its refusals. */
export function openApiDocument(routes: Route[], title: string): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { kind, call } of routes) {
    const path = (paths[call.path.replace(/:(\w+)/g, '{$1}')] ??= {})
    const body = 'body' in call ? call.body : undefined
    path[kind === 'call' ? call.method.toLowerCase() : 'get'] = {
      'x-access': call.access,
      parameters: [...parameters('path', call.params), ...parameters('query', call.query)],
      ...(body && { requestBody: { required: true, content: json(body, 'input') } }),
      responses: {
        200:
          kind === 'call'
            ? { description: 'answer', content: json(call.response) }
            : {
                description: 'events',
                content: { 'text/event-stream': { schema: schemaOf(call.event) } },
              },
        ...refusals([...alwaysPossible, ...(call.errors ?? [])]),
      },
    }
  }
  return { openapi: '3.1.0', info: { title, version: '1' }, paths }
}

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined): object[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !field.safeParse(undefined).success,
    schema: schemaOf(field, 'input'),
  }))
}

function refusals(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => errors[code])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.join(', '),
        content: json(ErrorBody.extend({ code: z.enum(group as [ErrorCode, ...ErrorCode[]]) })),
      },
    ]),
  )
}
