import type { Hono } from 'hono'
import { pageAt } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import { securityHeaders } from './headers.ts'
import { ENCODINGS, readAssets, type Asset } from './site.assets.ts'

/** Serves the built web app from memory: assets by name, the app for every page, 404 with it for the rest. */
export async function serveSite(http: Hono<never>, config: Config, folder: string): Promise<void> {
  const assets = await readAssets(folder, config)
  const headers = securityHeaders(config)
  const app = assets.get('/index.html')

  http.get('*', (c) => {
    const path = c.req.path
    const asset = assets.get(path)
    if (asset && asset !== app) {
      const cache = asset.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
      return send(asset, 200, { ...headers, 'cache-control': cache })
    }
    if (!app) return c.text('The web app is not built yet: npm start builds it.', 503, headers)
    const page = pageAt(path)
    const robots = page?.indexed ? { 'x-robots-tag': 'all' } : {}
    return send(app, page ? 200 : 404, { ...headers, ...robots })

    function send({ type, bodies }: Asset, status: 200 | 404, more: Record<string, string>) {
      const accepted = c.req.header('accept-encoding') ?? ''
      const known = ENCODINGS.find(([name]) => accepted.includes(name) && bodies.has(name))
      const encoding = known?.[0] ?? ''
      return c.body(bodies.get(encoding)!, status, {
        ...more,
        'content-type': type,
        vary: 'accept-encoding',
        ...(encoding && { 'content-encoding': encoding }),
      })
    }
  })
}
