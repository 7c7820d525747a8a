import type { Chance } from './fuzz.chance.ts'
import {
  encodeDraft,
  type FuzzedRequest,
  type FuzzedDraft,
  type Headers,
  type Operation,
} from './fuzz.draft.ts'
import { spoilHeaders } from './fuzz.headers.ts'
import { spoilBody, spoilPath, spoilTarget } from './fuzz.spoil.ts'
import type { Prepared } from './fuzz.scenes.ts'
import { nearly, valid, type KnownValues } from './fuzz.values.ts'
import type { SentRequest } from './fuzz.wire.ts'

export type Shot = SentRequest & { operation: FuzzedRequest; kind: Kind }
type Kind = (typeof KINDS)[number][1]

const KINDS = [
  [30, 'valid'],
  [26, 'nearly'],
  [12, 'body'],
  [12, 'parameters'],
  [10, 'headers'],
  [7, 'method'],
  [5, 'path'],
  [4, 'wire'],
] as const

type Aim = {
  operations: Operation[]
  known: KnownValues
  cookie: string
  origin: string
  prepared: Prepared | null
}

/** The request that this chance makes, ready to be sent. */
export function createShot(chance: Chance, aim: Aim): Shot {
  const { operations, cookie, origin } = aim
  const kind = chance.weigh(KINDS)
  const fitting = operations.filter(
    ({ parameters }) => kind !== 'parameters' || parameters.length > 0,
  )
  const prepared = aim.prepared && fitting.includes(aim.prepared.operation) ? aim.prepared : null
  const operation = prepared?.operation ?? chance.pick(fitting)
  const known: KnownValues = { ...aim.known }
  for (const [name, value] of Object.entries({ ...prepared?.params, ...prepared?.query }))
    known[name] = () => value
  const content = operation.body && (prepared?.body ?? valid(operation.body, chance, known))
  const file = operation.takesFile
    ? prepared?.file
      ? Buffer.from(prepared.file)
      : fileOf(chance, known)
    : null
  const draft: FuzzedDraft = {
    method: operation.method,
    target: targetOf(operation, chance, known),
    headers: [
      ['host', new URL(origin).host],
      ...(cookie ? ([['cookie', cookie]] as Headers) : []),
      ...(operation.method !== 'GET' && !chance.oneIn(10) ? ([['origin', origin]] as Headers) : []),
      ...(operation.body ? ([['content-type', 'application/json']] as Headers) : []),
      ...(file
        ? ([['content-type', prepared?.type ?? 'application/octet-stream']] as Headers)
        : []),
    ],
    body: content === undefined ? file : Buffer.from(JSON.stringify(content)),
    operation: { method: operation.method, path: operation.path },
  }
  switch (kind) {
    case 'valid':
      break
    case 'nearly':
      if (operation.body) draft.body = Buffer.from(JSON.stringify(nearly(content, chance)))
      break
    case 'body':
      spoilBody(draft, chance)
      break
    case 'parameters':
      spoilTarget(draft, operation, chance)
      break
    case 'headers':
      spoilHeaders(draft, chance, origin)
      break
    case 'method':
      spoilMethod(draft, chance, operations)
      break
    case 'path':
      spoilPath(draft, chance)
      break
    case 'wire':
      return { kind, ...broken(draft, chance) }
  }
  const { operation: fuzzed, hangsUp = false } = draft
  return {
    kind,
    operation: fuzzed,
    hangsUp,
    isHead: draft.method === 'HEAD',
    bytes: encodeDraft(draft),
  }
}

const BEGINNINGS = ['', '\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBP', '%PDF-1.7\n']

/** A good file, one with a few bytes turned over or cut short, or what begins like one and goes on anyhow. */
function fileOf(chance: Chance, known: KnownValues): Buffer {
  const good = known['file'] ? Buffer.from(known['file'](chance) as Uint8Array) : Buffer.alloc(1)
  if (chance.oneIn(2)) return good
  if (chance.oneIn(2)) {
    for (let left = chance.below(6); left > 0; left -= 1)
      good[chance.below(good.length)] = chance.below(256)
    return chance.oneIn(2) ? good : good.subarray(0, chance.below(good.length))
  }
  const rest = Buffer.from(chance.hex(2 * chance.below(500)), 'hex')
  return Buffer.concat([Buffer.from(chance.pick(BEGINNINGS), 'latin1'), rest])
}

function targetOf({ path, parameters }: Operation, chance: Chance, known: KnownValues): string {
  const value = ({ schema, name }: Operation['parameters'][number]) =>
    encodeURIComponent(String(valid(schema, chance, known, name)).toWellFormed())
  // one or two dots would lead to another call's path, resolved by client or server
  const segment = (parameter: Operation['parameters'][number]) =>
    value(parameter).replace(/^\.{1,2}$/, '$&-')
  const inQuery = parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || chance.oneIn(2)),
  )
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((left, parameter) => left.replace(`{${parameter.name}}`, segment(parameter)), path)
  const query = inQuery.map((parameter) => `${parameter.name}=${value(parameter)}`).join('&')
  return query ? `${filled}?${query}` : filled
}

const KNOWN_METHODS = 'HEAD OPTIONS TRACE PATCH GET POST PUT DELETE PROPFIND QUERY'.split(' ')
/** What HTTP itself refuses. */
const NO_METHODS = ['CONNECT', 'get', 'FOO', 'PRI', '\u00e9']

function spoilMethod(draft: FuzzedDraft, chance: Chance, operations: Operation[]): void {
  const { path } = draft.operation as Operation
  const method = chance.pick([...KNOWN_METHODS, ...NO_METHODS])
  draft.method = method
  if (NO_METHODS.includes(method)) {
    draft.operation = 'broken'
    draft.hangsUp = true
    return
  }
  const named = method === 'HEAD' ? 'GET' : method
  const others = operations.filter((one) => one.method === named)
  // `…/challenge` is a name to this method, and may be an id to another
  const meant =
    others.find((one) => one.path === path) ??
    others.find((one) => new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
  draft.operation = meant
    ? { method: named, path: meant.path }
    : path.startsWith('/api/')
      ? 'unknown'
      : 'page'
}

function broken(draft: FuzzedDraft, chance: Chance): SentRequest & { operation: FuzzedRequest } {
  const whole = encodeDraft(draft)
  const more = (lines: Headers) => encodeDraft({ ...draft, headers: [...draft.headers, ...lines] })
  const bytes = chance.pick([
    () => whole.subarray(0, chance.below(whole.length)),
    () => more([['content-length', String(whole.length + 10)]]),
    () => more([['content-length', '-1']]),
    () => more([['content-length', '1e9']]),
    () => Buffer.concat([more([['transfer-encoding', 'chunked']]), Buffer.from('zz\r\nx')]),
    () =>
      more([
        ['content-length', '3'],
        ['transfer-encoding', 'chunked'],
      ]),
    () => more([['x\0', 'y']]),
    () => more([['x', 'y\0z']]),
    () => more([['x', 'y\r\n folded']]),
    () => more([['', 'y']]),
    () => Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    () =>
      Buffer.from(
        whole.toString('latin1').replace('HTTP/1.1', chance.pick(['HTTP/0.9', 'HTTP/2.0', ''])),
        'latin1',
      ),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    () => Buffer.from(chance.text(200).toWellFormed()),
    () => Buffer.concat([whole, whole]),
  ])()
  return { operation: 'broken', bytes, hangsUp: true, isHead: false }
}
