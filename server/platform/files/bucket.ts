// Objects in an S3 bucket: put, read, list and send in parts; a failure never says where they lie.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type * as S3 from '@aws-sdk/client-s3'
import type { ListMultipartUploadsCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { StoreAway } from './fileStore.ts'

/** Where objects are kept, and as whom the club comes there. */
export type BucketAddress = {
  endpoint: string
  region: string
  bucket: string
  /** In front of every name, with its slash; empty for a bucket of the club's own. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

export type Patience = {
  /** For an answer, and for each next piece of one. */
  answerMs?: number
  tries?: number
}
type Options = Patience & {
  /** Told why it cannot be asked, now and then. */
  onAway?: (reason: string) => void
}
/** Together less than a browser waits for an answer. */
const PATIENCE = { answerMs: 8_000, tries: 3 }
const TOLD_AGAIN_MS = 10_000
const CONNECT_MS = 3_000
/** How often one reading may be taken up again where it broke off. */
const MOST_BREAKS = 3
/** Errors that only say that the object is not there. */
const MISSING = /^(NoSuchKey|NotFound)$/

type Sdk = typeof S3
type Opened = { body: Readable; size: number; etag: string | undefined }

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64')

/** Objects by their names. Every failure but a missing object is a `StoreAway`, without where and as whom. */
export class Bucket {
  #address: BucketAddress
  #patience: typeof PATIENCE
  #onAway: (reason: string) => void
  #toldAt = -Infinity
  #opening: Promise<{ sdk: Sdk; client: S3Client }> | null = null

  constructor(address: BucketAddress, { onAway = () => {}, ...patience }: Options = {}) {
    this.#address = address
    this.#patience = { ...PATIENCE, ...patience }
    this.#onAway = onAway
  }

  /** The store compares what came with its sum, and keeps nothing that differs. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#ask((sdk, client, where) =>
      client.send(
        new sdk.PutObjectCommand({ ...where(name), Body: bytes, ContentMD5: md5(bytes) }),
      ),
    )
  }

  /** Null when there is no such object. Breaks off only after other tries to go on from there. */
  async open(name: string): Promise<Readable | null> {
    const first = await this.#begin(name, 0)
    return first && Readable.from(this.#goOn(name, first), { objectMode: false })
  }

  async get(name: string): Promise<Buffer<ArrayBuffer> | null> {
    const body = await this.open(name)
    return body && Buffer.concat(await body.toArray())
  }

  async remove(name: string): Promise<void> {
    await this.#ask((sdk, client, where) => client.send(new sdk.DeleteObjectCommand(where(name))))
  }

  async *list(start: string): AsyncGenerator<{ name: string; at: Date }> {
    let next: string | undefined
    do {
      const page = await this.#ask((sdk, client, where) => {
        const { Bucket, Key: Prefix } = where(start)
        return client.send(
          new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: next }),
        )
      })
      for (const { Key, LastModified } of page?.Contents ?? [])
        if (Key && LastModified) yield { name: this.#bare(Key), at: LastModified }
      next = page?.NextContinuationToken
    } while (next)
  }

  /** Begun in parts, and neither finished nor abandoned. */
  async *listUnfinished(start: string): AsyncGenerator<{ name: string; at: Date; id: string }> {
    let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
    while (markers) {
      const page: ListMultipartUploadsCommandOutput | null = await this.#unfinishedPage(
        start,
        markers,
      ).catch((error: unknown) => {
        // some stores cannot say; they have a rule of their own for what was never finished
        if (error instanceof StoreAway && error.reason === 'NotImplemented') return null
        throw error
      })
      for (const { Key, Initiated, UploadId } of page?.Uploads ?? [])
        if (Key && Initiated && UploadId)
          yield { name: this.#bare(Key), at: Initiated, id: UploadId }
      markers = page?.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : null
    }
  }

  #unfinishedPage(start: string, markers: object) {
    return this.#ask((sdk, client, where) => {
      const { Bucket, Key: Prefix } = where(start)
      return client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }))
    })
  }

  /** An object in parts: it is there once it is finished. */
  async beginParts(name: string) {
    const begun = await this.#ask((sdk, client, where) =>
      client.send(new sdk.CreateMultipartUploadCommand(where(name))),
    )
    const UploadId = begun?.UploadId
    if (!UploadId) throw new StoreAway('NoUploadId')
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    return {
      add: async (bytes: Uint8Array): Promise<void> => {
        const PartNumber = Parts.length + 1
        const sent = await this.#ask((sdk, client, where) =>
          client.send(
            new sdk.UploadPartCommand({
              ...where(name),
              UploadId,
              PartNumber,
              Body: bytes,
              ContentMD5: md5(bytes),
            }),
          ),
        )
        Parts.push({ PartNumber, ETag: sent?.ETag })
      },
      finish: async (): Promise<void> => {
        await this.#ask((sdk, client, where) =>
          client.send(
            new sdk.CompleteMultipartUploadCommand({
              ...where(name),
              UploadId,
              MultipartUpload: { Parts },
            }),
          ),
        ).catch(async (error: unknown) => {
          // a try before this one had come through, and its answer had not
          const isSpent = error instanceof StoreAway && error.reason === 'NoSuchUpload'
          if (!isSpent || !(await this.#isThere(name))) throw error
        })
      },
      abandon: () => this.abandon(name, UploadId),
    }
  }

  async abandon(name: string, UploadId: string): Promise<void> {
    await this.#ask((sdk, client, where) =>
      client.send(new sdk.AbortMultipartUploadCommand({ ...where(name), UploadId })),
    ).catch((error: unknown) => {
      if (!(error instanceof StoreAway && error.reason === 'NoSuchUpload')) throw error
    })
  }

  async #isThere(name: string): Promise<boolean> {
    const found = await this.#ask((sdk, client, where) =>
      client.send(new sdk.HeadObjectCommand(where(name))),
    )
    return found !== null
  }

  /** From a byte on, and of the same object as before. */
  async #begin(name: string, from: number, IfMatch?: string): Promise<Opened | null> {
    const got = await this.#ask((sdk, client, where) =>
      client.send(
        new sdk.GetObjectCommand({
          ...where(name),
          ...(from > 0 && { Range: `bytes=${from}-`, IfMatch }),
        }),
      ),
    )
    if (!got?.Body) return null
    const { Body, ContentLength = 0, ETag } = got
    return { body: Body as Readable, size: from + ContentLength, etag: ETag }
  }

  async *#goOn(name: string, first: Opened): AsyncGenerator<Buffer> {
    let { body } = first
    let at = 0
    try {
      for (let breaks = 0; ;) {
        const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
        let broken: unknown = null
        for (;;) {
          const next = await this.#nextChunk(body, chunks).catch((error: unknown) => {
            broken = error
            return null
          })
          if (!next || next.done) break
          at += next.value.length
          yield next.value
        }
        if (!broken && at === first.size) return
        body.destroy()
        breaks += 1
        const again = breaks > MOST_BREAKS ? null : await this.#begin(name, at, first.etag)
        if (!again) throw this.#reportAway(broken ? toAway(broken) : new StoreAway('CutShort'))
        ;({ body } = again)
      }
    } finally {
      body.destroy()
    }
  }

  async #nextChunk(body: Readable, chunks: AsyncIterator<Buffer>) {
    const late = setTimeout(() => body.destroy(new StoreAway('TooSlow')), this.#patience.answerMs)
    try {
      return await chunks.next()
    } finally {
      clearTimeout(late)
    }
  }

  /** Null when the object is not there. */
  async #ask<T>(
    question: (
      sdk: Sdk,
      client: S3Client,
      where: (name: string) => { Bucket: string; Key: string },
    ) => Promise<T>,
  ): Promise<T | null> {
    const { bucket, prefix } = this.#address
    const { sdk, client } = await (this.#opening ??= this.#connect())
    try {
      return await question(sdk, client, (name) => ({ Bucket: bucket, Key: prefix + name }))
    } catch (error) {
      if (error instanceof Error && MISSING.test(error.name)) return null
      throw this.#reportAway(toAway(error))
    }
  }

  #reportAway(error: Error): Error {
    const at = performance.now()
    if (!(error instanceof StoreAway) || at - this.#toldAt < TOLD_AGAIN_MS) return error
    this.#toldAt = at
    this.#onAway(error.reason)
    return error
  }

  /** Only now: a club without a bucket never loads it. */
  async #connect() {
    const { endpoint, region, accessKeyId, secretAccessKey } = this.#address
    const { answerMs, tries } = this.#patience
    const sdk = await import('@aws-sdk/client-s3')
    const client = new sdk.S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      maxAttempts: tries,
      // not every store knows them; each has its own sum here, and what is kept is sealed
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        requestTimeout: answerMs,
        throwOnRequestTimeout: true,
      },
    })
    return { sdk, client }
  }

  #bare(key: string): string {
    return key.slice(this.#address.prefix.length)
  }
}

/** What an error is called, and nothing else of it: its words may name the place. */
function toAway(error: unknown): Error {
  if (error instanceof StoreAway) return error
  const { name, code, $metadata } = error as Error & { code?: string; $metadata?: object }
  // a mistake of ours
  if (!$metadata && /^(TypeError|RangeError|ReferenceError)$/.test(name)) return error as Error
  return new StoreAway(/^[A-Za-z_]{1,40}$/.exec(code ?? name)?.[0] ?? 'unknown')
}
