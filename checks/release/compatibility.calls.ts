// What of the contract breaks a browser that still has a page of the last release open.
import { listMisfits, type Schema } from './compatibility.schemas.ts'

type Content = Record<string, { schema: Schema }>
type Answer = { $ref?: string; content?: Content }
type Parameter = { name: string; in: string; required: boolean; schema: Schema }
export type Call = {
  'x-access'?: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer>
}
export type Description = {
  paths: Record<string, Record<string, Call>>
  components: { responses: Record<string, Answer> }
}

/** Each lets in all that the ones behind it do. */
const ACCESS = ['admin', 'moderator', 'member', 'account', 'recovery', 'visitor']

/** In a sentence each, what a page of `released` meets at a server of `now`. */
export function listBreaks(released: Description, now: Description): string[] {
  const known = new Set(listCalls(released).flatMap(({ call }) => listCodes(released, call)))
  return listCalls(released).flatMap(({ name, path, method, call }) => {
    const next = now.paths[path]?.[method]
    if (!next) return [`${name} is gone.`]
    const found = [
      ...compareAccess(call, next),
      ...compareInput(call, next),
      ...compareAnswer(call, next),
      ...listCodes(now, next)
        .filter((code) => !known.has(code))
        .map(
          (code) =>
            `it may be refused with “${code}”, for which a page of the release has no words`,
        ),
    ]
    return found.map((what) => `${name}: ${what}.`)
  })
}

const listCalls = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      method,
      call,
    })),
  )

function listCodes({ components }: Description, { responses }: Call): string[] {
  return Object.values(responses).flatMap(({ $ref }) => {
    const answer = $ref && components.responses[$ref.slice($ref.lastIndexOf('/') + 1)]
    const code = answer && answer.content?.['application/json']?.schema.properties?.['code']
    return code ? (code.enum ?? [code.const]).map(String) : []
  })
}

function compareAccess(before: Call, next: Call): string[] {
  const [from, to] = [before['x-access'] ?? 'visitor', next['x-access'] ?? 'visitor']
  return ACCESS.indexOf(to) < ACCESS.indexOf(from)
    ? [`it is for ${to} alone, and was for ${from}`]
    : []
}

function compareInput(before: Call, next: Call): string[] {
  const given = before.parameters ?? []
  const wanted = (next.parameters ?? []).flatMap(({ name, in: where, required, schema }) => {
    const own = given.find((one) => one.name === name && one.in === where)
    if (!own) return required ? [`“${name}” has to be given`] : []
    const isMissed = required && !own.required ? [`“${name}” has to be given`] : []
    return [...isMissed, ...listMisfits(own.schema, schema, 'input', name)]
  })
  return [...wanted, ...compareBody(before, next)].map((what) => `of what is sent, ${what}`)
}

function compareBody({ requestBody: before }: Call, { requestBody: next }: Call): string[] {
  if (!next) return []
  if (!before) return next.required ? ['a body has to be given'] : []
  return Object.entries(before.content).flatMap(([type, { schema }]) => {
    const taken = next.content[type]
    if (!taken) return [`a body of ${type} is not taken`]
    return listMisfits(schema, taken.schema, 'input')
  })
}

function compareAnswer(before: Call, next: Call): string[] {
  const read = before.responses['200']?.content ?? {}
  const answers = Object.entries(next.responses['200']?.content ?? {})
  return answers
    .flatMap(([type, { schema }]) => {
      const known = read[type]
      if (!known) return [`it may be ${type}`]
      return type === 'text/event-stream'
        ? compareEvents(schema, known.schema)
        : listMisfits(schema, known.schema, 'answer')
    })
    .map((what) => `in the answer, ${what}`)
}

/** A page passes over an event it does not know, and waits in vain for one that is gone. */
function compareEvents(events: Schema, known: Schema): string[] {
  const kinds = ({ oneOf = [] }: Schema) =>
    new Map(oneOf.map((event) => [String(event.properties?.['type']?.const), event]))
  const now = kinds(events)
  return [...kinds(known)].flatMap(([kind, event]) => {
    const next = now.get(kind)
    if (!next) return [`the event “${kind}” is gone`]
    return listMisfits(next, event, 'answer').map((what) => `of the event “${kind}”, ${what}`)
  })
}
