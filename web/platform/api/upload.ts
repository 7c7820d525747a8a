// Sends a file, tells how far it is, and sends it again by itself when the club has too much to do.
import type { AnswerOf, Endpoint, MemberHeader, RequestOf } from '#contract/endpoint.ts'
import { readNote } from '#web/platform/session/authEvents.ts'
import { hasLeft } from '#web/platform/session/drafts.ts'
import {
  ACT,
  CallError,
  toCallError,
  LONGEST_UPLOAD_MS,
  callPath,
  mayAct,
  never,
  reportCallError,
} from './call.ts'

type Options = {
  /** How much of the file has gone out, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}
type Parts = {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  file: Blob
}

/** So often a file goes out again by itself where many come at once, each time after twice as long as before. */
const MOST_AGAIN = 4

/**
 * As `call`, for a file, and tells how far it is: `fetch` cannot. It waits and sends the file again when the club has
 * too much to do. Rejects with a `CallError` and nothing else; once its sender has left, nobody hears of it.
 */
export async function upload<E extends Endpoint & { upload: object }>(
  endpoint: E,
  parts: RequestOf<E>,
  options: Options = {},
): Promise<AnswerOf<E>> {
  const { onProgress, signal } = options
  const sender = readNote()?.userId
  const isOver = () => !mayAct() || Boolean(sender && hasLeft(sender))
  for (let again = 0; ; again += 1)
    try {
      // a tab may have slept through the pause
      if (isOver()) return await never
      const answer = await send(endpoint, parts, { ...options, sender })
      if (isOver()) return await never
      dispatchEvent(new Event(ACT))
      return answer
    } catch (error) {
      if (!(error instanceof CallError) || signal?.aborted) throw error
      if (isOver()) return await never
      const seconds = error.code === 'unavailable' ? error.body?.retryAfter : undefined
      if (seconds === undefined || again === MOST_AGAIN) {
        reportCallError(error)
        throw error
      }
      onProgress?.(0)
      await pause(seconds * 2 ** again * 1_000, signal)
    }
}

function send<E extends Endpoint & { upload: object }>(
  endpoint: E,
  parts: RequestOf<E>,
  { onProgress, signal, sender }: Options & { sender: string | null | undefined },
): Promise<AnswerOf<E>> {
  const { params, query, file } = parts as unknown as Parts
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, callPath(endpoint, params, query))
    request.timeout = LONGEST_UPLOAD_MS
    request.setRequestHeader('content-type', 'application/octet-stream')
    if (sender) request.setRequestHeader('club-member' satisfies MemberHeader, sender)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
    request.onload = () => {
      const answer = parse(request.responseText)
      const isDone = request.status >= 200 && request.status < 300 && answer !== undefined
      if (isDone) resolve(answer as AnswerOf<E>)
      else reject(toCallError(request.status, answer))
    }
    request.onerror = request.ontimeout = request.onabort = () => reject(new CallError(null))
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** Rejects as soon as nobody waits for the file any more. */
const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new CallError(null))
    })
  })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
