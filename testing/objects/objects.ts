// A store of objects that speaks S3 as far as the club does, on a port of this machine, with faults on demand.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { letters, now } from '#testing/random.ts'
import { signatureFault, type Account } from './signature.ts'

type StoredObject = { bytes: Buffer; at: Date }
type Upload = { name: string; at: Date; parts: Map<number, Buffer> }
type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer }
type ObjectRequest = {
  method: string
  name: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

/** What goes wrong with the next questions; each is over when its count is. */
type Fault =
  | { kind: 'error'; status: number; code: string }
  /** Not answered until the store is closed. */
  | { kind: 'silence' }
  /** The line breaks after so many bytes of the answer. */
  | { kind: 'cut'; after: number }
  /** Done, but the line breaks before the answer. */
  | { kind: 'unsaid' }
type Planted = { fault: Fault; skip: number; left: number; only: RegExp }

const BUCKET = 'club'
const PAGE = 1_000
const md5 = (bytes: Buffer) => createHash('md5').update(bytes)
const etagOf = (bytes: Buffer) => `"${md5(bytes).digest('hex')}"`
const error = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} of ${BUCKET}</Message></Error>`,
})
const xml = (body: string): Answer => ({
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
})

/** One bucket, empty. */
export async function openObjects() {
  const account: Account = {
    accessKeyId: letters(12),
    secretAccessKey: `${letters(20)}/+${letters(8)}`,
    region: 'eu-test-1',
  }
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, Upload>()
  const planted: Planted[] = []
  const requests: string[] = []
  /** What lists show, where they stand still. */
  let listed: Map<string, StoredObject> | null = null
  let clock = now
  let watcher: ((when: 'asked' | 'done') => Promise<void>) | null = null

  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const { method = '', url = '', headers } = request
    const body = Buffer.concat(chunks)
    const { pathname, searchParams: query } = new URL(url, 'http://objects')
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/')
    const name = rest.join('/')
    requests.push(`${method} ${name}`)
    await watcher?.('asked')
    const fault = nextFault(`${method} ${name} ${[...query.keys()].join(' ')}`)
    if (fault?.kind === 'silence') return
    const refused = signatureFault({ method, url, headers, body }, account)
    const answer =
      fault?.kind === 'error'
        ? error(fault.status, fault.code)
        : refused
          ? error(403, refused)
          : bucket !== BUCKET
            ? error(404, 'NoSuchBucket')
            : answerTo({ method, name, query, headers, body })
    await watcher?.('done')
    if (fault?.kind === 'unsaid') return void request.socket.destroy()
    send(response, method, answer, fault?.kind === 'cut' ? fault.after : null)
  }

  function nextFault(question: string): Fault | null {
    const one = planted.find(({ left, only }) => left > 0 && only.test(question))
    if (!one) return null
    if (one.skip > 0) {
      one.skip -= 1
      return null
    }
    one.left -= 1
    return one.fault
  }

  function answerTo({ method, name, query, headers, body }: ObjectRequest): Answer {
    const sum = headers['content-md5']
    if (sum && md5(body).digest('base64') !== sum) return error(400, 'BadDigest')
    const upload = query.get('uploadId')
    if (upload !== null) return answerToUpload(method, upload, query, body)
    if (query.has('uploads')) return method === 'POST' ? begin(name) : listUploads(query)
    if (method === 'GET' && name === '') return list(query)
    if (method === 'PUT') {
      const stored = { bytes: body, at: clock() }
      objects.set(name, stored)
      return { headers: { etag: etagOf(body) } }
    }
    if (method === 'DELETE') {
      objects.delete(name)
      return { status: 204 }
    }
    const stored = objects.get(name)
    return stored ? give(stored, headers) : error(404, 'NoSuchKey')
  }

  function give({ bytes, at }: StoredObject, headers: IncomingMessage['headers']): Answer {
    const etag = etagOf(bytes)
    const known = { etag, 'last-modified': at.toUTCString() }
    if (headers['if-match'] && headers['if-match'] !== etag) return error(412, 'PreconditionFailed')
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    if (!headers.range) return { headers: known, body: bytes }
    if (from >= bytes.length) return error(416, 'InvalidRange')
    return {
      status: 206,
      headers: { ...known, 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` },
      body: bytes.subarray(from),
    }
  }

  function list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const found = [...(listed ?? objects)]
      .filter(([name]) => name.startsWith(prefix) && name > after)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const page = found.slice(0, PAGE)
    const next = found.length > PAGE ? page.at(-1)![0] : null
    const contents = page.map(
      ([name, { bytes, at }]) =>
        `<Contents><Key>${name}</Key><LastModified>${at.toISOString()}</LastModified><ETag>${etagOf(bytes)}</ETag><Size>${bytes.length}</Size></Contents>`,
    )
    const token = next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
    return xml(
      `<ListBucketResult><Name>${BUCKET}</Name><IsTruncated>${next !== null}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`,
    )
  }

  function begin(name: string): Answer {
    const id = letters(16)
    uploads.set(id, { name, at: clock(), parts: new Map() })
    return xml(
      `<InitiateMultipartUploadResult><Bucket>${BUCKET}</Bucket><Key>${name}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }

  function listUploads(query: URLSearchParams): Answer {
    const found = [...uploads].filter(([, { name }]) => name.startsWith(query.get('prefix') ?? ''))
    const each = found.map(
      ([id, { name, at }]) =>
        `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    )
    return xml(
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${each.join('')}</ListMultipartUploadsResult>`,
    )
  }

  function answerToUpload(
    method: string,
    id: string,
    query: URLSearchParams,
    body: Buffer,
  ): Answer {
    const upload = uploads.get(id)
    if (!upload) return error(404, 'NoSuchUpload')
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return { headers: { etag: etagOf(body) } }
    }
    uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)]
    const parts = named.map(([, number]) => upload.parts.get(Number(number)))
    if (parts.length === 0 || parts.includes(undefined)) return error(400, 'InvalidPart')
    objects.set(upload.name, { bytes: Buffer.concat(parts as Buffer[]), at: clock() })
    return xml(
      `<CompleteMultipartUploadResult><Key>${upload.name}</Key><ETag>"whole"</ETag></CompleteMultipartUploadResult>`,
    )
  }

  return {
    objects,
    uploads,
    /** What was asked for, as `GET name`. */
    requests,
    address: {
      ...account,
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      prefix: '',
    },
    /** As the setting says it. */
    url: `s3+http://${account.accessKeyId}:${encodeURIComponent(account.secretAccessKey)}@127.0.0.1:${port}/${BUCKET}?region=${account.region}`,

    /**
     * The next questions go wrong, once some were answered as ever (`skip`); `only` those that look like this: method,
     * name, what it is asked for.
     */
    plant(
      fault: Fault,
      {
        times = Infinity,
        skip = 0,
        only = /^/,
      }: { times?: number; skip?: number; only?: RegExp } = {},
    ) {
      const one = { fault, skip, left: times, only }
      planted.push(one)
      return { isMet: () => one.left < times }
    },
    heal: () => void planted.splice(0),
    /** Told of each question twice: when it has come, and when it is done and not answered yet. */
    watch: (listener: typeof watcher) => void (watcher = listener),
    /** From now on lists show what there is now. */
    freezeLists: () => void (listed = new Map(objects)),
    thawLists: () => void (listed = null),
    /** What is kept of an object from now on differs in a bit. */
    corrupt(name: string) {
      const stored = objects.get(name)
      if (!stored) throw new Error(`there is no ${name}`)
      const bytes = Buffer.from(stored.bytes)
      bytes[bytes.length >> 1]! ^= 1
      objects.set(name, { ...stored, bytes })
    },
    setClock: (tell: () => Date) => void (clock = tell),

    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Objects = Awaited<ReturnType<typeof openObjects>>

function send(
  response: ServerResponse,
  method: string,
  { status = 200, headers = {}, body = '' }: Answer,
  cutAfter: number | null,
): void {
  const length = String(Buffer.byteLength(body))
  response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': length }) })
  if (cutAfter === null) return void response.end(method === 'HEAD' ? '' : body)
  response.write(Buffer.from(body).subarray(0, cutAfter), () => response.destroy())
  response.flushHeaders()
}
