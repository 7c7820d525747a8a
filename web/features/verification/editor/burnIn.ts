import { limits } from '#contract/limits.ts'
import { fitWithin, type Size } from './boxes.ts'
import { emptyCanvas, encodeJpeg } from './canvas.ts'
import { refuseUntrue } from './canvasTruth.ts'
import { turnMatrix, type Edit } from './edit.ts'

/** A picture as it lies in memory, upright as its camera meant it. */
export type BurntPicture = Size & { canvas: HTMLCanvasElement }

/** Enough to read an ID card by; more would only be more to lose. */
const LONGEST = 3_000
const QUALITIES = [0.92, 0.8, 0.6]

/** Decodes an image; rejects if the browser cannot read it. */
export async function openPicture(file: Blob): Promise<BurntPicture> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const size = fitWithin(bitmap, LONGEST)
  const { canvas, context } = emptyCanvas(size)
  // what a PNG leaves transparent would turn black in a JPEG
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, size.width, size.height)
  context.drawImage(bitmap, 0, 0, size.width, size.height)
  bitmap.close()
  return { canvas, ...size }
}

/** Draws the whole picture, turned. */
export function drawTurned(
  onto: HTMLCanvasElement,
  { canvas }: BurntPicture,
  edit: Pick<Edit, 'turns' | 'size'>,
): void {
  Object.assign(onto, edit.size)
  const context = onto.getContext('2d')
  context?.setTransform(...turnMatrix(edit))
  context?.drawImage(canvas, 0, 0)
}

/**
 * The picture as it will be sent: turned, cut, and with every box painted over in opaque black
 * before it is encoded, so that nothing lies beneath. A new JPEG carries nothing of the old file.
 */
export async function burnIn({ canvas: picture }: BurntPicture, edit: Edit): Promise<Blob> {
  const { crop, blackened } = edit
  const { canvas, context } = emptyCanvas(crop)
  const [a, b, c, d, e, f] = turnMatrix(edit)
  context.setTransform(a, b, c, d, e - crop.x, f - crop.y)
  context.drawImage(picture, 0, 0)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = '#000000'
  for (const box of blackened)
    context.fillRect(box.x - crop.x, box.y - crop.y, box.width, box.height)
  for (const quality of QUALITIES) {
    const blob = await encodeJpeg(canvas, quality)
    if (blob.size > limits.idFileBytes) continue
    await refuseUntrue(canvas, blob)
    return blob
  }
  throw new Error('the picture is too large however it is encoded')
}
