// Calls to addresses strangers gave: never into somebody's network (SSRF).
import { lookup } from 'node:dns'
import { request as overHttp, type IncomingHttpHeaders } from 'node:http'
import { request as overHttps, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback, isPublic } from '#server/platform/limits/address.ts'

/** The name stands for an address the club does not call. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

const PATIENCE_MS = 10_000

/** Connects to the very address that was looked at, so that no second answer can be another one. */
const guardedLookup =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, _options, callback) =>
    lookup(hostname, { all: true }, (error, found) => {
      const [first] = error ? [] : found
      if (error || !first) return callback(error ?? new Error('no address'), '', 0)
      if (!found.every(({ address }) => isAllowed(address)))
        return callback(new PrivateAddress('refused'), '', 0)
      if (_options.all) return callback(null, found)
      callback(null, first.address, first.family)
    })

/** What a host answered, and for how long it asks to be left alone, in milliseconds. */
type Reply = { status: number; retryAfterMs: number | null }

/** `Retry-After` in seconds, or as a time by the clock of the sender (RFC 9110, 10.2.3). */
function readRest({ 'retry-after': until = '', date = '' }: IncomingHttpHeaders): number | null {
  const ms = /^\d+$/.test(until) ? Number(until) * 1000 : Date.parse(until) - Date.parse(date)
  return ms > 0 ? ms : null
}

/** Posts something and answers the status; follows nothing, reads nothing. Throws when nobody answers. */
export function postToHost(
  address: string,
  {
    headers,
    body,
    mayStayHere,
    patienceMs = PATIENCE_MS,
  }: {
    headers: Record<string, string>
    body: Buffer
    /** Also to this machine: for a club that is on it. */
    mayStayHere: boolean
    /** From looking its address up to its answer. */
    patienceMs?: number
  },
): Promise<Reply> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isAllowed = (one: string) => isPublic(one) || (mayStayHere && isLoopback(one))
  if (isIP(host) && !isAllowed(host)) return Promise.reject(new PrivateAddress('refused'))
  const isPlain = url.protocol === 'http:' && mayStayHere && isLoopback(host)
  if (!isPlain && url.protocol !== 'https:') return Promise.reject(new PrivateAddress('refused'))
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(body.length) },
    lookup: guardedLookup(isAllowed),
    signal: AbortSignal.timeout(patienceMs),
  }
  return new Promise((resolve, reject) => {
    const sent = (isPlain ? overHttp : overHttps)(url, options, (answer) => {
      resolve({ status: answer.statusCode ?? 0, retryAfterMs: readRest(answer.headers) })
      answer.destroy()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
