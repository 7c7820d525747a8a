import type { AnswerOf } from '#contract/endpoint.ts'
import type { listDocumentViews, listLooks, listSentMails } from '#contract/privacy/ownData.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

type View = AnswerOf<typeof listDocumentViews>['views'][number]

/** Every time somebody looked at a document of theirs, newest first. */
export const documentViews = (on: Sql, userId: string): Promise<View[]> =>
  on.rows<View>(sql`
    select at, details ->> 'side' as side, details ->> 'purpose' as purpose from audit
    where subject_id = ${userId} and action = 'id_viewed' order by id desc`)

/** SQL: whether a member may read of a look `t`: the one the case is about only once a later decision was made. */
export const mayKnowLook = (userId: string): Query => sql`
  t.user_id = ${userId} and (not t.is_about
    or exists (select from cases c where c.id = t.case_id and c.decided_at is not null)
    or exists (select from case_decisions d where d.case_id = t.case_id and d.decided_at >= t.looked_at))`

type Look = AnswerOf<typeof listLooks>['looks'][number]

export const readLooks = (on: Sql, userId: string): Promise<Look[]> =>
  on.rows<Look>(sql`
    select t.looked_at as at, t.capacity, c.number as case_number, t.is_about
    from looks t join cases c on c.id = t.case_id
    where ${mayKnowLook(userId)} order by t.looked_at desc, t.id`)

type Mail = AnswerOf<typeof listSentMails>['mails'][number]

export const readSentMails = (on: Sql, userId: string, since: Date): Promise<Mail[]> =>
  on.rows<Mail>(sql`
    select sent_at, subject from sent_mails
    where user_id = ${userId} and sent_at > ${since.toISOString()} order by sent_at desc, id`)
