const WORD = /zq[a-s]{16}/g
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Whose the words and the ids of tables are, to find them where they have no business. */
export class Overhearing {
  #owners = new Map<string, ReadonlySet<string>>()

  /** A word as `letters` draws it, or the id of a table, and the accounts that may have it. */
  note(token: string, owners: readonly string[]): void {
    this.#owners.set(token, new Set(owners))
  }

  get size(): number {
    return this.#owners.size
  }

  /** Everything in a text that its reader must not have; without a reader, everything there is. */
  findForeign(text: string, reader?: string): string[] {
    return this.#find(text, [WORD, ID], reader)
  }

  findWords(text: string): string[] {
    return this.#find(text, [WORD])
  }

  #find(text: string, patterns: RegExp[], reader?: string): string[] {
    return patterns.flatMap((pattern) =>
      (text.match(pattern) ?? []).filter((token) => {
        const owners = this.#owners.get(token)
        return owners !== undefined && !(reader !== undefined && owners.has(reader))
      }),
    )
  }
}
