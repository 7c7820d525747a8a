import type { IncomingMessage } from 'node:http'
import type { Plugin, ViteDevServer } from 'vite'
import { OPERATOR_STATE, operatorFacts, operatorPlaceholders } from '#contract/operator.ts'
import { findPage } from '#contract/pages.ts'
import { firstScript, type Renderer } from './staticPages.ts'

const CLUB: Record<string, string> = {
  '%CLUB_NAME%': process.env.CLUB_NAME || 'Parlour',
  '%DEFAULT_LANGUAGE%': process.env.DEFAULT_LANGUAGE || 'mul',
  '%PUBLIC_URL%': '',
  ...Object.fromEntries(
    operatorFacts.map((name) => [`%${name}%`, process.env[name] || operatorPlaceholders[name]]),
  ),
  '%OPERATOR_ADDRESS_LINE%':
    process.env['OPERATOR_ADDRESS'] || operatorPlaceholders.OPERATOR_ADDRESS,
  [`%${OPERATOR_STATE}%`]: 'placeholders',
}
const fillHoles = (html: string) => html.replaceAll(/%[A-Z_]+%/g, (hole) => CLUB[hole] ?? hole)

/** While somebody writes them, public pages are rendered again for each request; their styles arrive late, with the modules. */
export function devPages(): Plugin {
  return {
    name: 'dev-pages',
    apply: 'serve',
    transformIndexHtml: { order: 'pre', handler: fillHoles },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const answer = (html: string | undefined) => {
          if (html === undefined) return next()
          response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
        }
        pickPage(server, request).then(answer, next)
      })
    },
  }
}

async function pickPage(server: ViteDevServer, { url = '/', headers }: IncomingMessage) {
  const path = url.replace(/[?#].*/, '')
  const page = findPage(path)
  const isDocument =
    headers['sec-fetch-dest'] === 'document' || headers.accept?.includes('text/html')
  if (!isDocument || (page && !page.isStatic) || /^\/(@|api\/|healthz|readyz)|\.\w+$/.test(path))
    return
  const { renderAll } = (await server.ssrLoadModule('/static/render.tsx')) as Renderer
  const first = await firstScript()
  const pages = await renderAll({ first, styles: '', script: '/static/dev.ts', fonts: [] })
  const language =
    /(?:^|; )language=(mul|de|en)/.exec(headers.cookie ?? '')?.[1] ?? CLUB['%DEFAULT_LANGUAGE%']
  const named = (name: string) =>
    pages.find((one) =>
      [`${language}${name}.html`, `${language}${name}.open.html`].includes(one.name),
    )
  const found = page && (named(path === '/' ? '/index' : path) ?? named('/legal/terms'))
  return server.transformIndexHtml(url, (found ?? named('/not-found'))?.html ?? '')
}
