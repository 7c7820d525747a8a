import { vi } from 'vitest'

type Fill = [style: string, x: number, y: number, width: number, height: number]
/** What was done on one canvas, in order: `picture` stands for the picture drawn. */
type Painting = { size: [width: number, height: number]; steps: ('picture' | Fill)[] }

/** As a screen shows it: the last box painted over a point, else the grey of a picture. */
function colourAt(steps: Painting['steps'], x: number, y: number): number[] {
  const over = steps.findLast(
    (step): step is Fill =>
      step !== 'picture' &&
      x >= step[1] &&
      y >= step[2] &&
      x < step[1] + step[3] &&
      y < step[2] + step[4],
  )
  const hex = over?.[0] ?? '#808080'
  return [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))
}

/**
 * jsdom decodes and draws nothing. This stands in for the browser: every file decodes to one
 * size, and each JPEG that is made of a picture is remembered as what was painted before it; with
 * `isNoisy` it shows something else, as in browsers that guard against being recognised. Undone by
 * `vi.restoreAllMocks` and `closeTab`.
 */
export function standInForCanvas({ isNoisy = false } = {}): Painting[] {
  const made: Painting[] = []
  const steps = new WeakMap<object, Painting['steps']>()
  const painted = new WeakMap<object, Painting>()
  vi.stubGlobal('createImageBitmap', async (blob: Blob) => {
    const known = painted.get(blob)
    const [width, height] = known?.size ?? [1000, 600]
    const bitmap = { width, height, close() {} }
    if (known) steps.set(bitmap, isNoisy ? [['#00ff00', 0, 0, ...known.size]] : known.steps)
    return bitmap
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:here')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const { prototype } = HTMLCanvasElement
  vi.spyOn(prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    const own: Painting['steps'] = []
    steps.set(this, own)
    let shown: { source: object; width: number; height: number } | null = null
    const context = {
      fillStyle: '',
      setTransform() {},
      drawImage: (source: { width: number; height: number }) => {
        shown = { source, width: source.width, height: source.height }
        own.push('picture')
      },
      fillRect: (...box: [number, number, number, number]) =>
        void own.push([context.fillStyle, ...box]),
      getImageData: (_x: number, _y: number, wide: number, high: number) => {
        const from = (shown && steps.get(shown.source)) ?? own
        const size = shown ?? { width: wide, height: high }
        const pixels = Array.from({ length: wide * high }, (_, at) => [
          ...colourAt(
            from,
            (((at % wide) + 0.5) * size.width) / wide,
            ((Math.floor(at / wide) + 0.5) * size.height) / high,
          ),
          255,
        ])
        return { data: Uint8ClampedArray.from(pixels.flat()) }
      },
    }
    // only what the club draws with
    return context as unknown as null
  })
  vi.spyOn(prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
    const painting: Painting = { size: [this.width, this.height], steps: steps.get(this) ?? [] }
    // what is only compared is no picture
    if (painting.steps.includes('picture')) made.push(painting)
    const blob = new Blob([new Uint8Array([0xff, 0xd8, 0xff, made.length])], { type: 'image/jpeg' })
    painted.set(blob, painting)
    done(blob)
  })
  return made
}
