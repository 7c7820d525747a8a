// Messages written to the club, each stored once, with their answers; admins ask which still wait.
import type { ContactLine } from '#contract/contact.ts'
import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { pagedList, type PageRequest, type PagedList } from '#server/platform/lists/pagedList.ts'

type NewMessage = Pick<ContactLine, 'id' | 'reference' | 'topic' | 'email' | 'text'> & {
  name: string | null
  language: Language | null
}

/** Answers false when its id or its reference is there already. */
export async function insertMessage(on: Sql, message: NewMessage, at: Date): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into messages (id, reference, topic, name, email, text, language, received_at)
    values (${message.id}, ${message.reference}, ${message.topic}, ${message.name},
      ${message.email}, ${message.text}, ${message.language}, ${at.toISOString()})
    on conflict do nothing`)
  return inserted > 0
}

type Sent = { reference: string; isSame: boolean }

/** What was sent under this id, and whether it was the same. */
export const findSentMessage = (on: Sql, message: NewMessage): Promise<Sent | undefined> =>
  on.row<Sent>(sql`
    select reference, (topic, name, email, text) is not distinct from
      (${message.topic}, ${message.name}::text, ${message.email}, ${message.text}) as is_same
    from messages where id = ${message.id}`)

/** What waits, oldest first, or all, newest first. */
export async function listLines(
  on: Sql,
  { isOpen, ...page }: PageRequest & { isOpen: boolean },
): Promise<PagedList<ContactLine>> {
  const list = {
    rows: sql`
      select m.id, m.reference, m.topic, m.name, m.email, m.text, m.received_at, m.answer,
        m.answered_at, coalesce(p.username, '') as answerer
      from messages m left join profiles p on p.id = m.answered_by`,
    where: isOpen ? sql`m.answered_at is null` : sql`true`,
    by: [sql`m.received_at`, sql`m.id`],
    isNewestFirst: !isOpen,
    cursorOf: ({ receivedAt, id }: Row) => ({ at: receivedAt, id }),
  }
  const { lines, next } = await pagedList(on, list, page)
  return { lines: lines.map(asLine), next }
}

const asLine = ({ answer, answerer, answeredAt, ...line }: Row): ContactLine => ({
  ...line,
  answer: answer && answeredAt ? { text: answer, by: answerer, at: answeredAt } : null,
})

type Row = Omit<ContactLine, 'answer'> & {
  answer: string | null
  answerer: string
  answeredAt: string | null
}

export async function countOpen(on: Sql): Promise<number> {
  const row = await on.row<{ count: number }>(
    sql`select count(*) from messages where answered_at is null`,
  )
  return row?.count ?? 0
}

type ContactAnswer = { text: string; by: string; at: Date }

/** The reference of what was answered; null when there was nothing left to answer. */
export async function noteAnswer(on: Sql, id: string, to: ContactAnswer): Promise<string | null> {
  const row = await on.row<{ reference: string }>(sql`
    update messages set answer = ${to.text}, answered_by = ${to.by},
      answered_at = ${to.at.toISOString()}
    where id = ${id} and answered_at is null returning reference`)
  return row?.reference ?? null
}

export type ContactLetter = {
  reference: string
  email: string | null
  language: Language | null
  answer: string | null
}

export const findMessage = (on: Sql, id: string): Promise<ContactLetter | undefined> =>
  on.row<ContactLetter>(
    sql`select reference, email, language, answer from messages where id = ${id}`,
  )

export const messageExists = async (on: Sql, id: string): Promise<boolean> =>
  (await findMessage(on, id)) !== undefined

/** Those whose answer, or without one whose arrival, is as old. Answers how many went. */
export const deleteMessages = (on: Sql, until: Date): Promise<number> =>
  on.run(
    sql`delete from messages where coalesce(answered_at, received_at) <= ${until.toISOString()}`,
  )

/**
 * Messages sent after the request to be deleted stay, since their author still expects an answer. Notices
 * about others stay without their sender. Addresses in lower case.
 */
export async function forgetSender(
  on: Sql,
  emails: readonly string[],
  { requestedAt, now }: { requestedAt: string; now: Date },
): Promise<void> {
  await on.run(sql`
    delete from messages where lower(email) = any (${emails}) and received_at <= ${requestedAt}`)
  await on.run(sql`
    update notices set name = null, email = null, sender_forgotten_at = ${now.toISOString()}
    where lower(email) = any (${emails})`)
}
