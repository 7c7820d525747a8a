// Serves the built web app from memory: files by name, public pages as written out, the app for the rest.
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { Language } from '#contract/fields.ts'
import { legalPages, findPage, pages } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import {
  FILE_POLICY,
  partHeaders,
  securityHeaders,
  WORKER_POLICY,
} from '#server/platform/http/headers.ts'
import { bestBody, readAssets, textAsset, type Asset, type Facts } from './site.assets.ts'
import type { StoredBuilds } from './site.builds.ts'
import { TERMS_JSON, termsAsset } from './site.terms.ts'
import { wellKnown } from './site.wellKnown.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
const NOT_BUILT = 'The web app is not built yet: npm start builds it.'
const AWAY = 'The club cannot look this up right now.'
const APP = '/index.html'
const PAGES = '/pages/'
const WORKER = '/worker.js'
/** What no browser ever shows as a document; a drawing is one. */
const PART = /^\/assets\/.*\.(js|css|woff2)$/
const TERMS = pages.legal.path.replace(':page', legalPages[0])

type Options = {
  /** Where the built web app lies. */
  folder: string
  now?: () => Date
  /** What tells it from other builds of the web app. */
  build?: string | null
  /** Finds what only another build has. */
  storedBuilds?: Pick<StoredBuilds, 'find'>
}

export type Site = {
  /** Writes what has changed while the club runs into every page, and shows those of that admission. */
  refill(changed: Partial<Facts & Pick<Config, 'admission'>>): void
}

export async function serveSite(
  http: Hono,
  config: Config,
  { folder, now = () => new Date(), build = null, storedBuilds }: Options,
): Promise<Site> {
  const assets = await readAssets(folder)
  const headers = securityHeaders(config)
  const parts = partHeaders(config)
  let facts: Facts & Pick<Config, 'admission'> = { ...config, build }
  assets.fill(facts)

  for (const [path, text] of Object.entries(wellKnown)) {
    let kept: { words: string; asset: Asset } | null = null
    http.get(path, (c) => {
      const { type, words } = text(config, now())
      // one that says what it said is packed already
      if (kept?.words !== words) kept = { words, asset: textAsset(type, words) }
      return send(c, kept.asset, 200, { ...headers, 'cache-control': A_DAY })
    })
  }
  http.get(TERMS_JSON, async (c) => {
    const written = writtenPage('de', TERMS)
    if (!written) return c.text(NOT_BUILT, 503, headers)
    return send(c, await termsAsset(written, facts), 200, {
      ...headers,
      'cache-control': 'no-cache',
    })
  })

  http.get('*', async (c) => {
    const { path } = c.req
    const own = path === APP || path.startsWith(PAGES) ? undefined : assets.get(path)
    let asset: Asset | null | undefined = own
    try {
      asset ??= await storedBuilds?.find(path)
    } catch {
      return c.text(AWAY, 503, { ...headers, 'retry-after': '1' })
    }
    if (asset && PART.test(path))
      return send(c, asset, 200, { ...parts, 'cache-control': FOR_EVER })
    if (asset) {
      const cache = path.startsWith('/assets/') ? FOR_EVER : 'no-cache'
      const policy = path === WORKER ? WORKER_POLICY : FILE_POLICY
      return send(c, asset, 200, { ...headers, ...policy, 'cache-control': cache })
    }
    const app = assets.get(APP)
    if (!app) return c.text(NOT_BUILT, 503, headers)
    const page = findPage(path)
    const robots = page?.indexed ? { 'x-robots-tag': 'all' } : {}
    if (page && !page.isStatic) return send(c, app, 200, { ...headers, ...robots })
    const chosen = takeChoice(c, config)
    // as it came: what `path` holds is decoded, and not everything can stand in a header
    const location = new URL(c.req.url).pathname
    if (chosen && page) return c.body(null, 303, { ...headers, location })
    const language = chosen ?? choosePageLanguage(c, config)
    const written = page && (writtenPage(language, path) ?? writtenPage(language, TERMS))
    const more = { ...headers, ...robots, 'cache-control': 'no-cache' }
    return send(c, written ?? writtenPage(language, '/not-found') ?? app, page ? 200 : 404, more)
  })

  function writtenPage(language: string, path: string): Asset | undefined {
    const name = PAGES + language + (path === '/' ? '/index' : path.replace(/\/$/, ''))
    return assets.get(`${name}.html`) ?? assets.get(`${name}.${facts.admission}.html`)
  }

  return {
    refill(changed) {
      facts = { ...facts, publicUrl: config.publicUrl, ...changed }
      const { admission: _, ...filled } = changed
      if (Object.keys(filled).length > 0) assets.fill(facts)
    },
  }
}

async function send(
  c: Context,
  { type, etag, headers, bodies }: Asset,
  status: 200 | 404,
  more: Record<string, string>,
): Promise<Response> {
  const accepted = c.req.header('accept-encoding') ?? ''
  const { encoding, read } = bestBody(bodies, accepted)
  const tag = `"${etag}${encoding && `-${encoding}`}"`
  const all = {
    ...more,
    ...headers,
    'content-type': type,
    etag: tag,
    vary: type.startsWith('text/html')
      ? 'accept-encoding, accept-language, cookie'
      : 'accept-encoding',
    ...(encoding && { 'content-encoding': encoding }),
  }
  const isKnown = status === 200 && c.req.header('if-none-match')?.includes(tag)
  return isKnown ? c.body(null, 304, all) : c.body(await read(), status, all)
}

const NAME = 'language'
const YEAR_IN_SECONDS = 31_536_000

/** The language of a public page: what was chosen on this device, else the operator's, else the device's. */
function choosePageLanguage(
  c: Context,
  { defaultLanguage }: Pick<Config, 'defaultLanguage'>,
): Language {
  const { data: chosen } = Language.safeParse(getCookie(c, NAME))
  if (chosen) return chosen
  if (defaultLanguage !== 'auto') return defaultLanguage
  return /^\s*de\b/i.test(c.req.header('accept-language') ?? '') ? 'de' : 'en'
}

/** A choice made without scripts; the page's own script keeps the same cookie. */
function takeChoice(c: Context, { secure }: Pick<Config, 'secure'>): Language | undefined {
  const { data: chosen } = Language.safeParse(c.req.query(NAME))
  if (chosen)
    setCookie(c, NAME, chosen, { path: '/', sameSite: 'Lax', maxAge: YEAR_IN_SECONDS, secure })
  return chosen
}
