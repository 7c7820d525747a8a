// Signature version 4, as a store checks it: from the specification, and without the client's own code.
import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export type Account = { accessKeyId: string; secretAccessKey: string; region: string }
type SignedRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const sign = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** The code of what is wrong; null when nothing is. */
export function signatureFault(request: SignedRequest, account: Account): string | null {
  const { method, headers, body } = request
  const [, id, day, region, names = '', signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (!id) return 'AccessDenied'
  if (id !== account.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== account.region) return 'AuthorizationHeaderMalformed'
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const at = String(headers['x-amz-date'])
  const [path = '', query = ''] = request.url.split('?')
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    payload,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const key = [region!, 's3', 'aws4_request'].reduce<Buffer>(
    (so, part) => sign(so, part),
    sign(`AWS4${account.secretAccessKey}`, day!),
  )
  return sign(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}
