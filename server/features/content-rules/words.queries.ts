import { sql, type Sql } from '#server/platform/database/database.ts'

type BlockedWordRow = { id: string; word: string; addedAt: string }

export const readWords = (on: Sql): Promise<BlockedWordRow[]> =>
  on.rows<BlockedWordRow>(sql`
    select id, word, added_at from blocked_words order by word collate "de-x-icu", id`)

/** Lets one list of words be changed at a time, until the transaction ends. */
export async function lockWords(on: Sql): Promise<void> {
  await on.run(sql`lock table blocked_words in share row exclusive mode`)
}

export async function insertWord(on: Sql, { id, word, addedAt }: BlockedWordRow): Promise<void> {
  await on.run(
    sql`insert into blocked_words (id, word, added_at) values (${id}, ${word}, ${addedAt})`,
  )
}

export async function deleteWord(on: Sql, id: string): Promise<boolean> {
  return (await on.run(sql`delete from blocked_words where id = ${id}`)) > 0
}
