import type { Schema } from './fuzz.values.ts'

/** One operation, as the OpenAPI document tells it. */
export type Operation = {
  method: string
  path: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  body?: Schema
  /** Its body is a file. */
  takesFile?: boolean
}

/** What may answer: one operation, nothing there is, the web app, any operation at all, or HTTP itself. */
export type FuzzedRequest = { method: string; path: string } | 'unknown' | 'page' | 'any' | 'broken'

/** In the order in which they are sent, as often as they are there. */
export type Headers = [name: string, value: string][]
/** A request on its way to becoming bytes. */
export type FuzzedDraft = {
  method: string
  target: string
  headers: Headers
  body: Buffer | null
  operation: FuzzedRequest
  hangsUp?: boolean
}

/** As it goes over the wire, with the length of its body unless it says one. */
export function encodeDraft({ method, target, headers, body }: FuzzedDraft): Buffer {
  const hasLength = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
  const all: Headers =
    body && !hasLength ? [...headers, ['content-length', String(body.length)]] : headers
  const head = [`${method} ${target} HTTP/1.1`, ...all.map((line) => line.join(': ')), '', ''].join(
    '\r\n',
  )
  return Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)])
}
