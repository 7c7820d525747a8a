import { gzipSync } from 'node:zlib'
import { MAX_BODY_BYTES } from '#server/platform/http/input.ts'
import type { Chance } from './fuzz.chance.ts'
import type { FuzzedRequest, FuzzedDraft, Operation } from './fuzz.draft.ts'
import { hostile } from './fuzz.values.ts'

/** A body that is not what its content type says, or not all there, or far too much of it. */
export function spoilBody(draft: FuzzedDraft, chance: Chance): void {
  const good = draft.body ?? Buffer.from('{}')
  const type = (value: string) => {
    draft.headers = draft.headers.filter(([name]) => name !== 'content-type')
    if (value) draft.headers.push(['content-type', value])
  }
  draft.body = chance.pick([
    () => good.subarray(0, chance.below(good.length)),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), good]),
    () => Buffer.concat([good, Buffer.from('\0')]),
    () => Buffer.from([0x22, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0xff, 0x22]),
    () => Buffer.from(good.toString().replace(/"(?=:)/, '\\ud800"')),
    () => Buffer.from(JSON.stringify(hostile(chance))),
    () => Buffer.from('['.repeat(chance.pick([100, 10_000, 60_000]))),
    () => Buffer.from(`{"a":`.repeat(12_000)),
    () => Buffer.from(chance.pick(['', ' ', 'null', '1e999', 'NaN', '{"a":1,"a":2}', '"', '{,}'])),
    () =>
      Buffer.from(`${good.toString().slice(0, -1)},"__proto__":{"isAdmin":true},"id":1,"id":2}`),
    () => Buffer.alloc(MAX_BODY_BYTES + chance.pick([-1, 0, 1, 5000]), ' '),
    () => Buffer.alloc(MAX_BODY_BYTES * 3, 'x'),
    () => {
      if (chance.oneIn(2)) draft.headers.push(['content-encoding', 'gzip'])
      return gzipSync(good)
    },
    () => {
      type(
        chance.pick([
          '',
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/jsonp',
          'application/json; charset=utf-16',
          'APPLICATION/JSON;',
          'application/json, text/plain',
          ';'.repeat(500),
        ]),
      )
      return good
    },
    () => {
      draft.headers.push(['transfer-encoding', 'chunked'])
      const middle = chance.below(good.length + 1)
      return Buffer.concat(
        [good.subarray(0, middle), good.subarray(middle), Buffer.alloc(0)]
          .filter((part, at) => part.length > 0 || at === 2)
          .flatMap((part) => [
            Buffer.from(`${part.length.toString(16)}\r\n`),
            part,
            Buffer.from('\r\n'),
          ]),
      )
    },
  ])()
}

const SLUGS = [
  '%',
  '%zz',
  '%00',
  '%c3%28',
  '%ed%a0%80',
  '%2f',
  '%2e%2e',
  '..',
  '.',
  '%252f',
  '+',
  '%20',
  ':slug',
  '{slug}',
  '__proto__',
  'TRESEN',
  'tresen;x=1',
  "tresen'",
  'a'.repeat(61),
  'a'.repeat(5000),
  '%F0%9F%8C%99',
]
const QUERIES = [
  'before=1&before=2',
  'before[]=1',
  'before[a]=1',
  '__proto__[x]=1&constructor=1',
  'before=9007199254740991',
  'after=9007199254740991',
  'after=9007199254740990',
  'after=9007199254740992',
  'before=1e3',
  'before=0x10',
  'before=-0',
  'before=+5',
  'before=%00',
  'before=%',
  'before=NaN&after=Infinity',
  'before=&after=',
  'before=5&after=2',
  'before=0',
  'after=0',
  'before=2&after=5',
  '&&&===?#',
  'x'.repeat(8000),
  'before=%20%0a7',
  'before=true',
]

/** A path or a query with a value nobody means. */
export function spoilTarget(draft: FuzzedDraft, { path }: Operation, chance: Chance): void {
  const inPath = path.includes('{') && chance.oneIn(2)
  if (!inPath) {
    draft.target = `${draft.target.split('?')[0]}?${chance.pick(QUERIES)}`
    return
  }
  const slug = chance.oneIn(3)
    ? encodeURIComponent(chance.text(1 + chance.below(30)).toWellFormed())
    : chance.pick(SLUGS)
  draft.target = path.replace(/\{\w+\}/, () => slug)
  draft.operation = 'any'
}

/** A path that leads elsewhere, or nowhere. */
export function spoilPath(draft: FuzzedDraft, chance: Chance): void {
  const [operation, target] = chance.pick<[FuzzedRequest, string]>([
    ['unknown', '/api/'],
    ['unknown', '/api/nowhere'],
    ['unknown', '/api/__proto__'],
    ['unknown', '/api/rooms/'],
    ['unknown', `/api/${'x'.repeat(9000)}`],
    ['unknown', `/api/${'%25'.repeat(2000)}`],
    ['any', '/api/%72ooms'],
    ['any', '/api//rooms'],
    ['any', '/api/%'],
    ['any', '/api/./rooms'],
    ['any', '/api/rooms/../rooms'],
    ['any', '/api/rooms#x'],
    ['page', '/api'],
    ['page', '//api/rooms'],
    ['page', '/API/rooms'],
    ['page', '/'],
    ['page', '/rooms'],
    ['page', '/room/%'],
    ['page', '/room/%00'],
    ['page', `/room/${'x'.repeat(9000)}`],
    ['page', '/../../etc/passwd'],
    ['page', '/assets/..%2f..%2fetc/passwd'],
    ['page', '/nowhere'],
    ['page', '/%'],
    ['page', '/?x=%'],
    ['page', '/__proto__'],
    ['broken', '*'],
    ['broken', '/\u00e9'],
    ['broken', 'http://evil.example/api/rooms'],
    ['broken', 'https://evil.example:99999/api/rooms'],
    ['broken', '//'],
    ['broken', '/\\..\\x'],
    ['broken', 'rooms'],
    ['broken', ''],
    ['broken', '/a b'],
    ['broken', `/${'x'.repeat(40_000)}`],
  ])
  Object.assign(draft, { operation, target })
}
