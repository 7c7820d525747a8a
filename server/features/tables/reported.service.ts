import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { asSealed } from './messages.service.ts'
import { fillMessage, findEmptied, findStanding, readAround } from './reported.queries.ts'
import { getOpener, sealText } from './tables.keys.ts'
import { rememberedStart } from './tables.policy.ts'
import { findTableAccess } from './tables.queries.ts'

// The one way in which words of a table leave it: one of the two reports them.

type ReportedMessage = {
  userId: string
  author: string
  text: string
  createdAt: string
  editedAt: string | null
  around: { author: string; text: string; createdAt: string; isQuoted: boolean }[]
}

/** A message and those around it, for a member of its table who still has their copy; null for anybody else. */
export async function readReported(
  app: Pick<App, 'bus' | 'db' | 'keys' | 'now'>,
  userId: string,
  id: string,
): Promise<ReportedMessage | null> {
  const standing = await findStanding(app.db, id)
  if (!standing) return null
  const table = await findTableAccess(app.db, standing.tableId, userId, app.now())
  if (!table || table.openedAt === null) return null
  const since = table.isForgetting ? rememberedStart(app.now()) : null
  const rows = await readAround(app.db, { ...standing, since })
  const reported = rows.find((row) => row.id === id)
  if (!reported) return null
  const open = await getOpener(app, asSealed(table))
  const { userId: authorId, author, createdAt, editedAt, replyNumber } = reported
  return {
    userId: authorId,
    author,
    text: open(id, reported.sealed),
    createdAt,
    editedAt,
    around: rows
      .filter((row) => row !== reported)
      .map((row) => ({
        author: row.author,
        text: open(row.id, row.sealed),
        createdAt: row.createdAt,
        isQuoted: row.number === replyNumber,
      })),
  }
}

/** What was taken away wrongly stands at its table again; false where the table has no place for it any more. */
export async function refillMessage(
  app: Pick<App, 'bus' | 'keys'>,
  tx: Sql,
  { id, text }: { id: string; text: string },
): Promise<boolean> {
  const emptied = await findEmptied(tx, id)
  if (!emptied) return false
  const { tableId, ...key } = emptied
  await fillMessage(tx, id, await sealText(app, { tableId, key }, id, text))
  return true
}
