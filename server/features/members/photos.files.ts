import type { photoSizes } from '#contract/members/photos.ts'
import type { PhotoStore } from '#server/platform/vault/photoStore.ts'

type Size = (typeof photoSizes)[number]

/** In the order in which the decoder makes them. */
const SIZES = ['1280', '320'] as const satisfies readonly Size[]

export const photoKey = (userId: string, photoId: string, size: Size): string =>
  `${userId}/${photoId}-${size}.webp`

export const photoKeys = (userId: string, photoId: string): string[] =>
  SIZES.map((size) => photoKey(userId, photoId, size))

/** Both sizes, durable when it resolves; neither, as far as the store lets go of it, when it does not. */
export async function keepPhoto(
  store: PhotoStore,
  userId: string,
  photoId: string,
  pictures: readonly { bytes: Uint8Array }[],
): Promise<void> {
  try {
    for (const [index, key] of photoKeys(userId, photoId).entries())
      await store.put(key, pictures[index]!.bytes)
  } catch (error) {
    // what stays all the same is swept
    await discardPhoto(store, userId, photoId).catch(() => {})
    throw error
  }
}

/** Without complaint when they are gone already. */
export async function discardPhoto(
  store: PhotoStore,
  userId: string,
  photoId: string,
): Promise<void> {
  for (const key of photoKeys(userId, photoId)) await store.remove(key)
}
