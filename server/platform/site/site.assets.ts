// The files of the built web app in memory, each packed as a browser likes it, its holes filled with facts.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import { OPERATOR_STATE, operatorFacts } from '#contract/operator.ts'
import type { Config } from '#server/config.ts'
import { pagePolicy } from '#server/platform/http/headers.ts'
import { fillEvening, type Evening } from './site.evening.ts'
import { escapeHtml } from '#server/text/escapeHtml.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** What shrinks; pictures and fonts are packed in themselves. */
const SHRINKS: ReadonlySet<string> = new Set(['.js', '.css', '.json', '.svg'])

/** How a file may travel, best first, with the ending of one packed after the build. */
const ENCODINGS = [
  { name: 'br', suffix: '.br', pack: promisify(brotliCompress) },
  { name: 'gzip', suffix: '.gz', pack: promisify(gzip) },
] as const

type Body = Uint8Array<ArrayBuffer>
/** `bodies` best encoding first, the plain one last, under the empty name. */
export type Asset = {
  type: string
  etag: string
  headers: Record<string, string>
  bodies: { encoding: string; read: () => Body | Promise<Body> }[]
}

/** What the pages' holes are filled with. */
export type Facts = Pick<
  Config,
  'clubName' | 'defaultLanguage' | 'publicUrl' | 'operator' | 'isOperatorNamed'
> & { evening?: Evening; build?: string | null }

type Assets = {
  get(path: string): Asset | undefined
  /** Fills the holes of all templates again. */
  fill(facts: Facts): void
}

/** The built web app in memory, by path. Its templates appear once they are filled. */
export async function readAssets(folder: string): Promise<Assets> {
  const assets = new Map<string, Asset>()
  const templates: { path: string; ending: string; text: string }[] = []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const keep = async (file: string) => {
    const ending = extname(file)
    const type = TYPES[ending]
    if (!type) return
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const plain = await readFile(file)
    if (TEMPLATES[ending]) return void templates.push({ path, ending, text: plain.toString() })
    const asset = contentAsset(path, plain, SHRINKS.has(ending) ? await readPacked(file) : [])
    if (asset) assets.set(path, asset)
  }
  const files = entries.filter((entry) => entry.isFile())
  await Promise.all(files.map(({ parentPath, name }) => keep(join(parentPath, name))))
  return {
    get: (path) => assets.get(path),
    fill(facts) {
      for (const { path, ending, text } of templates) {
        const asset = textAsset(TYPES[ending] ?? '', TEMPLATES[ending]?.(text, facts) ?? text)
        // one that says what it said is packed already
        if (assets.get(path)?.etag !== asset.etag) assets.set(path, asset)
      }
    },
  }
}

/** What was read, as a file of the site; null for what no site has. */
export function contentAsset(
  path: string,
  plain: Body,
  packed: (Body | null)[] = [],
): Asset | null {
  const ending = extname(path)
  const type = TYPES[ending]
  if (!type) return null
  const bodies = SHRINKS.has(ending) ? listBodies(plain, packed) : [asIs(plain)]
  return { type, etag: makeEtag(plain), headers: {}, bodies }
}

/** A text of ours as a file of the site. */
export const textAsset = (type: string, text: string): Asset => ({
  type,
  etag: makeEtag(text),
  headers: type === TYPES['.html'] ? pagePolicy(text) : {},
  bodies: listBodies(Buffer.from(text)),
})

const makeEtag = (content: string | Body) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 16)

const asIs = (plain: Body) => ({ encoding: '', read: () => plain })

const readPacked = (file: string): Promise<(Body | null)[]> =>
  Promise.all(ENCODINGS.map(({ suffix }) => readFile(file + suffix).catch(() => null)))

/** What is not packed yet is when it is first asked for: all of it at once would delay the start. */
function listBodies(plain: Body, packed: (Body | null)[] = []): Asset['bodies'] {
  const bodies = ENCODINGS.map(({ name, pack }, at) => {
    let body: Body | Promise<Body> | null = packed[at] ?? null
    return { encoding: name, read: () => (body ??= pack(plain)) }
  })
  return [...bodies, asIs(plain)]
}

/** What a browser likes most, of what it likes the same the smallest; the plain one if it takes none. */
export function bestBody(bodies: Asset['bodies'], accepted: string): Asset['bodies'][number] {
  const liked = new Map(parseAccept(accepted).map(({ type, q }) => [type.toLowerCase(), q]))
  // not named, the plain one may come, and is liked least
  const likingOf = (encoding: string) =>
    liked.get(encoding || 'identity') ?? liked.get('*') ?? (encoding ? 0 : Number.MIN_VALUE)
  const [best] = bodies
    .filter(({ encoding }) => likingOf(encoding) > 0)
    .toSorted((a, b) => likingOf(b.encoding) - likingOf(a.encoding))
  return best ?? bodies.at(-1)!
}

/** By the names of the holes; a line of an address becomes a line of the page. */
const fillings = (facts: Facts): Record<string, string> => ({
  CLUB_NAME: escapeHtml(facts.clubName),
  DEFAULT_LANGUAGE: facts.defaultLanguage,
  PUBLIC_URL: escapeHtml(facts.publicUrl),
  BUILD: facts.build ?? '',
  ...Object.fromEntries(operatorFacts.map((name) => [name, escapeHtml(facts.operator[name])])),
  OPERATOR_ADDRESS: facts.operator.OPERATOR_ADDRESS.split(/\s*,\s*/)
    .map(escapeHtml)
    .join('<br/>'),
  OPERATOR_ADDRESS_LINE: escapeHtml(facts.operator.OPERATOR_ADDRESS),
  [OPERATOR_STATE]: facts.isOperatorNamed ? 'named' : 'placeholders',
})

/** A page with its holes filled. */
export function fillPage(html: string, facts: Facts): string {
  const by = fillings(facts)
  const filled = fillEvening(html, facts.evening, escapeHtml)
  return filled.replaceAll(/%([A-Z_]+)%/g, (hole, name: string) => by[name] ?? hole)
}

const TEMPLATES: Record<string, (text: string, facts: Facts) => string> = {
  '.html': fillPage,
  '.webmanifest': (text, { clubName }) =>
    JSON.stringify({ ...JSON.parse(text), name: `${clubName} Club`, short_name: clubName }),
}
