import type { Size } from './boxes.ts'

/** The browser hands out other pixels than were drawn, or none, as some do against being recognised. */
export class UntrueCanvas extends Error {}

/** A canvas of this size and what it is drawn with; throws `UntrueCanvas` when the browser gives none. */
export function emptyCanvas({ width, height }: Size) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new UntrueCanvas()
  return { canvas, context }
}

/** Encodes what is on a canvas; `quality` is from 0 to 1. */
export const encodeJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('the picture could not be encoded'))
    canvas.toBlob(done, 'image/jpeg', quality)
  })
