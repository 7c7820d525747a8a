import { vi } from 'vitest'

type Fill = [style: string, x: number, y: number, width: number, height: number]
/** What was done on one canvas, in order: `picture` stands for the picture drawn. */
export type Painting = { size: [width: number, height: number]; steps: ('picture' | Fill)[] }

/**
 * jsdom decodes and draws nothing. This stands in for the browser: every image decodes to the given
 * size, and each JPEG that is made is remembered as what was painted before it. Undone by
 * `vi.restoreAllMocks` and `closeTab`.
 */
export function standInForCanvas(size = { width: 1000, height: 600 }): Painting[] {
  const made: Painting[] = []
  const steps = new WeakMap<object, Painting['steps']>()
  vi.stubGlobal('createImageBitmap', async () => ({ ...size, close() {} }))
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:here')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const { prototype } = HTMLCanvasElement
  vi.spyOn(prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    const own: Painting['steps'] = []
    steps.set(this, own)
    const context = {
      fillStyle: '',
      setTransform() {},
      drawImage: () => void own.push('picture'),
      fillRect: (...box: [number, number, number, number]) =>
        void own.push([context.fillStyle, ...box]),
    }
    // only what the club draws with
    return context as unknown as null
  })
  vi.spyOn(prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
    made.push({ size: [this.width, this.height], steps: steps.get(this) ?? [] })
    done(new Blob([new Uint8Array([0xff, 0xd8, 0xff, made.length])], { type: 'image/jpeg' }))
  })
  return made
}
