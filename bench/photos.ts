// From sending a photo until another member sees it, and what the photos of many cost those who post.
import sharp from 'sharp'
import { getPhoto } from '#contract/members/photos.ts'
import { addPhoto, removePhoto } from '#contract/members/ownPhotos.ts'
import { uploadElsewhere } from '#testing/hostile/uploads.process.ts'
import type { BenchClub } from './tools/club.ts'
import { sessionCookie } from './tools/filling.ts'
import { atMost, inTurn, median, percentile, SECONDS, table, type Figure } from './tools/figures.ts'
import { insertGuest, type Guest } from './tools/guest.ts'
import { LOAD_COLUMNS, loadCells, openLoop, p99Of, type Load } from './tools/load.ts'
import { posts } from './tools/requests.ts'

const UPLOADS = 6
const UPLOADS_AT_ONCE = 20
const POSTS_PER_SECOND = 50
const POSTERS = 16
const POSTING_ROOMS = 20

/** Twelve megapixels with some grain, as a phone makes them. */
const cameraPhoto = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({
      create: {
        width: 4000,
        height: 3000,
        channels: 3,
        background: '#865',
        noise: { type: 'gaussian', mean: 128, sigma: 12 },
      },
    })
      .jpeg({ quality: 60 })
      .toBuffer(),
  )

/** Milliseconds from sending a photo until another member has it in large. */
async function untilSeen(url: string, who: Guest, file: Uint8Array<ArrayBuffer>): Promise<number> {
  const from = performance.now()
  const photoId = await upload(url, who.cookie, file)
  const path = getPhoto.path
    .replace(':memberId', who.memberId)
    .replace(':photoId', photoId)
    .replace(':size', '1280')
  const seen = await fetch(url + path, { headers: { cookie: sessionCookie(1) } })
  if (!seen.ok) throw new Error(`a photo was answered with ${seen.status}`)
  await seen.arrayBuffer()
  const ms = performance.now() - from
  await remove(url, who.cookie, photoId)
  return ms
}

async function upload(url: string, cookie: string, file: Uint8Array<ArrayBuffer>): Promise<string> {
  const added = await fetch(url + addPhoto.path, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/octet-stream' },
    body: file,
  })
  if (!added.ok) throw new Error(`an upload was answered with ${added.status}`)
  return ((await added.json()) as { photoId: string }).photoId
}

const remove = (url: string, cookie: string, photoId: string): Promise<Response> =>
  fetch(url + removePhoto.path.replace(':photoId', photoId), {
    method: 'DELETE',
    headers: { cookie },
  })

/** What the same pictures cost an image library with nothing around it. */
async function bareMs(file: Uint8Array): Promise<number> {
  const from = performance.now()
  await Promise.all(
    [1280, 320].map((side) =>
      sharp(file)
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside' })
        .webp({ quality: 82 })
        .toBuffer(),
    ),
  )
  return performance.now() - from
}

export async function photos(club: BenchClub): Promise<Figure[]> {
  const file = await cameraPhoto()
  const who = await insertGuest(club.db, 'Photos')
  const ours = await club.start()
  const url = `http://127.0.0.1:${ours.port}`
  await untilSeen(url, who, file)

  const several = async (once: () => Promise<number>) => {
    const times: number[] = []
    while (times.length < UPLOADS) times.push(await once())
    return times
  }
  const seen = await inTurn({
    bare: () => several(() => bareMs(file)),
    club: () => several(() => untilSeen(url, who, file)),
  })
  const next = posts(POSTING_ROOMS)
  const posting = () =>
    openLoop({
      port: ours.port,
      connections: POSTERS,
      seconds: SECONDS,
      next,
      perSecond: POSTS_PER_SECOND,
    })
  await posting()
  const beside = await inTurn({ without: posting, with: () => besideUploads(url, file, posting) })
  await ours.stop()

  const p95 = (rounds: number[][]) => median(rounds.map((times) => percentile(times, 0.95)))
  console.log(
    table(
      ['photo of 12 megapixels', 'p50 ms', 'p95 ms'],
      Object.entries(seen).map(([name, rounds]) => [
        name,
        median(rounds.map(median)).toFixed(0),
        p95(rounds).toFixed(0),
      ]),
    ),
  )
  console.log(
    `\n${table(
      ['posting', ...LOAD_COLUMNS],
      [
        ['nobody uploading', ...loadCells(beside.without)],
        [`${UPLOADS_AT_ONCE} uploads at once`, ...loadCells(beside.with)],
      ],
    )}`,
  )
  return [
    atMost('a photo of 12 megapixels, sent to seen: p95', p95(seen.club), {
      unit: 'ms',
      digits: 0,
    }),
    atMost(
      'a photo, sent to seen: p95 to the image library alone',
      p95(seen.club) / p95(seen.bare),
    ),
    atMost(
      `posting beside ${UPLOADS_AT_ONCE} uploads: p99 beyond that without`,
      p99Of(beside.with) - p99Of(beside.without),
      { unit: 'ms', digits: 0, floor: 100 },
    ),
  ]
}

/** Posts while all the uploads are under way, and takes the photos away again. */
async function besideUploads(
  url: string,
  file: Uint8Array<ArrayBuffer>,
  posting: () => Promise<Load>,
): Promise<Load> {
  const cookies = Array.from({ length: UPLOADS_AT_ONCE }, (_, member) => sessionCookie(member))
  const uploads = uploadElsewhere({ url, cookies, file })
  const load = await posting()
  const uploaded = await uploads
  await Promise.all(
    uploaded.map((one, member) => {
      if ('code' in one) throw new Error(`an upload was answered with ${one.code}`)
      return remove(url, cookies[member]!, one.photoId)
    }),
  )
  return load
}
