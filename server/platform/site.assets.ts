import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '#server/config.ts'
import { policyOf } from './headers.ts'

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

/** How a file may travel, best first, with the ending of one packed at build. */
const ENCODINGS = [
  { name: 'br', suffix: '.br', pack: promisify(brotliCompress) },
  { name: 'gzip', suffix: '.gz', pack: promisify(gzip) },
] as const

export type Body = Uint8Array<ArrayBuffer>
/** `bodies` best encoding first, the plain one last, under the empty name. */
export type Asset = {
  type: string
  etag: string
  headers: Record<string, string>
  bodies: { encoding: string; read: () => Body | Promise<Body> }[]
}

type Site = Pick<Config, 'clubName' | 'defaultLanguage' | 'publicUrl'>

/** The built web app in memory, by path, with what is configured written into its templates. */
export async function readAssets(folder: string, site: Site): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const ending = extname(name)
    const type = TYPES[ending]
    if (!type) continue
    const file = join(parentPath, name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const plain = await readFile(file)
    const filled = TEMPLATES[ending]?.(plain.toString(), site)
    assets.set(path, {
      type,
      etag: createHash('sha256')
        .update(filled ?? plain)
        .digest('base64url')
        .slice(0, 16),
      headers: ending === '.html' ? policyOf(filled ?? '') : {},
      bodies: filled === undefined ? await packedAtBuild(file, plain) : packedWhenAsked(filled),
    })
  }
  return assets
}

async function packedAtBuild(file: string, plain: Body): Promise<Asset['bodies']> {
  const packed = await Promise.all(
    ENCODINGS.map(async ({ name, suffix }) => {
      const body = await readFile(file + suffix).catch(() => null)
      return body ? [{ encoding: name, read: () => body }] : []
    }),
  )
  return [...packed.flat(), { encoding: '', read: () => plain }]
}

/** Once each. Packing every page in every language before the first is asked for would delay the start. */
function packedWhenAsked(text: string): Asset['bodies'] {
  const plain = Buffer.from(text)
  const packed = ENCODINGS.map(({ name, pack }) => {
    let body: Promise<Body> | undefined
    return { encoding: name, read: () => (body ??= pack(plain)) }
  })
  return [...packed, { encoding: '', read: () => plain }]
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)

const TEMPLATES: Record<string, (text: string, site: Site) => string> = {
  '.html': (text, { clubName, defaultLanguage, publicUrl }) =>
    text
      .replaceAll('%CLUB_NAME%', () => escaped(clubName))
      .replaceAll('%DEFAULT_LANGUAGE%', defaultLanguage)
      .replaceAll('%PUBLIC_URL%', () => escaped(publicUrl)),
  '.webmanifest': (text, { clubName }) =>
    JSON.stringify({ ...JSON.parse(text), name: `${clubName} Club`, short_name: clubName }),
}
