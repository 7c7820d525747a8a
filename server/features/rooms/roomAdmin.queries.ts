// Reads and writes rooms for the admins who keep them: lines, changes, opening and order.
import type { InputOf } from '#contract/endpoint.ts'
import type { RoomLine, saveRoom } from '#contract/rooms/roomAdmin.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { countedSql } from './rooms.queries.ts'

type Row = Omit<RoomLine, 'accessLevel'> & { accessLevel: string }
type NewRoom = Omit<Row, 'isActive' | 'memberCount'>

const ordered = sql`r.position, r.created_at, r.id`

const lines = (which: Query) => sql`
  select r.slug, r.name, r.description, r.icon, r.access_level, r.slow_seconds, r.is_active,
    ${countedSql(sql`awake`)} as member_count
  from rooms r where ${which} order by ${ordered}`

export const listLines = (on: Sql): Promise<Row[]> => on.rows<Row>(lines(sql`true`))

export const findLine = (on: Sql, slug: string): Promise<Row | undefined> =>
  on.row<Row>(lines(sql`r.slug = ${slug}`))

/** Last in order and closed; false when the slug is a room's. */
export async function insertRoom(
  on: Sql,
  { id, at, ...room }: NewRoom & { id: string; at: Date },
): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into rooms (id, slug, name, description, icon, access_level, slow_seconds, is_active,
      position, created_at)
    select ${id}, ${room.slug}, ${room.name}, ${room.description}, ${room.icon},
      ${room.accessLevel}, ${room.slowSeconds}, false,
      coalesce((select max(position) from rooms), 0), ${at.toISOString()}
    on conflict (slug) do nothing`)
  return inserted > 0
}

type Change = InputOf<typeof saveRoom>['body']
type Changed = {
  id: string
  accessLevel: string
  slowSeconds: number
  /** It is open, at another level than before. */
  isOpenedAnew: boolean
}

/** Returns what the rules need to know of the room from now on; nothing when nothing changes, or there is no such room. */
export function updateRoom(on: Sql, slug: string, to: Change): Promise<Changed | undefined> {
  const fields = sql`name, description, icon, access_level, slow_seconds`
  const values = sql`coalesce(${to.name ?? null}, name),
    coalesce(${to.description ?? null}, description), coalesce(${to.icon ?? null}, icon),
    coalesce(${to.accessLevel ?? null}, access_level),
    coalesce(${to.slowSeconds ?? null}::integer, slow_seconds)`
  return on.row(sql`
    with before as (
      select id as same_id, access_level as level_before from rooms where slug = ${slug} for no key update)
    update rooms set (${fields}) = row (${values}) from before
    where id = same_id and (${fields}) is distinct from (${values})
    returning id, access_level, slow_seconds,
      is_active and access_level <> level_before as is_opened_anew`)
}

/** Answers nothing when it is so already, or there is no such room. */
export const updateState = (
  on: Sql,
  slug: string,
  isActive: boolean,
): Promise<{ id: string } | undefined> =>
  on.row(sql`
    update rooms set is_active = ${isActive}
    where slug = ${slug} and is_active <> ${isActive} returning id`)

/** Every room in order, as it stays until the transaction ends. Locked as posting locks them. */
export async function lockOrder(on: Sql): Promise<{ id: string; slug: string }[]> {
  await on.run(sql`select from rooms order by id for no key update`)
  return on.rows(sql`select r.id, r.slug from rooms r order by ${ordered}`)
}

export async function updateOrder(on: Sql, ids: string[]): Promise<void> {
  await on.run(sql`
    update rooms r set position = place.position
    from unnest(${ids}::uuid[]) with ordinality place (id, position)
    where r.id = place.id and r.position <> place.position`)
}
