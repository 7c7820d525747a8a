// Writes, renames and makes files and folders so that each is there whole after a power cut, or not at all.
import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Writes a file durably, whole or not at all; only the club's user may read it. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const part = `${path}.${randomUUID()}.part`
  try {
    await writeNew(part, content)
    await renameDurably(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** What is written is on the disk; that it has this name, only once the folder is synced. */
export async function writeNew(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes a file that is never written again, durably; of two processes at once one writes it, and both read the same. */
export async function writeOnce(path: string, content: string | Uint8Array): Promise<Buffer> {
  await makeFolder(dirname(path))
  const part = `${path}.${randomUUID()}.part`
  try {
    await writeNew(part, content)
    await link(part, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    // it may be a key
    await rm(part, { force: true })
  }
  await syncFolder(dirname(path))
  return readFile(path)
}

export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** With those above it; each outlives a power cut. Only the club's user may look into them. */
export async function makeFolder(path: string): Promise<void> {
  const whole = resolve(path)
  await syncMade(whole, await makeMissing(whole))
}

/**
 * Answers the topmost of those it made. One by one: of several at once Node says that there is no such folder where
 * a disk can only be read.
 */
async function makeMissing(path: string): Promise<string | undefined> {
  try {
    await mkdir(path, { mode: 0o700 })
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return undefined
    if (code !== 'ENOENT') throw error
  }
  const above = await makeMissing(dirname(path))
  const own = await makeMissing(path)
  return above ?? own
}

/** After the folder was made, with `first` as the topmost of those that were not there. */
export async function syncMade(path: string, first: string | undefined): Promise<void> {
  if (!first) return
  for (let made = path; made.length >= first.length; made = dirname(made))
    await syncFolder(dirname(made))
}

/** Not everywhere can a folder be opened, or synced. */
const IMPOSSIBLE = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EBADF'])

/** What was made, renamed or removed in a folder outlives a power cut. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path)
    await folder.sync()
  } catch (error) {
    if (!IMPOSSIBLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
