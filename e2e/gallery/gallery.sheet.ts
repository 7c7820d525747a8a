import type { Browser, Page } from '@playwright/test'

export type SheetPicture = { width: number; png: Buffer }

/** How wide each window's picture stands on the sheet; the phone is what one reads. */
const SHOWN: Record<number, number> = { 320: 240, 768: 400, 1440: 720 }
const GAP = 16
const QUALITY = 0.8

/**
 * One picture of a screen: the three widths side by side, light above dark. Drawn by the browser,
 * which needs no library for it and writes WebP.
 */
export async function openSheets(browser: Browser) {
  const page = await browser.newPage()
  return {
    draw: (rows: SheetPicture[][]): Promise<Buffer> => draw(page, rows),
    close: () => page.close(),
  }
}

async function draw(page: Page, rows: SheetPicture[][]): Promise<Buffer> {
  const input = rows.map((row) =>
    row.map(({ width, png }) => ({ shown: SHOWN[width] ?? width, data: png.toString('base64') })),
  )
  const url = await page.evaluate(
    async ({ rows, gap, quality }) => {
      const drawn = await Promise.all(
        rows.map((row) =>
          Promise.all(
            row.map(async ({ shown, data }) => {
              const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
              const image = await createImageBitmap(new Blob([bytes]))
              return { image, shown, height: Math.round((image.height * shown) / image.width) }
            }),
          ),
        ),
      )
      const heights = drawn.map((row) => Math.max(...row.map(({ height }) => height)))
      const canvas = document.createElement('canvas')
      canvas.width =
        gap + Math.max(...drawn.map((row) => row.reduce((x, p) => x + p.shown + gap, 0)))
      canvas.height = gap + heights.reduce((sum, height) => sum + height + gap, 0)
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.fillStyle = '#8b827d'
      pen.fillRect(0, 0, canvas.width, canvas.height)
      pen.imageSmoothingQuality = 'high'
      let top = gap
      for (const [index, row] of drawn.entries()) {
        let left = gap
        for (const { image, shown, height } of row) {
          pen.drawImage(image, left, top, shown, height)
          left += shown + gap
        }
        top += (heights[index] ?? 0) + gap
      }
      return canvas.toDataURL('image/webp', quality)
    },
    { rows: input, gap: GAP, quality: QUALITY },
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
