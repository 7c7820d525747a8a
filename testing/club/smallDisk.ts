import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BLOCK = 64 * 1024
const PAGE = 4096

/** Whether this machine lets us make a file system of our own: as root, and not in every container. */
export async function mayMount(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'club-mount-'))
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
  if (made.status === 0) execFileSync('umount', [folder])
  await rm(folder, { recursive: true })
  return made.status === 0
}

/** A file system of its own at `folder`, so small that it can be filled; only root can make one. */
export async function smallDisk(megabytes: number, folder: string) {
  await mkdir(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  await chmod(folder, 0o755)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** But for so many pages, which a file has at least one of. */
    fill(leaving = 0) {
      const file = openSync(ballast, 'w')
      let written = 0
      try {
        for (;;) written += writeSync(file, Buffer.alloc(written % BLOCK === 0 ? BLOCK : PAGE))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
      ftruncateSync(file, written - leaving * PAGE)
      closeSync(file)
    },
    makeRoom: () => rm(ballast),
    setReadOnly(isReadOnly: boolean) {
      execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder])
    },
    async [Symbol.asyncDispose]() {
      execFileSync('umount', [folder])
      await rm(folder, { recursive: true })
    },
  }
}
