import { setImmediate as nextTurn } from 'node:timers/promises'
import { foldName } from '#contract/folding.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/tables/messages.ts'
import type { TableHit } from '#contract/tables/messages.ts'
import type { App, Context } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { Semaphore } from '#server/platform/process/semaphore.ts'
import { getOpener } from './tables.keys.ts'
import { readOwnWords } from './search.queries.ts'

const WORD = /[\p{L}\p{Nd}\p{M}]+/gu
const AT_ONCE = 500
/** One answer looks through so many messages at most, and says where to go on. */
const MOST_LOOKED_AT = 5_000
/** After so many everybody else has a turn: with as many words as can be asked for they take some 30 ms. */
const A_TURN = 25

const searching = perApp<Pick<App, 'bus'>, Semaphore>(
  () => new Semaphore({ abreast: 2, waiting: 100 }),
)

/** Words are sealed, so that no index knows them: they are opened and looked through, newest first. */
export const searchTables: Handler<typeof contract.searchTables> = async (ctx, { query }) => {
  const words = (query.words.match(WORD) ?? []).map(foldName).filter(Boolean)
  if (words.length === 0) return { found: [], next: null }
  return searching(ctx).run(() => lookThrough(ctx, [...new Set(words)], query.before ?? null))
}

async function lookThrough(ctx: Context, words: readonly string[], from: string | null) {
  const { userId } = ctx.viewer
  const found: TableHit[] = []
  let before = from
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += AT_ONCE) {
    const rows = await readOwnWords(ctx.db, userId, ctx.now(), { before, limit: AT_ONCE })
    for (const [at, row] of rows.entries()) {
      if (at % A_TURN === 0) await nextTurn()
      const open = await getOpener(ctx, { tableId: row.tableId, key: row })
      const text = open(row.id, row.sealed)
      before = row.cursor
      const matches = findWords(text, words)
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
function findWords(text: string, words: readonly string[]): TableHit['matches'] {
  const missing = new Set(words)
  const matches = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldName(word)
    const begins = words.filter((one) => folded.startsWith(one))
    if (begins.length > 0) matches.push({ from: index, to: index + word.length })
    for (const one of begins) missing.delete(one)
  }
  return missing.size === 0 ? matches : []
}
