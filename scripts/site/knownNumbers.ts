import type { Plugin } from 'vite'
import { limits } from '#contract/limits.ts'

/** Where words look up a number by its name; once each stands in them nothing is left to look up. */
const LOOKED_UP = /\/web\/text\/readLimit\.ts$/
const LIST = /\/contract\/limits\.ts$/
const IMPORTED = /\bimport \{[^}]*\blimits\b[^}]*\} from '[^']*limits\.ts'/

/**
 * Writes the club's numbers where they are named, in code and in words, so that nobody fetches the list
 * of all of them. Tests and the server read the list itself.
 */
export function knownNumbers(): Plugin {
  return {
    name: 'known-numbers',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(contract|web)\/[^?]*\.(tsx?|json)$/ },
      handler(code, id) {
        if (LOOKED_UP.test(id)) return `export const readLimit = () => ''`
        if (id.endsWith('.json')) return code.replaceAll(/\{\{limits\.([\w.]+)\}\}/g, write)
        // a file in which that name means something else is left alone
        if (!LIST.test(id) && !IMPORTED.test(code)) return null
        return code.replaceAll(/(?<![\w.'`"])limits\.(\w+(?:\.(?:min|max)\b)?)/g, write)
      },
    },
  }
}

/** A number as it stands in the list; what is none stays a name. */
function write(name: string, path: string): string {
  let value: unknown = limits
  for (const part of path.split('.')) value = Object(value)[part] as unknown
  return typeof value === 'number' ? String(value) : name
}
