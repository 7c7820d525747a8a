import { streamRows } from '#server/platform/database/streamRows.ts'
import { openStored, type SealedMessage } from '#server/features/tables/tables.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import {
  sectionCountSql,
  sectionRowsSql,
  type Whose,
} from '#server/features/privacy/register/register.queries.ts'
import { readable } from './export.waiting.ts'
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

const UNOPENED = 'words at a table could not be opened for a copy'

/** The rows with the words of what is sealed. */
async function openRows(
  app: Reading,
  { fields }: Section,
  rows: CopiedRow[],
): Promise<CopiedRow[]> {
  const sealed = fields.filter((field) => field.isSealed).map(({ name }) => name)
  for (const row of rows)
    for (const name of sealed) {
      const stored = row[name] as SealedMessage | null
      row[name] = await readable(app, () => openStored(app, stored), UNOPENED)
    }
  return rows
}
