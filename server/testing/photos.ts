import { join } from 'node:path'
import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { addPhoto, getPhoto } from '#contract/photos.ts'
import { keepPhoto } from '#server/features/profiles/photos.files.ts'
import { sql } from '#server/platform/database.ts'
import { uuid } from '#testing/random.ts'
import type { Club } from './club.ts'

type Drawn = { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' | 'gif' }

const QUARTERS = ['#f00', '#0f0', '#00f', '#000']

/** A picture: red beside green above blue beside black, so that one can tell how it is turned. */
export async function photo({ width = 64, height = 48, format = 'jpeg' }: Drawn = {}) {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const quarters = QUARTERS.map(async (background, at) => ({
    input: await sharp({ create: { ...half, channels: 3, background } })
      .png({ compressionLevel: 1 })
      .toBuffer(),
    left: at % 2 === 0 ? 0 : width - half.width,
    top: at < 2 ? 0 : height - half.height,
  }))
  const drawn = sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite(await Promise.all(quarters))
    .toFormat(format)
  return new Uint8Array(await drawn.toBuffer())
}

/** The colours of the four quarters of a picture, row by row. */
export async function quartersOf(bytes: Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colourAt = (x: number, y: number) => {
    const at =
      info.channels * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width))
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    if (Math.max(red, green, blue) < 100) return 'black'
    if (red > Math.max(green, blue)) return 'red'
    return green > blue ? 'green' : 'blue'
  }
  return [colourAt(0.25, 0.25), colourAt(0.75, 0.25), colourAt(0.25, 0.75), colourAt(0.75, 0.75)]
}

/** A photo of somebody's, put there directly; answers its id. */
export async function insertPhoto(club: Club, userId: string): Promise<string> {
  const photoId = uuid()
  const bytes = await photo({ format: 'webp' })
  await keepPhoto(club.app.photos, userId, photoId, [{ bytes }, { bytes }])
  await club.db.run(
    sql`update profiles set photos = photos || ${photoId}::text where id = ${userId}`,
  )
  return photoId
}

/** Uploads a photo, which must succeed; answers its id. */
export async function upload(club: Club, as: { cookie: string }, file?: Uint8Array<ArrayBuffer>) {
  const added = await club.call(as, addPhoto, { file: file ?? (await photo()) })
  if (!added.ok) throw new Error(added.code)
  return added.answer.photoId
}

type Where = { memberId: string; photoId: string; size?: '320' | '1280' }

/** Asks for a photo as a browser does. */
export function see(
  club: Club,
  as: { cookie: string } | null,
  { memberId, photoId, size = '1280' }: Where,
  headers: Record<string, string> = {},
): Promise<Response> {
  const path = getPhoto.path
    .replace(':memberId', memberId)
    .replace(':photoId', photoId)
    .replace(':size', size)
  return fetch(club.url + path, { headers: { ...(as && { cookie: as.cookie }), ...headers } })
}

/** The files of profile photos there are, below their folder. */
export async function photoFiles(club: Pick<Club, 'dataDir'>): Promise<string[]> {
  const folder = join(club.dataDir, 'files', 'profile-photos')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
