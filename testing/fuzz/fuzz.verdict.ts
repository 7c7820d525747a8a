import * as z from 'zod'
import { validationKeys } from '#contract/fields.ts'
import type { FuzzedRequest, Operation } from './fuzz.draft.ts'
import type { Shot } from './fuzz.shots.ts'
import type { WireAnswer } from './fuzz.wire.ts'

type Content = Record<string, { schema: object }>
type Response = { content?: Content }
type Responses = Record<string, Response | { $ref: string }>
type Described = Omit<Operation, 'method' | 'path' | 'body'> & {
  requestBody?: { content: { 'application/json'?: { schema: NonNullable<Operation['body']> } } }
  responses: Responses
}
/** The OpenAPI document, as far as the fuzz reads it. */
export type ApiDocument = {
  paths: Record<string, Record<string, Described>>
  components: { responses: Record<string, Response> }
}

export const listOperations = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => {
      const json = requestBody?.content['application/json']
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        ...(json && { body: json.schema }),
        ...(requestBody && !json && { takesFile: true }),
      }
    }),
  )

/** Far more than any answer takes, even with five others at the same time. */
const MUCH_WORK_MS = process.env['TEST_KIND'] === 'long' ? 2_000 : 10_000
const HEADERS: Record<string, RegExp> = {
  'content-security-policy': /^default-src 'none';/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /./,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /./,
  'cache-control': /./,
  'x-robots-tag': /./,
}

/** Where an address leads that stands in the headers of mails, opened by hand. */
const LED_TO = /^(\/digest-off#|\/waitlist#leave=)[\w-]*$/

/** A media type without its parameters. */
const plain = (type: string): string => type.split(';')[0]!

type Says = Map<string, z.ZodType>

/** Says what is wrong with an answer, or null. */
export function createJudge(
  document: ApiDocument,
): (shot: Shot, answer: WireAnswer | null) => string | null {
  const declared = new Map<string, Map<number, Says>>()
  const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  const said = (content: Content = {}): Says =>
    new Map(
      Object.entries(content).map(([type, { schema }]) => [
        plain(type),
        // a file says what it likes
        'format' in schema && schema.format === 'binary'
          ? z.unknown()
          : z.fromJSONSchema(schema as never),
      ]),
    )
  const shared = new Map(
    Object.entries(document.components.responses).map(([name, { content }]) => [
      `#/components/responses/${name}`,
      said(content),
    ]),
  )
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { responses }] of Object.entries(methods))
      declared.set(
        named({ method: method.toUpperCase(), path }),
        new Map(
          Object.entries(responses).map(([status, one]) => [
            Number(status),
            '$ref' in one ? shared.get(one.$ref)! : said(one.content),
          ]),
        ),
      )
  const unknown = new Map([[404, shared.get('#/components/responses/unknownCall')!]])

  function candidates(operation: FuzzedRequest): Map<number, Says>[] {
    if (operation === 'unknown' || operation === 'page') return [unknown]
    if (typeof operation === 'object') return [declared.get(named(operation))!]
    return [unknown, ...declared.values()]
  }

  return ({ operation, isHead, hangsUp, bytes }, answer) => {
    if (!answer)
      return operation === 'broken' || hangsUp || bytes.length > 70_000 ? null : 'no answer'
    const { status, headers, body, workMs } = answer
    if (workMs > MUCH_WORK_MS) return `was ${Math.round(workMs)} ms of work`
    if (status >= 500) return `answered ${status}`
    // what is not HTTP is answered before the club hears of it
    if (operation === 'broken' && body === '' && [400, 408, 417, 431].includes(status)) return null
    for (const [name, value] of Object.entries(HEADERS))
      if (!value.test(headers.get(name) ?? '')) return `${name} is ${headers.get(name)}`
    if (status === 303 && body === '' && LED_TO.test(headers.get('location') ?? '')) return null
    const type = plain(headers.get('content-type') ?? 'nothing')
    if (type === 'text/html' && (operation === 'page' || operation === 'broken')) return null
    // a stream hung up on before it began
    if (type === 'text/event-stream' && operation === 'broken' && body === '') return null
    if (isHead) {
      if (body !== '') return 'HEAD had a body'
      return candidates(operation).some((says) => says.has(status)) ? null : `undeclared ${status}`
    }
    if (type !== 'application/json' && type !== 'text/event-stream')
      return candidates(operation).some((says) => says.get(status)?.has(type))
        ? null
        : `it is ${type}`

    let content: unknown
    try {
      content = JSON.parse(
        type === 'application/json' ? body : body.slice('data: '.length).split('\n\n')[0]!,
      )
    } catch {
      return 'the body is not JSON'
    }
    const { errors = [] } = content as { errors?: { message: string }[] }
    for (const { message } of errors)
      if (!(validationKeys as readonly string[]).includes(message)) return `no such key: ${message}`

    const fits = candidates(operation).map((says) => {
      const schema = says.get(status)?.get(type)
      if (!schema) return `undeclared ${status} as ${type}`
      const { error } = schema.safeParse(content)
      return error ? z.prettifyError(error) : null
    })
    return fits.includes(null) ? null : fits[0]!
  }
}
