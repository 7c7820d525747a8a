// How the browser calls the server: by an endpoint of the contract, failing with a `CallError` alone.
import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Endpoint, MemberHeader, RequestOf } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { readNote } from '#web/platform/session/authEvents.ts'
import { endErrors } from '#web/ui/feedback/toastQueue.ts'

/** What somebody else answered in the club's place: a proxy's error page, or a word the club never says. */
type Foreign = { status: number; said: unknown }

/**
 * What went wrong with a call: the server's refusal, `FETCH_ERROR` when no answer came, or `club_updating` when it came
 * from a server of another version, which does not know the call.
 */
export class CallError extends Error {
  override name = 'CallError'
  readonly code: ErrorBody['code'] | 'FETCH_ERROR' | 'club_updating'
  readonly body: ErrorBody | null
  readonly foreign: Foreign | null
  /** The method and address that was called, where it was a call. */
  act = ''

  constructor(body: ErrorBody | null, foreign: Foreign | null = null) {
    const code = body?.isUnknownCall
      ? 'club_updating'
      : (body?.code ?? (foreign ? 'unexpected' : 'FETCH_ERROR'))
    super(code)
    this.code = code
    this.body = body
    this.foreign = foreign
  }
}

/** What an answer that is no success means. One that claims to be (a hotel's log-in page) is none of the club's. */
export function toCallError(status: number, json: unknown): CallError {
  const body = ErrorBody.safeParse(json).data ?? null
  return new CallError(body, body || status < 400 ? null : { status, said: json })
}

type Anyone = (error: CallError) => void
const listeners = new Set<Anyone>()

/** Hears every failed call, for what concerns the whole tab (a session that ended). Returns the way to stop. */
export function onCallError(listener: Anyone): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells the whole tab of a call that failed on its way round `call`. */
export function reportCallError(error: CallError): void {
  for (const listener of listeners) listener(error)
}

let guard = (): boolean => true

/** Asks before every act whether this tab still shows whom it would be done for. Returns the way to stop. */
export function guardActs(isStillTheirs: () => boolean): () => void {
  guard = isStillTheirs
  return () => (guard = () => true)
}

/** Whether an act may be sent: a tab that slept may show one member while another is signed in. */
export const mayAct = (): boolean => guard()

/**
 * An event of the window after every act the club has taken, which keeps the session of staff open. Its `detail` is
 * 'quiet' where nothing changed that another tab shows.
 */
export const ACT = 'act'

/** A line that died without a word brings neither an answer nor an error. A file takes its time. */
const LONGEST_MS = 8_000
export const LONGEST_UPLOAD_MS = 180_000

function patience(signal: AbortSignal | undefined, longestMs: number): AbortSignal {
  const limit = AbortSignal.timeout(longestMs)
  if (!signal) return limit
  // browsers of before 2024 go without: their callers' own signal is the better half
  return 'any' in AbortSignal ? AbortSignal.any([signal, limit]) : signal
}

type Patience = {
  signal?: AbortSignal
  /** For what the club has to ask of somebody else. */
  longestMs?: number
  /** Goes out even if the page is left at the same moment. */
  staysOn?: boolean
  /** Changes nothing that another tab shows. */
  isQuiet?: boolean
  /** Means the same whoever is signed in when it is answered: what ends a session, and what a mailed link stands for. */
  isForAnybody?: boolean
}

/** What somebody did whose place another took meanwhile is nobody's news: it would be told to, and kept for, them. */
export const never = new Promise<never>(() => {})

/** Calls an endpoint of the contract; rejects with a `CallError` and nothing else. */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { signal, longestMs, staysOn, isQuiet = false, isForAnybody }: Patience = {},
): Promise<AnswerOf<E>> {
  const { params, query: search, body, file } = request as Parts
  const { method } = endpoint
  const path = callPath(endpoint, params, search)
  const act = `${method} ${path}`
  const asking = readNote()?.userId
  // what may be taken back is looked after by who began it
  const isOver = () => !signal && !isForAnybody && isReplaced(asking)
  if (method !== 'GET' && !isForAnybody && !mayAct()) {
    if (signal) throw new CallError(null)
    return await never
  }
  const until = patience(signal, longestMs ?? (file ? LONGEST_UPLOAD_MS : LONGEST_MS))
  const ask = async () => {
    const response = await fetch(path, {
      method,
      signal: until,
      ...(staysOn && { keepalive: true }),
      headers: {
        // the club compares: what another tab told may be known here a moment too late
        ...(asking &&
          method !== 'GET' &&
          !isForAnybody && { ['club-member' satisfies MemberHeader]: asking }),
        ...(file && { 'content-type': 'application/octet-stream' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(file && { body: file }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      json: (await response.json().catch(() => undefined)) as unknown,
    }
  }
  try {
    const early = globalThis.early?.take(act, until)
    const response = early?.then((answer) => answer ?? ask()) ?? ask()
    const { status, json } = await response.catch(() => {
      throw new CallError(null)
    })
    if (isOver()) return await never
    if (status < 300 && json !== undefined) {
      if (method !== 'GET')
        dispatchEvent(new CustomEvent(ACT, { detail: isQuiet ? 'quiet' : null }))
      endErrors(({ description }) => failedAct(description) === act)
      return json as AnswerOf<E>
    }
    throw toCallError(status, json)
  } catch (error) {
    if (isOver()) return await never
    if (error instanceof CallError) {
      error.act = act
      reportCallError(error)
    }
    throw error
  }
}

/** Whether another has signed in on this device since. */
function isReplaced(before: string | null | undefined): boolean {
  const now = readNote()?.userId
  return Boolean(before && now && now !== before)
}

/** What failed, of which a toast says why by `ErrorText`. */
function failedAct(description: unknown): string | undefined {
  const { failure } = (description as { props?: { failure?: unknown } } | null)?.props ?? {}
  return failure instanceof CallError ? failure.act : undefined
}

type Parts = {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  file?: Blob
}

/** Query options for a GET endpoint. The cache key is the path asked for, so nobody invents keys. */
export function query<E extends Endpoint & { method: 'GET' }>(endpoint: E, request: RequestOf<E>) {
  const { params, query: search } = request as Parts
  return queryOptions<AnswerOf<E>, CallError>({
    queryKey: [callPath(endpoint, params, search)],
    queryFn: ({ signal }) => call(endpoint, request, { signal }),
  })
}

/** The address of a call, with its parameters filled in. */
export function callPath(
  { path }: { path: string },
  params: Record<string, string> = {},
  search: Parts['query'] = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return pairs.length > 0 ? `${filled}?${new URLSearchParams(pairs)}` : filled
}
