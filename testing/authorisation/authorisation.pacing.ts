// What everybody's well-formed request about the club's pace gets.
import * as pacing from '#contract/content-rules/contentRules.ts'
import { sql } from '#server/platform/database/database.ts'
import { letters, uuid } from '#testing/random.ts'
import { insiders, inRoom, noRequest, row, type AccessRow } from './authorisation.access.ts'

export const pacingRows: AccessRow[] = [
  row(pacing.getPace, inRoom, insiders),
  row(pacing.setHidden, () => ({ body: { isHidden: true } })),
  row(pacing.listWords, noRequest),
  row(pacing.addWord, () => ({ body: { word: `wort${letters(16)}` } })),
  row(pacing.removeWord, async ({ club }) => {
    const wordId = uuid()
    // a fuzz asks for this a thousand times, and the list has a limit
    await club.db.run(sql`
      delete from blocked_words
      where id in (select id from blocked_words order by added_at desc offset 100)`)
    await club.db.run(sql`
      insert into blocked_words values (${wordId}, ${`wort${wordId.slice(0, 8)}`}, now())`)
    return { params: { wordId } }
  }),
]
