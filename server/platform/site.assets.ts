import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Config } from '#server/config.ts'

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
/** The encodings a browser may ask for, best first, and the ending of a file packed at build. */
export const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

export type Body = Uint8Array<ArrayBuffer>
/** `bodies` by encoding; the plain one under the empty name. */
export type Asset = { type: string; bodies: Map<string, Body>; isHashed: boolean }

type Branding = Pick<Config, 'clubName' | 'defaultLanguage'>

/** The built web app in memory, by path, with the configured names written into its templates. */
export async function readAssets(folder: string, branding: Branding): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const file = join(parentPath, name)
    const type = TYPES[extname(name)]
    if (!type) continue
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const fill = TEMPLATES[extname(name)]
    const bodies = fill
      ? packed(fill(await readFile(file, 'utf8'), branding))
      : await packedAtBuild(file)
    assets.set(path, { type, bodies, isHashed: path.startsWith('/assets/') })
  }
  return assets
}

async function packedAtBuild(file: string): Promise<Map<string, Body>> {
  const bodies = new Map<string, Body>([['', await readFile(file)]])
  for (const [encoding, suffix] of ENCODINGS) {
    const body = await readFile(file + suffix).catch(() => null)
    if (body) bodies.set(encoding, body)
  }
  return bodies
}

function packed(text: string): Map<string, Body> {
  return new Map<string, Body>([
    ['', Buffer.from(text)],
    ['br', brotliCompressSync(text)],
    ['gzip', gzipSync(text)],
  ])
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)

const TEMPLATES: Record<string, (text: string, branding: Branding) => string> = {
  '.html': (text, { clubName, defaultLanguage }) =>
    text
      .replace(
        /(<meta name="club-name" content=")[^"]*/,
        (_, tag: string) => tag + escaped(clubName),
      )
      .replace(/(<meta name="default-language" content=")[^"]*/, `$1${defaultLanguage}`)
      .replace(/<title>[^<]*/, () => `<title>${escaped(clubName)}`),
  '.webmanifest': (text, { clubName }) =>
    JSON.stringify({ ...JSON.parse(text), name: `${clubName} Club`, short_name: clubName }),
}
