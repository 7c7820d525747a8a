import { chromium, type Browser, type Page } from 'playwright'
import { havingChosen } from '../../e2e/choice.ts'
import { findBrowsers } from '../../scripts/browser.js'
import { tasksOf, type TraceEvent } from './tracing.ts'

/** One first visit to a page, as a phone a quarter as fast as this machine saw it. */
export type Visit = {
  requests: number
  /** Everything as it came over the line, heads included. */
  bytes: number
  scriptBytes: number
  encodings: string[]
  lcpMs: number
  cls: number
  longestTaskMs: number
  /** The same without waiting for a processor that others keep busy. */
  longestWorkMs: number
  /** What of each task went past 50 ms, summed up. */
  blockedMs: number
}

const SLOWER = 4
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true }
/** After the load event, for everything that comes later. */
const SETTLE_MS = 2_500
/** The page's process hears of it later than we do. */
const TRACING_STARTS_MS = 300
const TRACED = ['disabled-by-default-devtools.timeline']

export async function openBrowser(): Promise<Browser> {
  const executablePath = (await findBrowsers())?.whole
  if (!executablePath) throw new Error('no Chromium could be found or fetched')
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

type Visitor = {
  /** Of their session. */
  cookie?: string
  /** Chose about cookies before, and is not asked. */
  hasChosen?: boolean
}

/** Visits a page in a browser profile of its own, where nothing is cached. */
export async function visit(
  browser: Browser,
  url: string,
  { cookie, hasChosen = false }: Visitor = {},
): Promise<Visit> {
  const { origin } = new URL(url)
  const context = await browser.newContext({
    ...PHONE,
    ...(hasChosen && { storageState: havingChosen(origin, undefined) }),
  })
  if (cookie) {
    const [name, value] = cookie.split('=') as [string, string]
    await context.addCookies([{ name, value, url: origin }])
  }
  const page = await context.newPage()
  await page.addInitScript(observe)
  const sent = await watchNetwork(page)
  await browser.startTracing(page, { categories: TRACED })
  await page.waitForTimeout(TRACING_STARTS_MS)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(SETTLE_MS)
  const seen = await page.evaluate(() => window.seen)
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  await context.close()
  const tasks = tasksOf(trace.traceEvents, url)
  return {
    ...sent,
    ...seen,
    longestTaskMs: Math.max(0, ...tasks.map(({ tookMs }) => tookMs)),
    longestWorkMs: Math.max(0, ...tasks.map(({ workedMs }) => workedMs)),
    blockedMs: tasks.reduce((sum, { tookMs }) => sum + Math.max(0, tookMs - 50), 0),
  }
}

declare global {
  interface Window {
    seen: { lcpMs: number; cls: number }
  }
}

// runs in the page, before anything of the page does
function observe(): void {
  window.seen = { lcpMs: 0, cls: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.lcpMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.seen.cls += (entry as { value?: number }).value ?? 0
  }).observe({ type: 'layout-shift', buffered: true })
}

async function watchNetwork(page: Page) {
  const line = await page.context().newCDPSession(page)
  const sent = { requests: 0, bytes: 0, scriptBytes: 0, encodings: [] as string[] }
  const scripts = new Set<string>()
  line.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) sent.requests += 1
  })
  line.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.add(requestId)
    const encoding = response.headers['content-encoding'] ?? response.headers['Content-Encoding']
    if (encoding && !sent.encodings.includes(encoding)) sent.encodings.push(encoding)
  })
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sent.bytes += encodedDataLength
    if (scripts.has(requestId)) sent.scriptBytes += encodedDataLength
  })
  await line.send('Network.enable')
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return sent
}
