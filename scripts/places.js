import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
export const MODULES = join(ROOT, 'node_modules')

/** @param {string[]} parts */
export const at = (...parts) => join(ROOT, ...parts)

/** Prints a sentence for the person at the command line and ends. @param {string} sentence @returns {never} */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/**
 * One hash over the contents of files and folders; what is missing counts as empty.
 * @param {string[]} paths relative to the repository
 * @param {(path: string) => boolean} [counts]
 */
export function contentHash(paths, counts = () => true) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const add = (/** @type {string} */ path) => {
    if (counts(path)) hash.update(`${path}\0`).update(read(path)).update('\0')
  }
  for (const path of paths) {
    const inside = list(path)
    if (inside) for (const file of inside) add(`${path}/${file}`)
    else add(path)
  }
  return hash.digest('hex')
}

/** The files below a folder, relative to it; null when it is none. @param {string} path */
function list(path) {
  try {
    const inside = readdirSync(at(path), { recursive: true, encoding: 'utf8' })
    return inside.filter((name) => statSync(at(path, name)).isFile()).sort()
  } catch {
    return null
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(at(path))
  } catch {
    return ''
  }
}
