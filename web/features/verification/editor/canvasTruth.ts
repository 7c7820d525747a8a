import type { Size } from './boxes.ts'
import { emptyCanvas, encodeJpeg, UntrueCanvas } from './canvas.ts'

/** Pixels of a side of what is compared. */
const SIDE = 32
/** Mean difference of a channel, of 255: ten times what encoding costs, half of what noise does. */
const MOST_OFF = 32
const SWATCHES = ['#000000', '#ffffff', '#d02020', '#2040d0'] as const

/** Throws `UntrueCanvas` unless a JPEG that was made of a canvas shows what is on it, and a canvas shows colours at all. */
export async function refuseUntrue(canvas: HTMLCanvasElement, jpeg: Blob): Promise<void> {
  const known = emptyCanvas({ width: SIDE, height: SIDE })
  for (const [at, colour] of SWATCHES.entries()) {
    known.context.fillStyle = colour
    known.context.fillRect((at % 2) * (SIDE / 2), at < 2 ? 0 : SIDE / 2, SIDE / 2, SIDE / 2)
  }
  const read = readPixels(known.canvas, known.canvas)
  for (const [at, colour] of SWATCHES.entries()) {
    const middle = ((at < 2 ? 1 : 3) * (SIDE / 4) * SIDE + (1 + (at % 2) * 2) * (SIDE / 4)) * 4
    const wanted = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16))
    if (meanDifference(wanted, read.slice(middle, middle + 3)) > MOST_OFF) throw new UntrueCanvas()
  }
  await compare(known.canvas, await encodeJpeg(known.canvas, 0.92))
  await compare(canvas, jpeg)
}

async function compare(canvas: HTMLCanvasElement, jpeg: Blob): Promise<void> {
  const shown = await createImageBitmap(jpeg).catch(() => null)
  if (!shown || shown.width !== canvas.width || shown.height !== canvas.height)
    throw new UntrueCanvas()
  try {
    if (meanDifference(readPixels(canvas, canvas), readPixels(shown, shown)) > MOST_OFF)
      throw new UntrueCanvas()
  } finally {
    shown.close()
  }
}

/** Small, so that a large picture costs no more. */
function readPixels(source: CanvasImageSource, { width, height }: Size): Uint8ClampedArray {
  const { context } = emptyCanvas({ width: SIDE, height: SIDE })
  context.drawImage(source, 0, 0, width, height, 0, 0, SIDE, SIDE)
  return context.getImageData(0, 0, SIDE, SIDE).data
}

function meanDifference(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += Math.abs(one[at]! - other[at]!)
  return sum / one.length
}
