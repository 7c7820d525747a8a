import type { AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

export type Result<E extends Endpoint> =
  | { ok: true; status: number; answer: AnswerOf<E>; headers: Headers }
  | { ok: false; status: number; code: ErrorCode; body: ErrorBody; headers: Headers }

/** Calls an endpoint over HTTP as a browser would; resolves to the answer or to the refusal. */
export async function callUrl<E extends Endpoint>(
  url: string,
  cookie: string | undefined,
  endpoint: E,
  request: RequestOf<E>,
  more: Record<string, string> = {},
): Promise<Result<E>> {
  const { params, query, body, file } = request as {
    params?: Record<string, string>
    query?: Record<string, string | number>
    body?: unknown
    file?: Uint8Array<ArrayBuffer>
  }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  )
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const response = await fetch(url + path + search, {
    method: endpoint.method,
    headers: {
      origin: url,
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': endpoint.upload?.type ?? 'application/octet-stream' }),
      ...more,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
  })
  const { ok, status } = response
  const headers = dropPassing(response.headers)
  const json = (await response.json()) as never
  if (ok) return { ok, status, answer: json, headers }
  return { ok, status, code: (json as ErrorBody).code, body: json, headers }
}

/** Without the machine's second and the name of the request, in which two answers that are alike differ. */
export function dropPassing(heads: Headers): Headers {
  const headers = new Headers(heads)
  for (const name of ['date', 'x-request-id']) headers.delete(name)
  return headers
}

/** The cookies an answer sets, as a browser would send them back. */
export const readSetCookies = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .filter((pair) => !pair?.endsWith('='))
    .join('; ')
