// The list of icebreakers and which day asks which: read for the rooms, and changed by admins at their desk.
import type { QuestionLine } from '#contract/rooms/icebreakers.ts'
import type { Icebreaker } from '#contract/rooms/rooms.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** Every icebreaker that is asked by itself, in the order of the list. */
export async function listIcebreakers(on: Sql): Promise<Icebreaker[]> {
  const rows = await on.rows<{ id: string; de: string; en: string }>(
    sql`select id, de, en from icebreakers where retired_at is null order by position`,
  )
  return rows.map(({ id, de, en }) => ({ id, question: { de, en } }))
}

/** What a day asks; without a question where its words are not settled yet. */
export const findDay = (
  on: Sql,
  day: string,
): Promise<{ id: string; question: Icebreaker['question'] | null } | undefined> =>
  on.row(sql`
    select icebreaker_id as id,
      case when de is not null then json_build_object('de', de, 'en', en) end as question
    from icebreaker_days where day = ${day}`)

/** Which were asked on so many days before. */
export async function listRecent(on: Sql, day: string, days: number): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(sql`
    select distinct icebreaker_id as id from icebreaker_days
    where day < ${day}::date and day >= ${day}::date - ${days}::integer`)
  return rows.map(({ id }) => id)
}

/** Settles a day; of several at once one does. */
export async function insertDay(on: Sql, day: string, { id, question }: Icebreaker): Promise<void> {
  await on.run(sql`
    insert into icebreaker_days (day, icebreaker_id, is_chosen, de, en)
    values (${day}, ${id}, false, ${question.de}, ${question.en}) on conflict (day) do nothing`)
}

/** The question chosen for a day is asked in the words it has now. */
export async function refreshDayWords(on: Sql, day: string): Promise<void> {
  await on.run(sql`
    update icebreaker_days d set de = i.de, en = i.en from icebreakers i
    where d.day = ${day} and d.de is null and i.id = d.icebreaker_id`)
}

/** That day's question is it, in place of any other; of today its words are settled, too. False when it is so already, or there is none. */
export async function chooseDay(
  on: Sql,
  { day, id, isToday }: { day: string; id: string; isToday: boolean },
): Promise<boolean> {
  const wording = isToday ? sql`i.de, i.en` : sql`null, null`
  const chosen = await on.run(sql`
    insert into icebreaker_days (day, icebreaker_id, is_chosen, de, en)
    select ${day}::date, i.id, true, ${wording} from icebreakers i where i.id = ${id}
    on conflict (day) do update set icebreaker_id = excluded.icebreaker_id, is_chosen = true,
      de = excluded.de, en = excluded.en
    where (icebreaker_days.icebreaker_id, icebreaker_days.is_chosen, icebreaker_days.de, icebreaker_days.en)
      is distinct from (excluded.icebreaker_id, true, excluded.de, excluded.en)`)
  return chosen > 0
}

/** A day to come is free again; one that has come keeps its question. */
export async function deleteDay(on: Sql, day: string, today: string): Promise<boolean> {
  const gone = await on.run(
    sql`delete from icebreaker_days where day = ${day} and day > ${today}::date`,
  )
  return gone > 0
}

export async function deleteScheduledDays(on: Sql, id: string, today: string): Promise<void> {
  await on.run(
    sql`delete from icebreaker_days where icebreaker_id = ${id} and day > ${today}::date`,
  )
}

type Row = Omit<QuestionLine, 'question'> & { de: string; en: string }

const lines = (today: string, which: Query) => sql`
  select i.id, i.de, i.en, i.retired_at is not null as is_retired,
    (select max(d.day) from icebreaker_days d
      where d.icebreaker_id = i.id and d.day <= ${today}::date) as asked_on,
    array(select d.day::text from icebreaker_days d
      where d.icebreaker_id = i.id and d.day > ${today}::date order by d.day) as chosen_for
  from icebreakers i where ${which} order by i.retired_at is not null, i.position desc`

const asLine = ({ de, en, ...line }: Row): QuestionLine => ({ ...line, question: { de, en } })

/** The newest first; retired ones after the others. */
export const listLines = async (on: Sql, today: string): Promise<QuestionLine[]> =>
  (await on.rows<Row>(lines(today, sql`true`))).map(asLine)

export async function findLine(
  on: Sql,
  today: string,
  id: string,
): Promise<QuestionLine | undefined> {
  const row = await on.row<Row>(lines(today, sql`i.id = ${id}`))
  return row && asLine(row)
}

type Words = { de: string; en: string }

/** Admins change the list one after the other, until the transaction ends. Answers how long it is. */
export async function lockList(on: Sql): Promise<number> {
  await on.run(sql`select pg_advisory_xact_lock(hashtextextended('icebreakers', 0))`)
  return (await on.row<{ count: number }>(sql`select count(*) from icebreakers`))?.count ?? 0
}

/** Whether another question has these words, in either language. */
export const hasWords = async (on: Sql, { de, en }: Words, exceptId: string): Promise<boolean> =>
  (await on.row(sql`select from icebreakers
    where id <> ${exceptId} and (lower(de) = lower(${de}) or lower(en) = lower(${en})) limit 1`)) !==
  undefined

export async function insertIcebreaker(on: Sql, id: string, { de, en }: Words): Promise<void> {
  await on.run(sql`
    insert into icebreakers (id, position, de, en)
    select ${id}, coalesce(max(position), 0) + 1, ${de}, ${en} from icebreakers`)
}

/** False when it is so already, or there is none. */
export const updateIcebreaker = async (on: Sql, id: string, { de, en }: Words): Promise<boolean> =>
  (await on.run(sql`
    update icebreakers set de = ${de}, en = ${en}
    where id = ${id} and (de, en) is distinct from (${de}, ${en})`)) > 0

/** False when it is so already, or there is none. */
export const updateRetirement = async (on: Sql, id: string, at: Date | null): Promise<boolean> =>
  (await on.run(sql`
    update icebreakers set retired_at = ${at?.toISOString() ?? null}
    where id = ${id} and (retired_at is null) <> ${at === null}`)) > 0
