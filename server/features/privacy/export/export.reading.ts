import { streamRows } from '#server/platform/database/streamRows.ts'
import { openStored, type SealedMessage } from '#server/features/tables/tables.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import {
  sectionCountSql,
  sectionRowsSql,
  type Whose,
} from '#server/features/privacy/register/register.queries.ts'
import { isAwaited } from './export.waiting.ts'
import type { Section } from '#server/features/privacy/register/register.ts'

type Reading = Pick<App, 'bus' | 'job' | 'keys' | 'log'>

export type CopiedRow = Record<string, unknown>

/** What is kept of a member, part by part, as it was when the transaction began. */
export type ExportReading = {
  count(section: Section): Promise<number>
  /** Some at a time, in order. */
  rows(section: Section): AsyncGenerator<CopiedRow[]>
}

/** `read` is called with how many rows came; when it returns false, nothing more is read. */
export function openReading(
  app: Reading,
  tx: Sql,
  whose: Whose,
  read: (rows: number) => boolean,
): ExportReading {
  return {
    async count(section) {
      return (await tx.row<{ count: number }>(sectionCountSql(section, whose)))?.count ?? 0
    },
    async *rows(section) {
      if (!read(0)) return
      for await (const rows of streamRows<CopiedRow>(tx, sectionRowsSql(section, whose))) {
        if (!read(rows.length)) return
        yield await openRows(app, section, rows)
      }
    },
  }
}

/** The rows with the words of what is sealed. */
async function openRows(
  app: Reading,
  { fields }: Section,
  rows: CopiedRow[],
): Promise<CopiedRow[]> {
  const sealed = fields.filter((field) => field.isSealed).map(({ name }) => name)
  for (const row of rows)
    for (const name of sealed) row[name] = await openWords(app, row[name] as SealedMessage | null)
  return rows
}

/** Null where there are none, or nothing opens them any more. */
async function openWords(app: Reading, stored: SealedMessage | null): Promise<string | null> {
  try {
    return await openStored(app, stored)
  } catch (error) {
    if (isAwaited(app, error)) throw error
    app.log.warn({ err: error }, 'words at a table could not be opened for a copy')
    return null
  }
}
