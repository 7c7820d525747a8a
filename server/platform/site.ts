import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Hono } from 'hono'
import { pageAt } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import { securityHeaders } from './headers.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

type Body = Uint8Array<ArrayBuffer>
type Asset = { type: string; bodies: Map<string, Body>; isHashed: boolean }

/** Serves the built web app from memory: assets by name, the app for every page, 404 with it for the rest. */
export async function serveSite(http: Hono<never>, config: Config, folder: string): Promise<void> {
  const assets = await readAssets(folder)
  const headers = securityHeaders(config)
  const app = assets.get('/index.html')

  http.get('*', (c) => {
    const path = c.req.path
    const asset = assets.get(path)
    if (asset && asset !== app) {
      const cache = asset.isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
      return send(asset, 200, { ...headers, 'cache-control': cache })
    }
    if (!app) return c.text('The web app is not built yet: npm start builds it.', 503, headers)
    const page = pageAt(path)
    const robots = page?.indexed ? { 'x-robots-tag': 'all' } : {}
    return send(app, page ? 200 : 404, { ...headers, ...robots })

    function send({ type, bodies }: Asset, status: 200 | 404, more: Record<string, string>) {
      const accepted = c.req.header('accept-encoding') ?? ''
      const [encoding] = ENCODINGS.find(
        ([name]) => accepted.includes(name) && bodies.has(name),
      ) ?? ['']
      return c.body(bodies.get(encoding)!, status, {
        ...more,
        'content-type': type,
        vary: 'accept-encoding',
        ...(encoding && { 'content-encoding': encoding }),
      })
    }
  })
}

async function readAssets(folder: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name)
    const type = TYPES[extname(name)]
    if (!type) continue
    const bodies = new Map<string, Body>([['', await readFile(file)]])
    for (const [encoding, suffix] of ENCODINGS) {
      const packed = await readFile(file + suffix).catch(() => null)
      if (packed) bodies.set(encoding, packed)
    }
    const path = `/${relative(folder, file).split(sep).join('/')}`
    assets.set(path, { type, bodies, isHashed: path.startsWith('/assets/') })
  }
  return assets
}
