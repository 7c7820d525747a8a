import type { AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts'
import { CallError, toCallError, LONGEST_UPLOAD_MS, callPath, reportCallError } from './call.ts'

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

/** As `call`, for a file, and tells how far it is: `fetch` cannot. Rejects with a `CallError` and nothing else. */
export function upload<E extends Endpoint & { upload: object }>(
  endpoint: E,
  parts: RequestOf<E>,
  { onProgress, signal }: Options = {},
): Promise<AnswerOf<E>> {
  const { params, query, file } = parts as unknown as Parts
  return new Promise((resolve, reject) => {
    const fail = (error: CallError) => {
      if (!signal?.aborted) reportCallError(error)
      reject(error)
    }
    const request = new XMLHttpRequest()
    request.open(endpoint.method, callPath(endpoint, params, query))
    request.timeout = LONGEST_UPLOAD_MS
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
    request.onload = () => {
      const answer = parse(request.responseText)
      const isDone = request.status >= 200 && request.status < 300 && answer !== undefined
      if (isDone) resolve(answer as AnswerOf<E>)
      else fail(toCallError(request.status, answer))
    }
    request.onerror = request.ontimeout = request.onabort = () => fail(new CallError(null))
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
