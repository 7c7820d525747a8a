// Uploads from a separate process, so that the measuring process has its processor to itself.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { callUrl } from '#testing/club/call.ts'

type Order = { url: string; cookies: string[]; file: Uint8Array<ArrayBuffer> }

type Uploaded = { photoId: string } | { code: string }

/** One photo for every cookie, all at once; answers what became of each. */
export async function uploadElsewhere(order: Order): Promise<Uploaded[]> {
  const child = fork(fileURLToPath(import.meta.url), { serialization: 'advanced' })
  child.send(order)
  const [uploaded] = (await once(child, 'message')) as [Uploaded[]]
  child.kill()
  return uploaded
}

const upload = ({ url, cookies, file }: Order): Promise<Uploaded[]> =>
  Promise.all(
    cookies.map(async (cookie) => {
      const added = await callUrl(url, cookie, addPhoto, { file })
      return added.ok ? { photoId: added.answer.photoId } : { code: added.code }
    }),
  )

if (import.meta.main)
  process.once(
    'message',
    (order: Order) => void upload(order).then((codes) => process.send?.(codes)),
  )
