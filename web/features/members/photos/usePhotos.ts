// What a profile gets of a member's own photos: those there and on their way, to add, order and remove.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { codes } from '#contract/errors.ts'
import { orderPhotos, removePhoto } from '#contract/members/ownPhotos.ts'
import { getMember, getProfile } from '#contract/members/profiles.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'
import { toastUploadRefused } from './photoToasts.tsx'
import { UploadQueue } from './UploadQueue.ts'

const own = query(getProfile, {})

const MAY_DIFFER = new Set<CallError['code']>([
  'FETCH_ERROR',
  'unexpected',
  'photo_limit_reached',
  codes.notFound,
])

/** A member's own photos as they are and as they soon will be: what is done shows at once. */
export function usePhotos(userId: string, photos: readonly string[]) {
  const client = useQueryClient()
  const [state] = useState(() => {
    const uploads: UploadQueue = new UploadQueue({
      onAdded: (photoId) => {
        // answers may come out of order, so each only adds its own
        change(client, (photos) => [...photos.filter((one) => one !== photoId), photoId])
        const { length } = uploads.list().filter(({ state }) => state !== 'stopped')
        if (length <= 1) refresh(client, userId)
      },
      onRefused: (error) => {
        toastUploadRefused(error)
        // what the club has may be more, or less, than is shown
        if (MAY_DIFFER.has(error.code)) refresh(client, userId)
      },
    })
    return { uploads, order: orderer((photos) => call(orderPhotos, { body: { photos } })) }
  })
  const { uploads, order } = state
  const underWay = useSyncExternalStore(uploads.watch, uploads.list)
  useEffect(() => () => uploads.close(), [uploads])
  useEffect(() => uploads.settle(photos), [uploads, photos])

  return {
    uploads,
    underWay,
    /** How many there are now, those on their way included. */
    count: () => (client.getQueryData(own.queryKey)?.photos.length ?? 0) + uploads.list().length,
    order: (photos: string[]): Promise<void> => {
      change(client, () => photos)
      return order(photos).finally(() => refresh(client, userId))
    },
    remove: async (photoId: string) => {
      await call(removePhoto, { params: { photoId } })
      change(client, (photos) => photos.filter((one) => one !== photoId))
      refresh(client, userId)
    },
  }
}

function change(client: QueryClient, to: (photos: string[]) => string[]): void {
  // an answer already on its way would bring back what was before
  void client.cancelQueries({ queryKey: own.queryKey })
  client.setQueryData(own.queryKey, (known) => known && { ...known, photos: to(known.photos) })
}

function refresh(client: QueryClient, userId: string): void {
  void client.invalidateQueries({ queryKey: own.queryKey })
  const { queryKey } = query(getMember, { params: { memberId: userId } })
  void client.invalidateQueries({ queryKey })
}

/** Sends one order at a time, and of those that came meanwhile only the last. */
function orderer(send: (photos: string[]) => Promise<unknown>) {
  let running: Promise<unknown> | null = null
  let wanted: string[] | null = null
  return async (photos: string[]): Promise<void> => {
    wanted = photos
    running ??= run().finally(() => (running = null))
    await running
  }
  async function run() {
    while (wanted) {
      const next = wanted
      wanted = null
      await send(next)
    }
  }
}
