// What one JSON Schema lets through and another does not know, as far as the contract's schemas go.

export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

/** `answer`: its reader ignores what they do not know. `input`: it is parsed, and refused otherwise. */
type Direction = 'answer' | 'input'

const variants = (schema: Schema): Schema[] | undefined =>
  Array.isArray(schema.type)
    ? schema.type.map((type) => ({ ...schema, type }))
    : (schema.anyOf ?? schema.oneOf)
const values = (schema: Schema) => ('const' in schema ? [schema.const] : schema.enum)
const here = (at: string) => (at === '' ? 'it' : `“${at}”`)
const show = (value: unknown) => JSON.stringify(value)

/** Each thing that `given` may bring and `known` cannot take, in words; `at` is where. */
export function listMisfits(given: Schema, known: Schema, direction: Direction, at = ''): string[] {
  const parts = variants(given)
  if (parts) return parts.flatMap((part) => listMisfits(part, known, direction, at))
  const ways = variants(known)
  if (ways) return findNearest(given, ways, direction, at)
  const type = nameType(known)
  if (type === undefined) return []
  const own = nameType(given)
  if (own !== type && !(own === 'integer' && type === 'number'))
    return [`${here(at)} may be ${describe(given)}`]
  return [
    ...listValues(given, known, at),
    ...(direction === 'input' ? listBounds(given, known, at) : []),
    ...listParts(given, known, direction, at),
  ]
}

/** Of several it may be, the one it fits best: what it lacks there is what it lacks. */
function findNearest(given: Schema, ways: Schema[], direction: Direction, at: string): string[] {
  const same = ways.filter((way) => nameType(way) === nameType(given) && sharesMark(given, way))
  if (same.length === 0) return [`${here(at)} may be ${describe(given)}`]
  const [nearest = []] = same
    .map((way) => listMisfits(given, way, direction, at))
    .toSorted((a, b) => a.length - b.length)
  return nearest
}

/** Objects of a union are told apart by a word each has of its own. */
function sharesMark(given: Schema, known: Schema): boolean {
  return Object.entries(given.properties ?? {}).every(([name, { const: mark }]) => {
    const other = known.properties?.[name]?.const
    return mark === undefined || other === undefined || mark === other
  })
}

const nameType = (schema: Schema): string | undefined => {
  const [first] = values(schema) ?? []
  if (typeof schema.type === 'string') return schema.type
  return first === undefined ? undefined : first === null ? 'null' : typeof first
}

function describe(schema: Schema): string {
  const marks = Object.entries(schema.properties ?? {}).find(([, { const: mark }]) => mark)
  if (marks) return `of the kind ${show(marks[1].const)}`
  const known = values(schema)
  return known ? known.map(show).join(' or ') : String(nameType(schema) ?? 'anything')
}

function listValues(given: Schema, known: Schema, at: string): string[] {
  const into = values(known)
  if (!into) return []
  const from = values(given)
  if (!from) return [`${here(at)} may be any ${nameType(given)}`]
  const more = from.filter((value) => !into.includes(value))
  return more.length > 0 ? [`${here(at)} may be ${more.map(show).join(' or ')}`] : []
}

const LEAST = ['minLength', 'minItems', 'minimum'] as const
const MOST = ['maxLength', 'maxItems', 'maximum'] as const

function listBounds(given: Schema, known: Schema, at: string): string[] {
  const isTighter =
    LEAST.some((name) => (known[name] ?? -Infinity) > (given[name] ?? -Infinity)) ||
    MOST.some((name) => (known[name] ?? Infinity) < (given[name] ?? Infinity))
  const isOther = known.pattern !== undefined && known.pattern !== given.pattern
  return isTighter || isOther ? [`less is allowed for ${here(at)}`] : []
}

function listParts(given: Schema, known: Schema, direction: Direction, at: string): string[] {
  const below = (name: string) => (at === '' ? name : `${at}.${name}`)
  const own = given.properties ?? {}
  const items =
    given.items && known.items ? listMisfits(given.items, known.items, direction, `${at}[]`) : []
  const missing = (known.required ?? [])
    .filter((name) => !given.required?.includes(name))
    .map((name) => `“${below(name)}” ${name in own ? 'may be missing' : 'is missing'}`)
  const parts = Object.entries(known.properties ?? {}).flatMap(([name, schema]) =>
    own[name] ? listMisfits(own[name], schema, direction, below(name)) : [],
  )
  const strange =
    direction === 'input' && known.additionalProperties === false
      ? Object.keys(own).filter((name) => !(name in (known.properties ?? {})))
      : []
  return [...items, ...missing, ...parts, ...strange.map((name) => `“${below(name)}” is refused`)]
}
