import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'

/** What a page carries within itself, by hash, so that nothing else inline ever runs or shows. */
type Inline = { scripts: string[]; styles: string[] }

const contentSecurityPolicy = ({ scripts, styles }: Inline) =>
  [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    ['style-src', "'self'", ...styles].join(' '),
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

const TWO_YEARS_IN_SECONDS = 63_072_000

/** The headers of every answer. A test walks all routes and statuses and asks for each of them. */
export function securityHeaders(config: Pick<Config, 'secure'>): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy({ scripts: [], styles: [] }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'x-robots-tag': 'noindex, noarchive, noimageindex',
    'cache-control': 'no-store',
    ...(config.secure && {
      'strict-transport-security': `max-age=${TWO_YEARS_IN_SECONDS}; includeSubDomains`,
    }),
  }
}

/** The policy of what is no page: opened by itself it may do nothing. The other one is three hundred bytes a file. */
export const FILE_POLICY = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** What only a page obeys: of a script, a style sheet or a font it is four hundred bytes a file for nothing. */
const OF_PAGES = [
  'content-security-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-robots-tag',
]

/** The headers of what a page is built of: it is what its type says, ours alone, and comes on https. */
export const partHeaders = (config: Pick<Config, 'secure'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(securityHeaders(config)).filter(([name]) => !OF_PAGES.includes(name)),
  )

/** The policy of the worker, which goes by its own: it asks this club and nobody else. */
export const WORKER_POLICY = {
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

/** The policy of one page of our own build: what stands in it, and nothing else inline. */
export function pagePolicy(html: string): Record<string, string> {
  const hashes = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
  const inline = { scripts: hashes('script'), styles: hashes('style') }
  return { 'content-security-policy': contentSecurityPolicy(inline) }
}
