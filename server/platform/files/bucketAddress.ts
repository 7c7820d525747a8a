import { SetupError } from '#server/platform/process/setupError.ts'
import type { BucketAddress } from './bucket.ts'

const PARTS =
  'FILES_URL must name key and secret, host, bucket and region, as in s3://KEY:SECRET@objects.example/bucket?region=eu-1.'

/** Reads `s3://KEY:SECRET@host/bucket/folder?region=…`; `s3+http` is without TLS. Throws a `SetupError` without what stands in it. */
export function readBucket(text: string): BucketAddress {
  const url = new URL(text)
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean)
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decodeURIComponent)
  const region = url.searchParams.get('region')
  if (!bucket || !accessKeyId || !secretAccessKey || !region) throw new SetupError(PARTS)
  return {
    endpoint: `${url.protocol === 's3:' ? 'https' : 'http'}://${url.host}`,
    region,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    accessKeyId,
    secretAccessKey,
  }
}
