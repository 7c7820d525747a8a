import type { Database, Sql } from '#server/platform/database/database.ts'

/** A database that is gone from a statement on, as for a process that is killed; a commit counts as one. */
export function breakDatabase(db: Database, after: number): Database & { isGone(): boolean } {
  let left = after
  const check = () => {
    left -= 1
    if (left < 0) throw new Error('killed')
  }
  const over = (on: Sql): Sql => ({
    rows: async (query) => (check(), on.rows(query)),
    row: async (query) => (check(), on.row(query)),
    run: async (query) => (check(), on.run(query)),
    script: async (text) => (check(), on.script(text)),
  })
  return {
    ...db,
    ...over(db),
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(over(tx))
        check()
        return result
      }),
    isGone: () => left < 0,
  }
}
