import type { Chance } from './fuzz.chance.ts'

/** As much of JSON Schema as the contract's document uses. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
}

/** What a good value of a name is, where the schema alone does not say enough. */
export type KnownValues = Record<string, (chance: Chance) => unknown>

/** A value the schema asks for. */
export function valid(schema: Schema, chance: Chance, known: KnownValues, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return chance.pick(schema.enum)
  if (known[name]) return known[name](chance)
  if (schema.anyOf) return valid(chance.pick(schema.anyOf), chance, known, name)
  const type = Array.isArray(schema.type) ? chance.pick(schema.type) : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key) || chance.oneIn(2))
          .map(([key, field]) => [key, valid(field, chance, known, key)]),
      )
    case 'array':
      return Array.from({ length: chance.below(4) }, () => valid(schema.items ?? {}, chance, known))
    case 'integer':
    case 'number':
      return chance.pick([schema.minimum ?? 0, 1, 7, 100, 1000])
    case 'boolean':
      return chance.oneIn(2)
    case 'null':
      return null
    default:
      return stringOf(schema.format, chance)
  }
}

function stringOf(format: string | undefined, chance: Chance): string {
  if (format === 'uuid') return uuid(chance)
  if (format === 'date') return chance.pick(DAYS)
  if (format === 'date-time') return `${chance.pick(DAYS)}T${chance.pick(TIMES)}Z`
  return chance.text(1 + chance.below(20))
}

/** At the edges of calendars: of the standard's, of the database's, and of a year. */
const DAYS = ['0000-01-01', '0001-01-01', '1969-12-31', '2028-02-29', '9999-12-31']
const TIMES = ['00:00:00', '23:59:59.999', '00:00:00.123456789']

export const uuid = (chance: Chance): string =>
  `${chance.hex(8)}-${chance.hex(4)}-4${chance.hex(3)}-${chance.pick([...'89ab'])}${chance.hex(3)}-${chance.hex(12)}`

const LENGTHS = [0, 1, 2, 5, 6, 7, 8, 49, 50, 51, 99, 100, 101, 139, 140, 141, 239, 240, 241, 254]
const UNITS = [
  'x',
  'é',
  'e\u0301',
  '🌙',
  '👨‍👩‍👧',
  '\u200b',
  '\ud800',
  '\u0000',
  ' ',
  '\n',
  'ﬁ',
  'ß',
  'İ',
]
const WORDS = [
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  "' or 1=1 --",
  '${7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '\u202egnp.exe',
  '\ud83c',
  '\udf19\ud83c',
  '{"$ne":null}',
  'a@b',
  'a@b.c',
  'ä@example.org',
  ' mia@example.org ',
  '"a b"@example.org',
  '31.02.1990',
  '29.02.1900',
  '29.02.2008',
  '00.00.0000',
  '01.01.9999',
  '٠١.٠٤.١٩٩٠',
  '01.04.1990\u0000',
  '00000000-0000-0000-0000-000000000000',
  '\u3164\u3164',
  '\ufeff\ufeff',
]
const NUMBERS = [0, -0, -1, 1.5, 1e-7, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308]

/** A value nobody asked for. */
export function hostile(chance: Chance, depth = 0): unknown {
  const kind = chance.below(depth > 2 ? 6 : 10)
  switch (kind) {
    case 0:
      return chance.pick(NUMBERS)
    case 1:
      return chance.pick([null, true, false])
    case 2:
      return chance.pick(WORDS)
    case 3:
      return chance.pick(UNITS).repeat(chance.pick(LENGTHS))
    case 4:
    case 5:
      return chance.text(chance.pick(LENGTHS))
    case 6:
      return Array.from({ length: chance.below(4) }, () => hostile(chance, depth + 1))
    case 7:
      return nested(chance.pick([50, 1000]), chance.oneIn(2))
    case 8:
      return chance.pick(UNITS).repeat(1000 + chance.below(9000))
    default:
      return {
        [chance.pick([...WORDS, ''])]: hostile(chance, depth + 1),
        [chance.text(3)]: hostile(chance, depth + 1),
      }
  }
}

/** Something in something in something. */
function nested(depth: number, isArray: boolean): unknown {
  let value: unknown = 1
  for (let at = 0; at < depth; at += 1) value = isArray ? [value] : { a: value }
  return value
}

/** A valid body with up to three things wrong, or barely right. */
export function nearly(body: unknown, chance: Chance): unknown {
  if (typeof body !== 'object' || body === null) return hostile(chance)
  const spoilt: Record<string, unknown> = { ...body }
  for (let times = 1 + chance.below(3); times > 0; times -= 1) {
    const key = chance.pick([...Object.keys(body), 'extra'])
    const value = spoilt[key]
    switch (chance.below(6)) {
      case 0:
        delete spoilt[key]
        break
      case 1:
        spoilt[key] = typeof value === 'string' ? ` ${value}\u200b\ud800` : [value]
        break
      case 2:
        // as JSON has it: an own property, not the prototype
        Object.defineProperty(spoilt, chance.pick(WORDS), {
          value: hostile(chance, 1),
          enumerable: true,
          configurable: true,
          writable: true,
        })
        break
      default:
        spoilt[key] = hostile(chance)
    }
  }
  return spoilt
}
