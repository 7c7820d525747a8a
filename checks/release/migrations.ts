// What of a migration would stop the club while it runs, or the version before it. Comments of a migration say why
// it is right all the same.

/** Those that a table made in the same file cannot be: they grow with the club, and are written all the time. */
const BIG = new Set(
  `attempts audit bell_items log_ins message_push posts post_mentions room_members room_reads sessions
  table_messages waves users profiles notice_settings cases evidence ledger_entries consent_ledger`.split(
    /\s+/,
  ),
)

/** Everything at once but what stands in functions, which are whole anyway. */
function splitStatements(text: string): string[] {
  const plain = text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
    .replace(/--.*$/gm, '')
    .replace(/'(?:[^']|'')*'/g, "''")
  return plain.split(';').map((one) => one.replace(/\s+/g, ' ').trim().toLowerCase())
}

/** `-- stops posts: <why>` */
const isExcused = (text: string, table: string) =>
  new RegExp(`^-- stops ${table}: \\S`, 'm').test(text)

/** In a sentence each. */
export function listFaults(text: string): string[] {
  const statements = splitStatements(text)
  const made = new Set(
    statements.flatMap(
      (one) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(one)?.[1] ?? [],
    ),
  )
  const isOwn = (table: string) => made.has(table)
  return statements.flatMap((one) => [
    ...takesAway(one, text, isOwn),
    ...stops(one, text, (table) => BIG.has(table) && !isOwn(table)),
  ])
}

const TAKES =
  /\bdrop (table|column|view|type)\b|\brename\b|\balter (column )?\w+ (set data )?type\b/

/** The version before goes on asking for it. */
function takesAway(one: string, text: string, isOwn: (table: string) => boolean): string[] {
  const table = tableOf(one)
  const found: string[] = []
  if (TAKES.test(one) && !isOwn(table) && !/^-- works from \d+\.\d+ on: \S/m.test(text))
    found.push(
      `“${one}” takes away or renames: say “-- works from VERSION on: why”, with the first version that does without.`,
    )
  if (
    table &&
    !isOwn(table) &&
    /\badd (column )?(if not exists )?\w+ [^,]*\bnot null\b/.test(one) &&
    !/\bdefault\b|\bgenerated\b/.test(one)
  )
    found.push(`“${one}” wants a value that the version before does not write: give it a default.`)
  return found
}

/** All who write to the table wait until every row was read. */
function stops(one: string, text: string, isBig: (table: string) => boolean): string[] {
  const table = tableOf(one)
  if (!isBig(table) || isExcused(text, table)) return []
  const why = `, or say “-- stops ${table}: why”.`
  if (/^create (unique )?index (?!concurrently)/.test(one))
    return [
      `“${one}” keeps everybody from writing to ${table} while it is made: make it another way${why}`,
    ]
  if (
    /\badd (constraint|check|foreign key)\b|\breferences\b/.test(one) &&
    !/\bnot valid\b/.test(one)
  )
    return [`“${one}” reads all of ${table} before anybody writes again: add it “not valid”${why}`]
  if (/\bset not null\b/.test(one))
    return [
      `“${one}” reads all of ${table} before anybody writes again: check it “not valid” first${why}`,
    ]
  return []
}

const tableOf = (one: string): string =>
  /^(?:alter|drop) table (?:if exists )?(?:only )?(\w+)/.exec(one)?.[1] ??
  /^create (?:unique )?index (?:.*? )?on (?:only )?(\w+)/.exec(one)?.[1] ??
  ''
