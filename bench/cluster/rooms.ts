// Sixty rooms instead of the twenty of the other measurements: what one says reaches some twenty of six hundred listeners,
// as in a club of that size, and the two processors do not spend their time on copies of it.
import { sql, type Sql } from '#server/platform/database/database.ts'
import { MEMBERS } from '../tools/filling.ts'

const ROOMS = 60

/** Every member is in room 0 and in two more. */
export const memberRooms = (member: number): number[] => [
  0,
  1 + (member % (ROOMS - 1)),
  1 + ((member + 7) % (ROOMS - 1)),
]

/** The members of a filled club move to more rooms. */
export async function spreadMembers(on: Sql): Promise<void> {
  const places = Array.from({ length: MEMBERS }, (_, member) =>
    memberRooms(member).map((room) => ({ room, member })),
  ).flat()
  await on.run(sql`
    insert into rooms (id, slug, name, access_level, created_at)
    select md5('room ' || n)::uuid, 'room-' || n, 'Room ' || n, 'free', now()
    from generate_series(0, ${ROOMS - 1}::int) n
    on conflict (id) do nothing`)
  await on.run(sql`delete from room_members`)
  await on.run(sql`
    insert into room_members (room_id, user_id, created_at)
    select md5('room ' || room)::uuid, md5('member ' || member)::uuid, now()
    from unnest(${places.map(({ room }) => room)}::int[], ${places.map(({ member }) => member)}::int[])
      as t (room, member)`)
}
