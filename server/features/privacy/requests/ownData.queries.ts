import type { AnswerOf } from '#contract/endpoint.ts'
import type { listDocumentViews, listSentMails } from '#contract/privacy/ownData.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

type View = AnswerOf<typeof listDocumentViews>['views'][number]

/** Every time somebody looked at a document of theirs, newest first. */
export const documentViews = (on: Sql, userId: string): Promise<View[]> =>
  on.rows<View>(sql`
    select at, details ->> 'side' as side, details ->> 'purpose' as purpose from audit
    where subject_id = ${userId} and action = 'id_viewed' order by id desc`)

type Mail = AnswerOf<typeof listSentMails>['mails'][number]

export const readSentMails = (on: Sql, userId: string, since: Date): Promise<Mail[]> =>
  on.rows<Mail>(sql`
    select sent_at, subject from sent_mails
    where user_id = ${userId} and sent_at > ${since.toISOString()} order by sent_at desc, id`)
