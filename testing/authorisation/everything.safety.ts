// What was reported, decided and objected to about somebody, and by them.
import { sql } from '#server/platform/database/database.ts'
import { uuid } from '#testing/random.ts'
import type { Club, TestMember } from '#testing/club/club.ts'

const AT = '2026-10-01T10:00:00.000Z'
const LATER = '2026-10-02T10:00:00.000Z'

export async function fillSafety(
  { app, db }: Pick<Club, 'app' | 'db'>,
  mia: TestMember,
  { ben, admin }: { ben: TestMember; admin: TestMember },
): Promise<void> {
  const [about, by, removal, own, theirs, taken] = Array.from({ length: 6 }, () => uuid())
  const words = Buffer.from(JSON.stringify({ bio: 'canary taken away', city: null }))
  const sealed = await app.strongbox.seal('taken-away', taken!, words)
  const queries = [
    sql`insert into cases (id, number, user_id, urgency, opened_at, due_at, decided_at)
      values (${about}, 'C-2026-000001', ${mia.userId}, 72, ${AT}, ${LATER}, ${LATER}),
        (${by}, 'C-2026-000002', ${ben.userId}, 72, ${AT}, ${LATER}, ${LATER})`,
    sql`insert into statements (id, number, user_id, kind, removed_kind, removed_text, starts_at,
        facts, ground, rule, source, language, case_id, decided_by, lifted_at, lifted_by, lift_reason,
        restored)
      values (${removal}, 'S-2026-000001', ${mia.userId}, 'removal', 'post', 'canary removed', ${AT},
        'canary stated', 'terms', 'canary rule', 'report', 'en', ${about}, ${admin.userId}, ${LATER},
        ${admin.userId}, 'canary lifted', 'whole')`,
    sql`insert into statements (id, number, user_id, kind, removed_kind, starts_at, facts, ground,
        rule, source, language)
      values (${taken}, 'S-2026-000002', ${mia.userId}, 'removal', 'profile', ${AT}, 'canary taken',
        'terms', 'canary rule', 'own', 'en')`,
    sql`insert into taken_away (statement_id, user_id, kind, taken_at, sealed)
      values (${taken}, ${mia.userId}, 'profile', ${AT}, ${Buffer.from(sealed)})`,
    sql`insert into scam_warnings values (${mia.userId}, ${removal}, ${LATER})`,
    sql`insert into banned_addresses values (${removal}, decode(repeat('07', 32), 'hex'), ${AT})`,
    sql`insert into age_checks values (${uuid()}, ${mia.userId}, ${about}, ${removal}, ${AT}, ${LATER},
      ${LATER}, 'adult', ${LATER})`,
    sql`insert into statement_links values ('\\x07', ${removal}, ${AT})`,
    sql`insert into reports (id, number, case_id, reporter_id, target_kind, reason, details,
        explanation, received_at, is_trusted, unfounded_at)
      values (${own}, 'R-2026-000001', ${by}, ${mia.userId}, 'profile', 'illegal', 'canary details',
        'canary explained', ${AT}, false, ${LATER}),
      (${theirs}, 'R-2026-000002', ${about}, ${ben.userId}, 'profile', 'illegal',
        'canary-words of ben', 'canary-of-ben', ${AT}, false, null)`,
    sql`insert into appeals (id, statement_id, user_id, decider_id, text, received_at, due_at,
        decided_at, answered_by, is_granted, answer)
      values (${uuid()}, ${removal}, ${mia.userId}, ${admin.userId}, 'canary appeal', ${AT},
        ${LATER}, ${LATER}, ${ben.userId}, true, 'canary answered')`,
    sql`insert into case_decisions (id, case_id, kind, decided_at, decided_by, about_id, facts, rule)
      values (${uuid()}, ${about}, 'remove', ${LATER}, ${admin.userId}, ${mia.userId},
        'canary stated', 'canary rule')`,
    sql`insert into evidence (id, case_id, kind, source_id, frozen_at, content_hash, sealed)
      values (${uuid()}, ${about}, 'profile', null, ${AT}, '\\x01', '\\x02')`,
    sql`insert into looks values (${uuid()}, ${about}, ${mia.userId}, ${AT}, 'moderator', true)`,
    sql`insert into handovers (id, case_id, facts, proposed_by, proposed_at)
      values (${uuid()}, ${about}, 'canary-words of the desk', ${admin.userId}, ${AT})`,
    sql`insert into appeals_gone values (2026, false, 90)`,
    sql`insert into year_figures values (2025, '{"reports": 7, "byReason": [{"key": "scam", "count": 7}]}',
      ${AT})`,
  ]
  for (const query of queries) await db.run(query)
}
