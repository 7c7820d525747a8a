import { foldName } from '#contract/folding.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/tables/messages.ts'
import type { TableHit } from '#contract/tables/messages.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { getOpener } from './tables.keys.ts'
import { readOwnWords } from './search.queries.ts'

const WORD = /[\p{L}\p{Nd}\p{M}]+/gu
const AT_ONCE = 500
/** One answer looks through so many messages at most, and says where to go on. */
const MOST_LOOKED_AT = 5_000

/** Words are sealed, so that no index knows them: they are opened and looked through, newest first. */
export const searchTables: Handler<typeof contract.searchTables> = async (ctx, { query }) => {
  const { userId } = ctx.viewer
  const asked = (query.words.match(WORD) ?? []).map(foldName).filter(Boolean)
  const found: TableHit[] = []
  if (asked.length === 0) return { found, next: null }
  let before = query.before ?? null
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += AT_ONCE) {
    const rows = await readOwnWords(ctx.db, userId, ctx.now(), { before, limit: AT_ONCE })
    for (const row of rows) {
      const open = await getOpener(ctx, { tableId: row.tableId, key: row })
      const text = open(row.id, row.sealed)
      before = row.cursor
      const matches = findWords(text, asked)
      if (matches.length === 0) continue
      const { tableId, other, id, number, isOwn, createdAt } = row
      found.push({ tableId, other, message: { id, number, isOwn, text, createdAt }, matches })
      if (found.length === limits.searchPage) return { found, next: before }
    }
    if (rows.length < AT_ONCE) return { found, next: null }
  }
  return { found, next: before }
}

/** Where the words stand that begin as asked, if each of those asked for begins one. */
export function findWords(text: string, asked: readonly string[]): TableHit['matches'] {
  const missing = new Set(asked)
  const matches = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldName(word)
    const begins = asked.filter((one) => folded.startsWith(one))
    if (begins.length > 0) matches.push({ from: index, to: index + word.length })
    for (const one of begins) missing.delete(one)
  }
  return missing.size === 0 ? matches : []
}
