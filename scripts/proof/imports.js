import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { at } from '../places.js'

/** The folders our own code is in. */
export const FOLDERS = ['contract', 'server', 'web', 'scripts', 'testing', 'checks', 'e2e', 'bench']
const FROM = /(?:from|import)\s*\(?\s*'([^']+)'/g

/** Our own code: the text of every file by its path from the repository root. @returns {Map<string, string>} */
export function readSources() {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  )
  const ours = paths.filter((path) => /\.(tsx?|js)$/.test(path) && !path.includes('node_modules/'))
  return new Map(ours.sort().map((path) => [path, readFileSync(at(path), 'utf8')]))
}

/**
 * Every import of a file, as a path from the repository root or as the name of a package.
 * @param {string} path
 * @param {string} text
 */
export const listImports = (path, text) =>
  [...text.matchAll(FROM)].map(([, target = '']) => {
    if (target.startsWith('#')) return target.slice(1)
    if (!target.startsWith('.')) return target
    // without what only the bundler reads, such as `?raw`
    return posix.join(posix.dirname(path), target.replace(/\?\w+$/, ''))
  })
