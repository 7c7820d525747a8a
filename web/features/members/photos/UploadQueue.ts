// Photos on their way to the club, in the order they were picked. One whose way broke off may be sent again.
import { addPhoto, isSentPhoto } from '#contract/members/ownPhotos.ts'
import { CallError } from '#web/platform/api/call.ts'
import { newId } from '#web/platform/api/newId.ts'
import { upload } from '#web/platform/api/upload.ts'

export type PhotoUpload = {
  /** Goes along each time it is sent, so that what arrived without an answer is there once. */
  id: string
  file: File
  state: 'waiting' | 'sending' | 'stopped'
  /** How much of it has gone out, from 0 to 1. */
  share: number
}

type Options = {
  onAdded: (photoId: string) => void
  onRefused: (error: CallError) => void
}

/** More at once would only make every one of them slower. */
const AT_ONCE = 2

export class UploadQueue {
  #options: Options
  #uploads: readonly PhotoUpload[] = []
  #watches = new Set<() => void>()
  #stops = new Map<string, AbortController>()

  constructor(options: Options) {
    this.#options = options
  }

  list = (): readonly PhotoUpload[] => this.#uploads

  watch = (watch: () => void): (() => void) => {
    this.#watches.add(watch)
    return () => this.#watches.delete(watch)
  }

  add(files: readonly File[]): void {
    const news = files.map((file) => ({
      id: newId(),
      file,
      state: 'waiting' as const,
      share: 0,
    }))
    this.#become([...this.#uploads, ...news])
    this.#next()
  }

  retry(id: string): void {
    this.#change(id, { state: 'waiting', share: 0 })
    this.#next()
  }

  /** What is on the profile has arrived, whether or not anybody said so. */
  settle(photos: readonly string[]): void {
    for (const { id } of this.#uploads)
      if (photos.some((photoId) => isSentPhoto(photoId, id))) this.drop(id)
  }

  drop(id: string): void {
    this.#stops.get(id)?.abort()
    this.#become(this.#uploads.filter((one) => one.id !== id))
    this.#next()
  }

  close(): void {
    for (const stop of this.#stops.values()) stop.abort()
    this.#become([])
  }

  #next(): void {
    const running = this.#uploads.filter(({ state }) => state === 'sending').length
    const waiting = this.#uploads.filter(({ state }) => state === 'waiting')
    for (const one of waiting.slice(0, Math.max(0, AT_ONCE - running))) void this.#send(one)
  }

  async #send({ id, file }: PhotoUpload): Promise<void> {
    const stop = new AbortController()
    this.#stops.set(id, stop)
    this.#change(id, { state: 'sending' })
    try {
      const onProgress = (share: number) => this.#change(id, { share })
      const { photoId } = await upload(
        addPhoto,
        { query: { id }, file },
        { signal: stop.signal, onProgress },
      )
      if (stop.signal.aborted) return
      this.#options.onAdded(photoId)
      this.drop(id)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (stop.signal.aborted) return
      this.#options.onRefused(error)
      if (isPassing(error)) this.#change(id, { state: 'stopped' })
      else this.drop(id)
      this.#next()
    } finally {
      this.#stops.delete(id)
    }
  }

  #change(id: string, change: Partial<PhotoUpload>): void {
    this.#become(this.#uploads.map((one) => (one.id === id ? { ...one, ...change } : one)))
  }

  #become(uploads: readonly PhotoUpload[]): void {
    this.#uploads = uploads
    for (const watch of this.#watches) watch()
  }
}

/** What has nothing to do with the photo itself. */
const isPassing = ({ code }: CallError) =>
  ['FETCH_ERROR', 'unavailable', 'unexpected', 'too_many_attempts'].includes(code)
