import { expect, test } from 'vitest'
import { listRooms } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import fc, { tries } from '#testing/property.ts'

const MEMBERS = 6
const ROOMS = 3

/** Counted anew: who is awake in each room, and who of them is there for others. */
const countAnew = (club: Club) =>
  club.db.rows<{ slug: string; awake: number; present: number }>(sql`
    select r.slug, count(m.user_id) filter (where m.dormant_at is null)::integer as awake,
      count(m.user_id) filter (where m.dormant_at is null
        and not p.is_hidden and p.suspended_until is null)::integer as present
    from rooms r left join room_members m on m.room_id = r.id left join profiles p on p.id = m.user_id
    group by r.id order by r.slug`)

const readKept = (club: Club) =>
  club.db.rows<{ slug: string; awake: number; present: number }>(sql`
    select r.slug,
      (coalesce(max(k.awake), 0) + coalesce(sum(c.awake), 0))::integer as awake,
      (coalesce(max(k.present), 0) + coalesce(sum(c.present), 0))::integer as present
    from rooms r left join room_counts k on k.room_id = r.id
    left join room_count_changes c on c.room_id = r.id
    group by r.id order by r.slug`)

const at = (max: number) => fc.integer({ min: 0, max: max - 1 })
const step = fc.oneof(
  fc.record({
    act: fc.constantFrom('enter', 'leave', 'rest', 'wake', 'mute'),
    who: at(MEMBERS),
    where: at(ROOMS),
  }),
  fc.record({
    act: fc.constantFrom('hide', 'show', 'suspend', 'return', 'rename'),
    who: at(MEMBERS),
    where: fc.constant(0),
  }),
)
type Step = { act: string; who: number; where: number }

/** What changes who is in a room, as SQL: `user` may be any of the members. */
const write = (user: string, room: string, act: string) =>
  ({
    enter: sql`insert into room_members (room_id, user_id, created_at) values (${room}, ${user}, now())
      on conflict (room_id, user_id) do update set dormant_at = null where room_members.dormant_at is not null`,
    leave: sql`delete from room_members where room_id = ${room} and user_id = ${user}`,
    rest: sql`update room_members set dormant_at = now() where user_id = ${user} and dormant_at is null`,
    wake: sql`update room_members set dormant_at = null where user_id = ${user}`,
    mute: sql`update room_members set muted_at = now() where user_id = ${user}`,
    hide: sql`update profiles set is_hidden = true where id = ${user}`,
    show: sql`update profiles set is_hidden = false where id = ${user}`,
    suspend: sql`update profiles set suspended_until = now() where id = ${user}`,
    return: sql`update profiles set suspended_until = null where id = ${user}`,
    rename: sql`update profiles set username = 'R' || left(gen_random_uuid()::text, 20) where id = ${user}`,
  })[act]!

test(
  'however members come, rest, hide and go at once, what is kept of a room is what would be counted',
  { timeout: 120_000 },
  async () => {
    await using club = await openClub()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 }),
        async (rounds: Step[][]) => {
          await club.db.run(sql`delete from users`)
          await club.db.run(sql`delete from rooms`)
          const rooms = await Promise.all(Array.from({ length: ROOMS }, () => club.room()))
          const members: { userId: string }[] = []
          for (let n = 0; n < MEMBERS; n += 1) members.push(await club.member())
          for (const round of rounds) {
            await Promise.all(
              round.map(({ act, who, where }) =>
                club.db.run(write(members[who]!.userId, rooms[where]!.id, act)),
              ),
            )
            expect(await readKept(club)).toEqual(await countAnew(club))
          }
          // profile and membership go at once
          await club.db.run(write(members[0]!.userId, rooms[1]!.id, 'enter'))
          await club.db.run(sql`delete from users where id = ${members[0]!.userId}`)
          await club.db.run(sql`delete from rooms where id = ${rooms[0]!.id}`)
          expect(await readKept(club)).toEqual(await countAnew(club))
          expect(
            await club.db.rows(sql`
              select m.folded_name from room_members m join profiles p on p.id = m.user_id
              where m.folded_name is distinct from folded(p.username)`),
          ).toEqual([])
        },
      ),
      { numRuns: tries(40) },
    )
  },
)

test('what came and went is added up, and what is kept stays small', async () => {
  await using club = await openClub()
  const room = await club.room()
  const mia = await club.member()
  for (let n = 0; n < 40; n += 1) {
    await club.db.run(write(mia.userId, room.id, 'enter'))
    await club.db.run(write(mia.userId, room.id, 'leave'))
  }
  await club.join(mia, room)
  const stored = await club.db.row<{ rows: number }>(
    sql`select count(*)::integer as rows from room_count_changes where room_id = ${room.id}`,
  )
  expect(stored?.rows).toBeLessThan(34)
  const listed = await club.call(mia, listRooms, {})
  expect(listed.ok && listed.answer.rooms.find(({ slug }) => slug === room.slug)).toMatchObject({
    memberCount: 1,
  })
})
