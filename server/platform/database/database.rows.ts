import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Sql as Query } from 'sql-template-tag'
import { currentWork } from '#server/platform/process/work.ts'
import { startSpan, type Span } from '#server/platform/tracing/tracing.ts'
import type { Sql } from './database.ts'

type Ask = (statement: pg.QueryConfig | string) => Promise<pg.QueryResult<Record<string, unknown>>>

/** Statements and their rows, over whatever asks. */
export function makeSql(ask: Ask): Sql {
  const query = (statement: Query) => {
    const { text, values } = statement
    const answer = ask({ name: statementName(text), text, values })
    const within = currentWork()?.span
    const span = within ? startSpan('statement', within) : null
    return span ? traceAnswer(answer, span, text) : answer
  }
  return {
    rows: async <T>(statement: Query) => camelCased((await query(statement)).rows) as T[],
    row: async <T>(statement: Query) =>
      camelCased((await query(statement)).rows)[0] as T | undefined,
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    script: async (text) => void (await ask(text)),
  }
}

async function traceAnswer<T>(answer: Promise<T>, span: Span, text: string): Promise<T> {
  let isFailed = true
  try {
    const answered = await answer
    isFailed = false
    return answered
  } finally {
    span.end(summarise(text), { 'db.system.name': 'postgresql' }, isFailed)
  }
}

const summaries = new Map<string, string>()

/** What a statement does to which table: `insert posts`. Its values are no part of its text. */
function summarise(text: string): string {
  const known = summaries.get(text)
  if (known) return known
  const [verb = 'statement'] = /\b(select|insert|update|delete)\b/.exec(text) ?? []
  const [, table = ''] = /\b(?:from|into|update)\s+([a-z_]+)/.exec(text) ?? []
  const summary = `${verb} ${table}`.trim()
  summaries.set(text, summary)
  return summary
}

const names = new Map<string, string>()

/** The same text is prepared once per connection, under a name made from it. */
function statementName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Renames snake_case columns, once per result rather than once per cell. */
function camelCased(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  const renamed = Object.keys(rows[0] ?? {})
    .filter((name) => name.includes('_'))
    .map((name) => [name, name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())])
  if (renamed.length > 0)
    for (const row of rows)
      for (const [from, to] of renamed as [string, string][]) {
        row[to] = row[from]
        delete row[from]
      }
  return rows
}
