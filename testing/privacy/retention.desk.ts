// What the desk's rules of retention are about, made at any moment.
import { sql } from '#server/platform/database/database.ts'
import { serial, uuid } from '#testing/random.ts'
import type { Club } from '#testing/club/club.ts'
import { stateDecision } from '#testing/moderation/statements.ts'
import { isThere, type Thing } from '#testing/authorisation/things.ts'

/** A case that was decided, perhaps one the authorities were told of. */
async function insertCase(
  club: Club,
  { decidedAt, isHeld = false }: { decidedAt: Date; isHeld?: boolean },
): ReturnType<Thing> {
  const id = uuid()
  const at = decidedAt.toISOString()
  const number = `C-2026-${String(serial()).padStart(6, '0')}`
  await club.db.run(sql`
    insert into cases (id, number, urgency, opened_at, due_at, decided_at)
    values (${id}, ${number}, 72, ${at}, ${at}, ${at})`)
  if (isHeld)
    await club.db.run(sql`
      insert into handovers (id, case_id, facts, proposed_at, answered_at, is_confirmed)
      values (${uuid()}, ${id}, 'A threat.', ${at}, ${at}, true)`)
  return () => isThere(club, sql`select from cases where id = ${id}`)
}

export const deskThings = {
  cases: (club, at) => insertCase(club, { decidedAt: at }),
  heldCases: (club, at) => insertCase(club, { decidedAt: at, isHeld: true }),
  async takenAway(club, at) {
    const { userId } = await club.member()
    const removal = { kind: 'removal', removedKind: 'profile' } as const
    const id = await stateDecision(club.db, userId, null, 'A test of reasons.', {
      ...removal,
      startsAt: at,
    })
    await club.db.run(sql`
      insert into taken_away (statement_id, user_id, kind, taken_at, sealed)
      values (${id}, ${userId}, 'profile', ${at.toISOString()}, '\\x01')`)
    return () => isThere(club, sql`select from taken_away where statement_id = ${id}`)
  },
  async statements(club, at) {
    const { userId } = await club.member()
    const id = await stateDecision(club.db, userId, at)
    return () => isThere(club, sql`select from statements where id = ${id}`)
  },
  async banEvidence(club, at) {
    const id = uuid()
    await club.db.run(sql`
      insert into banned_addresses
      values (${id}, decode(repeat('07', 32), 'hex'), ${at.toISOString()})`)
    return () => isThere(club, sql`select from banned_addresses where ban_id = ${id}`)
  },
  async apartMarks(club, at) {
    const { userId } = await club.member()
    await club.db.run(sql`
      insert into apart_marks
      values (${userId}, 'block', ${uuid()}, decode(repeat('07', 32), 'hex'), ${at.toISOString()},
        ${at.toISOString()})`)
    return () => isThere(club, sql`select from apart_marks where owner_id = ${userId}`)
  },
} satisfies Record<string, Thing>
