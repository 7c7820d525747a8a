import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { allMatches } from '../words.ts'

/** Somebody named in a text: `name` as it stands there after the `@`, `username` as they are called now. */
export const Mention = z.object({ id: z.uuid(), username: z.string(), name: z.string() })
export type Mention = z.infer<typeof Mention>

// an @ within a word is an address, not a name
const AT = /(?<![\p{L}\p{N}_@])@/gu
const isInside = (char: string | undefined) =>
  char !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(char)
const readCharacter = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at)!)

/** Where names may begin and what they may be, for each the longest first. */
export function possibleNames(text: string): { at: number; names: string[] }[] {
  return allMatches(AT, text)
    .slice(0, limits.mentionsPerPost)
    .map(({ index }) => {
      const names: string[] = []
      let name = ''
      const rest = text.slice(index + 1).split('\n', 1)[0]!
      for (const char of [...rest].slice(0, limits.username.max)) {
        if (name && !isInside(char) && !/\s$/.test(name)) names.unshift(name)
        name += char
      }
      const next = index + 1 + name.length
      if (name && !/\s$/.test(name) && !(next < text.length && isInside(readCharacter(text, next))))
        names.unshift(name)
      return { at: index, names }
    })
}

/**
 * A text in pieces: words as they are, and the mentions among them, each by the name that stands there. `keyOf` says
 * which ways to write a name are one, for who has to find them all.
 */
export function mentionParts(
  text: string,
  mentions: readonly Mention[],
  keyOf = (name: string) => name.toLowerCase(),
): (string | Mention)[] {
  if (mentions.length === 0) return [text]
  const keys = mentions.map(({ name }) => keyOf(name))
  const parts: (string | Mention)[] = []
  let done = 0
  for (const { at, names } of possibleNames(text)) {
    const find = (name: string) => mentions[keys.indexOf(keyOf(name))]
    const name = at < done ? undefined : names.find(find)
    if (name === undefined) continue
    parts.push(text.slice(done, at), { ...find(name)!, name })
    done = at + 1 + name.length
  }
  return [...parts, text.slice(done)].filter((part) => part !== '')
}
