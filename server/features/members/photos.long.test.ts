import sharp from 'sharp'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { callUrl } from '#testing/club/call.ts'
import { joinClub } from '#testing/club/process/killing.ts'
import { RequestLoad, encodeRequest } from '#testing/club/load.ts'
import { openServer } from '#testing/club/process/serverProcess.ts'
import { uploadElsewhere } from '#testing/hostile/uploads.process.ts'
import { uuid } from '#testing/random.ts'

const SLUG = 'tresen'
const UPLOADS = 20
const POSTS_PER_SECOND = 10

/** As large as a camera makes them: of noise, which no format makes smaller. */
async function cameraPhoto() {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const size = { width: 4000, height: 3000, channels: 3, background: '#777' } as const
  const drawn = await sharp({ create: { ...size, noise } })
    .jpeg({ quality: 45 })
    .toBuffer()
  expect(drawn.length).toBeGreaterThan(limits.photoBytes / 4)
  expect(drawn.length).toBeLessThanOrEqual(limits.photoBytes)
  return new Uint8Array(drawn)
}

// by how much posts are later then is a figure of the bench
test(`while ${UPLOADS} uploads are under way at once, every post is taken`, async () => {
  await using server = await openServer()
  const file = await cameraPhoto()
  const cookies = await Promise.all(Array.from({ length: UPLOADS }, () => joinClub(server.url)))
  for (const cookie of cookies)
    await callUrl(server.url, cookie, enterRoom, { params: { slug: SLUG } })
  const load = new RequestLoad(Number(new URL(server.url).port))
  let turn = 0
  const post = () => {
    const cookie = cookies[(turn += 1) % UPLOADS]!
    const body = { id: uuid(), text: 'good evening' }
    return encodeRequest('POST', `/api/rooms/${SLUG}/posts`, { cookie, body })
  }
  const posting = (ms: number) => load.openLoop(POSTS_PER_SECOND, ms, post)

  await posting(2_000)
  const uploads = uploadElsewhere({ url: server.url, cookies, file })
  const during = await posting(4_000)
  expect((await uploads).filter((one) => !('photoId' in one))).toEqual([])
  expect(new Set(during.map(({ status }) => status))).toEqual(new Set([200]))
  expect(during.length).toBeGreaterThan((4 * POSTS_PER_SECOND) / 2)
  load.close()
})
