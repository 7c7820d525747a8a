import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { kindOfBytes } from '#web/platform/forms/fileKinds.ts'
import { acceptedTypes, judgeFile } from './fileRules.ts'

const JPEG = [0xff, 0xd8, 0xff, 0xe1]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const PDF = [...new TextEncoder().encode('%PDF-1.7')]
const HEIC = [0, 0, 0, 24, ...new TextEncoder().encode('ftypheic')]
const WEBP = [...new TextEncoder().encode('RIFF....WEBP')]
const bytes = (list: number[]) => new Uint8Array(list)
const file = (name: string, type = '', size = 1_000) => ({ name, type, size })

test.each([
  ['ausweis.jpg', 'image/jpeg', JPEG, 'jpeg'],
  ['AUSWEIS.JPEG', '', JPEG, 'jpeg'],
  ['foto.tar.png', 'image/png', PNG, 'png'],
  ['scan.pdf', 'application/pdf', PDF, 'pdf'],
  ['ausweis.jfif', 'image/jpeg', JPEG, 'jpeg'],
  ['scan.jpe', 'image/jpeg', JPEG, 'jpeg'],
  ['Scan.JPE', '', JPEG, 'jpeg'],
  ['ausweis.jpg', 'image/jpg', JPEG, 'jpeg'],
  ['ausweis.jpg', 'IMAGE/JPEG', JPEG, 'jpeg'],
  ['ausweis.jpeg', 'image/pjpeg', JPEG, 'jpeg'],
  ['ausweis.jfif', 'image/jfif', JPEG, 'jpeg'],
  ['ausweis.jpg', 'application/octet-stream', JPEG, 'jpeg'],
  ['bild.png', 'image/x-png', PNG, 'png'],
  ['ausweis.jpg', 'image/x-citrix-jpeg', JPEG, 'jpeg'],
  ['ausweis.jpg', '*/*', JPEG, 'jpeg'],
  ['scan.pdf', 'application/x-download', PDF, 'pdf'],
  ['scan.PDF', 'application/octet-stream', PDF, 'pdf'],
])('%s is taken for what it says and is', (name, type, start, kind) => {
  expect(judgeFile('front', file(name, type), bytes(start))).toEqual({ kind })
})

test.each([
  ['an extension nobody knows', file('ausweis.gif', 'image/gif'), JPEG, 'invalid_file_type'],
  ['no extension', file('ausweis', 'image/jpeg'), JPEG, 'invalid_file_type'],
  ['two extensions', file('ausweis.jpg.exe'), JPEG, 'invalid_file_type'],
  ['a type that differs from it', file('ausweis.png', 'image/jpeg'), PNG, 'invalid_file_type'],
  ['a picture that is none', file('ausweis.jpg', 'image/jpeg'), PDF, 'invalid_image'],
  ['a PNG called JPEG', file('ausweis.jpg', 'image/jpeg'), PNG, 'invalid_file_type'],
  ['a JPEG called PNG', file('a.png', 'image/png'), JPEG, 'invalid_file_type'],
  ['a JPEG called PNG and not so declared', file('a.png', 'image/jpeg'), JPEG, 'invalid_file_type'],
  ['a WebP called JPEG', file('ausweis.jpg', 'image/jpeg'), WEBP, 'invalid_image'],
  ['a WebP', file('ausweis.webp', 'image/webp'), WEBP, 'invalid_file_type'],
  ['an HEIC called JPEG', file('IMG_2024.jpg', 'image/jpeg'), HEIC, 'heic_picture'],
  ['an HEIC', file('IMG_2024.HEIC', 'image/heic'), HEIC, 'heic_picture'],
  ['an ending made by a browser', file('perso.JPG_large', ''), JPEG, 'invalid_file_type'],
  ['a PDF that is none', file('scan.pdf', 'application/pdf'), JPEG, 'invalid_file_type'],
  ['nothing in it', file('leer.jpg', 'image/jpeg', 0), [], 'invalid_image'],
])('a file with %s is refused', (_, named, start, problem) => {
  expect(judgeFile('front', named, bytes(start))).toEqual({ problem })
})

test('8 MB are taken, one byte more is not', () => {
  const of = (size: number) => judgeFile('back', file('a.png', 'image/png', size), bytes(PNG))
  expect(limits.idFileBytes).toBe(8_388_608)
  expect(of(8_388_608)).toEqual({ kind: 'png' })
  expect(of(8_388_609)).toEqual({ problem: 'file_too_large' })
})

test('a selfie is never a PDF', () => {
  expect(judgeFile('selfie', file('ich.pdf', 'application/pdf'), bytes(PDF))).toEqual({
    problem: 'invalid_file_type',
  })
})

test('a picker offers what is taken, by every name of it', () => {
  for (const name of ['.jpg', '.jpeg', '.jpe', '.jfif', 'image/jpg', 'image/pjpeg', '.png'])
    expect(acceptedTypes('selfie').split(',')).toContain(name)
  expect(acceptedTypes('selfie')).not.toContain('pdf')
  expect(acceptedTypes('back').split(',')).toContain('.pdf')
})

test('a signature cut short is none', () => {
  for (const whole of [JPEG.slice(0, 3), PNG, PDF.slice(0, 5)]) {
    expect(kindOfBytes(bytes(whole))).toBeDefined()
    expect(kindOfBytes(bytes(whole.slice(0, -1)))).toBeUndefined()
  }
})
