/** A file or folder of a layer. The time is the archive's; owner and mode are given, never those of the machine that builds. */
export type Entry = { path: string; mode: number; owner?: number; group?: number } & (
  | { kind: 'folder' }
  | { kind: 'file'; size: number; read: () => Buffer }
  | { kind: 'link'; to: string }
)

const BLOCK = 512
const KINDS = { file: '0', link: '2', folder: '5' }

/** A tar archive, sorted by path, in pieces. The same entries at the same time are the same bytes. */
export function* writeArchive(entries: Entry[], time: number): Generator<Buffer> {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  for (const entry of sorted) {
    const path = entry.kind === 'folder' ? `${entry.path}/` : entry.path
    const to = entry.kind === 'link' ? entry.to : ''
    const long = [
      ...(fits(path) ? [] : [record('path', path)]),
      ...(fits(to) ? [] : [record('linkpath', to)]),
    ].join('')
    if (long) {
      const size = Buffer.byteLength(long)
      yield header({ path: 'long', mode: 0o644, owner: 0, group: 0, kind: 'x', size, to: '', time })
      yield pad(Buffer.from(long))
    }
    const { mode, owner = 0, group = owner } = entry
    const size = entry.kind === 'file' ? entry.size : 0
    yield header({ path, mode, owner, group, kind: KINDS[entry.kind], size, to, time })
    if (entry.kind !== 'file') continue
    const content = entry.read()
    if (content.length !== size) throw new Error(`${path} changed while it was packed`)
    yield pad(content)
  }
  yield Buffer.alloc(2 * BLOCK)
}

const fits = (name: string) => Buffer.byteLength(name) <= 100

/** A record says its own length, which its own length is part of. */
function record(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`
  const length = Buffer.byteLength(rest)
  const whole = length + String(length + String(length).length).length
  return `${whole}${rest}`
}

type Header = Required<Pick<Entry, 'path' | 'mode' | 'owner' | 'group'>> & {
  kind: string
  size: number
  to: string
  time: number
}

function header({ path, mode, owner, group, kind, size, to, time }: Header): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) =>
    `${value.toString(8).padStart(length - 1, '0')}\0`
  const write = (text: string, at: number, length: number) =>
    Buffer.from(text).copy(block, at, 0, length)
  write(path, 0, 100)
  write(octal(mode, 8), 100, 8)
  write(octal(owner, 8), 108, 8)
  write(octal(group, 8), 116, 8)
  write(octal(size, 12), 124, 12)
  write(octal(time, 12), 136, 12)
  write(' '.repeat(8), 148, 8)
  write(kind, 156, 1)
  write(to, 157, 100)
  write('ustar\u000000', 257, 8)
  const sum = block.reduce((all, byte) => all + byte, 0)
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8)
  return block
}

function pad(content: Buffer): Buffer {
  const missing = (BLOCK - (content.length % BLOCK)) % BLOCK
  return missing === 0 ? content : Buffer.concat([content, Buffer.alloc(missing)])
}
