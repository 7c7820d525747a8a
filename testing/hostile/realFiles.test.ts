import { expect, test } from 'vitest'
import sharp from 'sharp'
import type { Task } from '#server/platform/decoding/decoder.ts'
import { detectFileType } from '#server/platform/files/fileType.ts'
import { furtherPdfs } from '#testing/hostile/further.pdfs.ts'
import { furtherJpegs, furtherPngs, furtherWebps } from '#testing/hostile/further.pictures.ts'
import { mark, mia, openDecoder } from '#testing/hostile/decoding.ts'
import { readQuarters } from '#testing/fixtures/photos.ts'
import { realJpegs } from '#testing/hostile/real.jpegs.ts'
import { realPngs, realWebps } from '#testing/hostile/real.others.ts'
import type { RealFile } from '#testing/hostile/real.parts.ts'
import { realPdfs } from '#testing/hostile/real.pdfs.ts'
import { seldomJpegs, seldomPdfs, seldomPngs, seldomWebps } from '#testing/hostile/seldom.files.ts'

const QUARTERS = ['red', 'green', 'blue', 'black']
const isRed = async (bytes: Uint8Array) => {
  const { channels } = await sharp(bytes).stats()
  return channels[0]!.mean - channels[2]!.mean > 20
}

/** Every file comes to what it should: the names of those that do not, and what came of them. */
async function wrong(files: RealFile[], isShown: (bytes: Buffer) => Promise<boolean>) {
  const decoder = openDecoder({ niceness: 0 })
  const found: Record<string, string> = {}
  for (const { name, bytes, fate } of files) {
    const type = detectFileType(bytes)
    const task: Task =
      type === 'pdf' ? { kind: 'document', bytes, type, mark } : { kind: 'photo', bytes }
    const outcome = type ? await decoder.decode(mia, task) : null
    let came: string = 'wrong_file_type'
    if (outcome && 'unreadable' in outcome) came = outcome.unreadable
    else if (outcome) came = (await isShown(outcome.pictures[0]!.bytes)) ? 'whole' : 'garbled'
    if (came !== fate) found[name] = `${came}, not ${fate}`
  }
  return found
}
const isWhole = async (bytes: Buffer) => String(await readQuarters(bytes)) === String(QUARTERS)

test('JPEGs as phones and programs make them come whole and upright, or are refused for what they are', async () => {
  const files = await realJpegs()
  expect(files.length).toBeGreaterThan(60)
  expect(await wrong(files, isWhole)).toEqual({})
})

test('so do PNGs and WebPs', async () => {
  expect(await wrong([...(await realPngs()), ...(await realWebps())], isWhole)).toEqual({})
})

test('so do PDFs of more than five producers', async () => {
  const files = await realPdfs()
  const producers = new Set(files.map(({ name }) => /^PDF of (\w+):/.exec(name)?.[1]))
  expect(producers.size).toBeGreaterThan(5)
  expect(await wrong(files, isRed)).toEqual({})
})

test('so do pictures that are right by the book and seldom met', async () => {
  const files = [...(await furtherJpegs()), ...(await furtherPngs()), ...(await furtherWebps())]
  expect(files.length).toBeGreaterThan(60)
  expect(await wrong(files, isWhole)).toEqual({})
})

test('so do such PDFs', async () => {
  const files = await furtherPdfs()
  expect(files.length).toBeGreaterThan(45)
  expect(await wrong(files, isRed)).toEqual({})
})

test('so do pictures of webcams, editors and broken lines, each cut off wherever it may be', async () => {
  const files = [...(await seldomJpegs()), ...(await seldomPngs()), ...(await seldomWebps())]
  expect(files.length).toBeGreaterThan(45)
  expect(await wrong(files, isWhole)).toEqual({})
})

test('so do PDFs of fax machines, offices and broken pictures', async () => {
  expect(await wrong(seldomPdfs(), isRed)).toEqual({})
})
