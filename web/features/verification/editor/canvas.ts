import type { Size } from './boxes.ts'

/** A canvas of this size and what it is drawn with; throws when the browser has none left. */
export function emptyCanvas({ width, height }: Size) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no canvas left')
  return { canvas, context }
}

/** Encodes what is on a canvas; `quality` is from 0 to 1. */
export const encodeJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('the picture could not be encoded'))
    canvas.toBlob(done, 'image/jpeg', quality)
  })
