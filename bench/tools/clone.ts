import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const NOT_COPIED = /^(\..+|node_modules|dist.*|bench|checks|e2e|docs)$/

/** A copy of this repository with its packages and nothing built, to start as a newcomer would. */
export async function cloneHere(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'club-clone-'))
  const here = process.cwd()
  await cp(here, folder, {
    recursive: true,
    filter: (from) => from === here || !NOT_COPIED.test(basename(from)),
  })
  await symlink(join(here, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Everything a process started, itself included. */
export function family(pid: number): { pid: number; command: string }[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const all = lines.flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)
    return found ? [{ pid: Number(found[1]), parent: Number(found[2]), command: found[3]! }] : []
  })
  const inside = new Set([pid])
  for (let size = 0; size !== inside.size;) {
    size = inside.size
    for (const one of all) if (inside.has(one.parent)) inside.add(one.pid)
  }
  return all.filter((one) => inside.has(one.pid))
}
