import { createHash, type Hash } from 'node:crypto'
import {
  createWriteStream,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeArchive, type Entry } from './archive.ts'
import type { Release } from './bom.ts'
import { DATA, USER } from './contents.ts'

const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

type Blob = { mediaType: string; digest: string; size: number }
type Layer = Blob & { content: string; about: string }

/** Packs entries into a layer; answers by what it is known, packed and unpacked. */
export async function packLayer(
  blobs: string,
  { about, entries, time }: { about: string; entries: Entry[]; time: number },
): Promise<Layer> {
  mkdirSync(blobs, { recursive: true })
  const part = join(blobs, 'part')
  const [content, packed] = [createHash('sha256'), createHash('sha256')]
  await pipeline(
    Readable.from(writeArchive(entries, time), { objectMode: false }),
    sum(content),
    // without a name or a time, which Node leaves out
    createGzip({ level: 6 }),
    sum(packed),
    createWriteStream(part),
  )
  const digest = packed.digest('hex')
  const { size } = statSync(part)
  renameSync(part, join(blobs, digest))
  return {
    mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
    digest: `sha256:${digest}`,
    size,
    content: `sha256:${content.digest('hex')}`,
    about,
  }
}

const sum = (hash: Hash) =>
  new Transform({
    transform(piece: Buffer, _, done) {
      hash.update(piece)
      done(null, piece)
    },
  })

/** Puts layers together into one file that `podman load` and `docker load` take; answers its digest. */
export async function writeImage(
  folder: string,
  { layers, release, file }: { layers: Layer[]; release: Release; file: string },
): Promise<string> {
  const { version, revision, time } = release
  const created = new Date(time * 1000).toISOString()
  const keep = (mediaType: string, value: unknown): Blob => {
    const text = JSON.stringify(value)
    const digest = createHash('sha256').update(text).digest('hex')
    writeFileSync(join(folder, 'blobs/sha256', digest), text)
    return { mediaType, digest: `sha256:${digest}`, size: Buffer.byteLength(text) }
  }
  const labels = {
    'org.opencontainers.image.title': 'club',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': revision,
    'org.opencontainers.image.created': created,
  }
  const config = keep('application/vnd.oci.image.config.v1+json', {
    created,
    architecture: ARCHITECTURES[process.arch] ?? process.arch,
    os: 'linux',
    config: {
      User: `${USER}:${USER}`,
      ExposedPorts: { '3000/tcp': {} },
      Env: [
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        ...Object.entries(ENVIRONMENT).map(([name, value]) => `${name}=${value}`),
      ],
      Entrypoint: ['/srv/club/deploy/serve'],
      WorkingDir: '/srv/club',
      Volumes: Object.fromEntries(DATA.map((path) => [`/${path}`, {}])),
      StopSignal: 'SIGTERM',
      Labels: labels,
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ content }) => content) },
    history: layers.map(({ about }) => ({ created, created_by: about })),
  })
  const blobs = layers.map(({ mediaType, digest, size }): Blob => ({ mediaType, digest, size }))
  const manifest = keep('application/vnd.oci.image.manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config,
    layers: blobs,
    annotations: labels,
  })
  const names = {
    'io.containerd.image.name': `localhost/club:${version}`,
    'org.opencontainers.image.ref.name': version,
  }
  const place = ({ digest }: Blob) => `blobs/sha256/${digest.replace('sha256:', '')}`
  const texts: Record<string, unknown> = {
    'oci-layout': { imageLayoutVersion: '1.0.0' },
    'index.json': { schemaVersion: 2, manifests: [{ ...manifest, annotations: names }] },
    // for a docker that is older than such layouts
    'manifest.json': [
      {
        Config: place(config),
        RepoTags: [`localhost/club:${version}`],
        Layers: blobs.map(place),
      },
    ],
  }
  const entries: Entry[] = [
    ...['blobs', 'blobs/sha256'].map((path): Entry => ({ kind: 'folder', path, mode: 0o755 })),
    ...[config, manifest, ...blobs].map((blob): Entry => {
      const read = () => readFileSync(join(folder, place(blob)))
      return { kind: 'file', path: place(blob), mode: 0o644, size: blob.size, read }
    }),
    ...Object.entries(texts).map(([path, value]): Entry => {
      const content = Buffer.from(JSON.stringify(value))
      return { kind: 'file', path, mode: 0o644, size: content.length, read: () => content }
    }),
  ]
  await pipeline(
    Readable.from(writeArchive(entries, time), { objectMode: false }),
    createWriteStream(file),
  )
  rmSync(join(folder, 'blobs'), { recursive: true })
  return manifest.digest
}

/** What the image says by itself, without any setting. */
export const ENVIRONMENT = {
  DATA_DIR: '/var/lib/club',
  KEK_FILE: '/var/lib/club-keys/kek',
  HOST: '0.0.0.0',
  PORT: '3000',
}
