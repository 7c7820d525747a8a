import sharp from 'sharp'
import { card } from './card.ts'
import { expect, type Page } from '../club/journey.ts'

export const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })

/** Keeps what the page sends, byte for byte, by the side it is for. */
export async function listen(page: Page): Promise<(side: string) => Promise<Buffer>> {
  await page.addInitScript(() => {
    const { open, send } = XMLHttpRequest.prototype
    const sent: Record<string, Blob> = {}
    const to = new WeakMap<XMLHttpRequest, string>()
    Object.assign(window, { sent })
    XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
      to.set(this, /side=(\w+)/.exec(String(url))?.[1] ?? '')
      open.call(this, method, url, true)
    }
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof Blob) sent[to.get(this) ?? ''] = body
      send.call(this, body)
    }
  })
  return async (side) => {
    const bytes = await page.evaluate(async (name) => {
      const { sent } = window as unknown as { sent: Record<string, Blob> }
      return [...new Uint8Array((await sent[name]?.arrayBuffer()) ?? [])]
    }, side)
    return Buffer.from(bytes)
  }
}

export async function pixels(picture: Buffer) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  })
  const at = (x: number, y: number) => {
    const start = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 3
    return [...data.subarray(start, start + 3)]
  }
  return { info, isBlack: (x: number, y: number) => at(x, y).every((part) => part < 12) }
}

/** Where `preparePapers` puts its black box, as parts of the picture. */
export const BLACKENED = { left: 0.6, top: 0.1, right: 0.9, bottom: 0.3 }

/** In the open dialog: agrees, blackens a field of a card, and adds a selfie. */
export async function preparePapers(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const button = (name: string) => dialog.getByRole('button', { name })
  await dialog.getByRole('checkbox').check()
  await button('Weiter zur Auswahl').click()
  await dialog.getByLabel('Datei für die Vorderseite').setInputFiles(jpeg('vorn.jpg', await card()))
  const canvas = dialog.locator('canvas')
  await canvas.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await canvas.boundingBox())!
  const { left, top, right, bottom } = BLACKENED
  await page.mouse.move(x + width * left, y + height * top)
  await page.mouse.down()
  await page.mouse.move(x + width * right, y + height * bottom, { steps: 4 })
  await page.mouse.up()
  await expect(button('Schwärzung 1')).toBeFocused()
  await button('Übernehmen').click()
  await expect(dialog.getByAltText(/^Vorschau der Vorderseite/)).toBeVisible()
  const selfie = jpeg('ich.jpg', await card(600, 800))
  await dialog.getByLabel('Datei für das Selfie').setInputFiles(selfie)
  await button('Übernehmen').click()
  await expect(dialog.getByAltText(/^Vorschau des Selfies/)).toBeVisible()
}

export const submitPapers = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Zur Prüfung einreichen' }).click()
