import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { AFTERWARDS_IN_ROOM } from '../../e2e/club/afterwards.ts'
import { necessaryOnly } from '../../e2e/club/choice.ts'
import { findBrowsers } from '../../scripts/browser.js'
import { openDevTools, type DevTools } from './devtools.ts'

/** What came over the line on a first visit. */
export type Weight = {
  requests: number
  /** Everything as it came over the line, heads included. */
  bytes: number
  /** Of scripts, without heads, and without what is asked for after what is seen first. */
  scriptBytes: number
  allScriptBytes: number
  encodings: string[]
}

/** One first visit to a page, as a phone a quarter as fast as this machine saw it. */
export type Visit = {
  lcpMs: number
  cls: number
  longestTaskMs: number
  /** The same without waiting for a processor that others keep busy. */
  longestWorkMs: number
  /** What of each task went past 50 ms, summed up. */
  blockedMs: number
}

const SLOWER = 4
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true }
/** After the load event, for everything that comes later. */
const SETTLE_MS = 2_500
/** The page's process hears of it later than we do. */
const TRACING_STARTS_MS = 300
const TRACED = ['-*', 'disabled-by-default-devtools.timeline']
/** A folder for a trace of every visit, with what is inside the tasks, for a browser's tools. */
const { TRACE } = process.env
const INSIDE = ['devtools.timeline', 'blink.user_timing', 'disabled-by-default-v8.cpu_profiler']

export async function openBrowser(): Promise<DevTools> {
  const executable = (await findBrowsers())?.whole
  if (!executable) throw new Error('no Chromium could be found or fetched')
  return openDevTools(executable)
}

export type Visitor = {
  /** Of their session. */
  cookie?: string
  /** Chose about cookies before, and is not asked. */
  hasChosen?: boolean
}

/** Times a first visit. Nothing is counted meanwhile: telling of every byte is work of the page's. */
export async function visit(tools: DevTools, url: string, visitor: Visitor = {}): Promise<Visit> {
  const page = await openPage(tools, url, visitor)
  await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const traced: TraceEvent[] = []
  const { stop } = tools.onEvent((method, params) => {
    if (method === 'Tracing.dataCollected')
      traced.push(...(params as { value: TraceEvent[] }).value)
  })
  await page.send('Tracing.start', {
    traceConfig: { includedCategories: TRACE ? [...TRACED, ...INSIDE] : TRACED },
  })
  await wait(TRACING_STARTS_MS)
  await page.open()
  const { result } = await page.send<{ result: { value: Seen } }>('Runtime.evaluate', {
    expression: 'window.seen',
    returnByValue: true,
  })
  const complete = waitForEvent(tools, 'Tracing.tracingComplete')
  await page.send('Tracing.end')
  await complete
  stop()
  await page.close()
  if (TRACE) {
    await mkdir(TRACE, { recursive: true })
    await writeFile(join(TRACE, `${Date.now()}.json`), JSON.stringify(traced))
  }
  const tasks = listTasks(traced, url)
  return {
    ...result.value,
    longestTaskMs: Math.max(0, ...tasks.map(({ tookMs }) => tookMs)),
    longestWorkMs: Math.max(0, ...tasks.map(({ workedMs }) => workedMs)),
    blockedMs: tasks.reduce((sum, { tookMs }) => sum + Math.max(0, tookMs - 50), 0),
  }
}

/** Counts what comes on a first visit. */
export async function weigh(tools: DevTools, url: string, visitor: Visitor = {}): Promise<Weight> {
  const page = await openPage(tools, url, visitor)
  const sent: Weight = { requests: 0, bytes: 0, scriptBytes: 0, allScriptBytes: 0, encodings: [] }
  const scripts = new Map<string, { path: string; head: number }>()
  const { stop } = tools.onEvent((method, params) => {
    if (method === 'Network.requestWillBeSent') {
      const { request } = params as { request: { url: string } }
      if (request.url.startsWith('http')) sent.requests += 1
    } else if (method === 'Network.responseReceived') {
      const { requestId, response } = params as Received
      const { pathname: path } = new URL(response.url, url)
      if (/javascript/.test(response.mimeType))
        scripts.set(requestId, { path, head: response.encodedDataLength })
      const encoding = response.headers['content-encoding'] ?? response.headers['Content-Encoding']
      if (encoding && !sent.encodings.includes(encoding)) sent.encodings.push(encoding)
    } else if (method === 'Network.loadingFinished') {
      const { requestId, encodedDataLength } = params as Finished
      sent.bytes += encodedDataLength
      const script = scripts.get(requestId)
      if (!script) return
      sent.allScriptBytes += encodedDataLength - script.head
      if (!AFTERWARDS_IN_ROOM.test(script.path)) sent.scriptBytes += encodedDataLength - script.head
    }
  })
  await page.send('Network.enable')
  await page.open()
  stop()
  await page.close()
  return sent
}

type Received = {
  requestId: string
  response: {
    url: string
    mimeType: string
    headers: Record<string, string>
    /** So far: the head. */
    encodedDataLength: number
  }
}
type Finished = { requestId: string; encodedDataLength: number }

/** In a browser profile of its own, where nothing is cached. */
async function openPage(tools: DevTools, url: string, { cookie, hasChosen = false }: Visitor) {
  const { browserContextId } = await tools.send<{ browserContextId: string }>(
    'Target.createBrowserContext',
  )
  if (cookie) {
    const [name, value] = cookie.split('=') as [string, string]
    await tools.send('Storage.setCookies', { browserContextId, cookies: [{ name, value, url }] })
  }
  const { targetId } = await tools.send<{ targetId: string }>('Target.createTarget', {
    browserContextId,
    url: 'about:blank',
  })
  const { sessionId } = await tools.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  const send = <Result>(method: string, params?: object) =>
    tools.send<Result>(method, params, sessionId)
  await send('Page.enable')
  await send('Emulation.setDeviceMetricsOverride', PHONE)
  const source = [`(${observe.toString()})()`]
  if (hasChosen) source.push(`(${remember.toString()})(${JSON.stringify(necessaryOnly())})`)
  await send('Page.addScriptToEvaluateOnNewDocument', { source: source.join(';') })
  return {
    send,
    async open() {
      const loaded = waitForEvent(tools, 'Page.loadEventFired')
      await send('Page.navigate', { url })
      await loaded
      await wait(SETTLE_MS)
    },
    close: () => tools.send('Target.disposeBrowserContext', { browserContextId }),
  }
}

const waitForEvent = (tools: DevTools, awaited: string) =>
  new Promise<void>((done) => {
    const { stop } = tools.onEvent((method) => {
      if (method !== awaited) return
      stop()
      done()
    })
  })

type Seen = { lcpMs: number; cls: number }

declare global {
  interface Window {
    seen: Seen
  }
}

// both run in the page, before anything of the page does
const remember = ({ name, value }: { name: string; value: string }) =>
  localStorage.setItem(name, value)

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

/** What Chromium writes about itself, as far as it is read here. */
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds. */
  ts: number
  dur?: number
  /** Of that, what the thread itself was at work. */
  tdur?: number
  args?: { name?: string; data?: { url?: string; processId?: number } }
}

/** Each task on the main thread of the page at a url: how long it took, and of that worked, in ms. */
function listTasks(
  events: readonly TraceEvent[],
  url: string,
): { tookMs: number; workedMs: number }[] {
  const committed = events.find(
    ({ name, args }) => name === 'FrameCommittedInBrowser' && args?.data?.url === url,
  )
  const process = committed?.args?.data?.processId
  const main = events.find(
    ({ name, pid, args }) =>
      name === 'thread_name' && pid === process && args?.name === 'CrRendererMain',
  )
  if (!committed || !main) throw new Error(`the trace knows nothing of ${url}`)
  return events
    .filter(
      ({ name, ph, pid, tid, ts }) =>
        name === 'RunTask' &&
        ph === 'X' &&
        pid === main.pid &&
        tid === main.tid &&
        ts >= committed.ts,
    )
    .map(({ dur = 0, tdur = dur }) => ({ tookMs: dur / 1000, workedMs: tdur / 1000 }))
}
