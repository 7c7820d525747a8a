// The statements of reasons without which the database restricts nobody.
import type { TargetKind } from '#contract/moderation/reports.ts'
import type { StatementKind } from '#contract/moderation/statements.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { allocateReference } from '#server/platform/lists/numbers.ts'
import { now, uuid } from '#testing/random.ts'

const LONG_AGO = new Date('2020-01-01')

export type StatedKind = {
  kind: StatementKind
  removedKind: TargetKind | null
  startsAt: Date
  liftedAt: string | null
}

/** The statement a restriction needs, a suspension until then unless told otherwise; answers its id. */
export async function stateDecision(
  on: Pick<Sql, 'run'>,
  userId: string,
  until: Date | string | null,
  facts = 'A test of patience.',
  {
    kind = 'suspension',
    removedKind = null,
    startsAt = LONG_AGO,
    liftedAt = null,
  }: Partial<StatedKind> = {},
): Promise<string> {
  const id = uuid()
  await allocateReference('S', now(), (number) =>
    on
      .run(sql`
      insert into statements (id, number, user_id, kind, removed_kind, starts_at, ends_at, facts,
        ground, rule, source, language, lifted_at, lift_reason)
      values (${id}, ${number}, ${userId}, ${kind}, ${removedKind}, ${startsAt}, ${until}, ${facts},
        'terms', 'House rules', 'own', 'en', ${liftedAt}, ${liftedAt && 'A mistake.'})
      on conflict (number) do nothing`)
      .then((added) => added > 0),
  )
  return id
}

/** Suspends somebody as the desk would, without a word to anybody. */
export async function suspend(
  on: Pick<Sql, 'run'>,
  userId: string,
  until: Date | string,
  reason = 'A test of patience.',
): Promise<void> {
  await stateDecision(on, userId, until, reason)
  await on.run(sql`
    update users set suspended_until = ${until}, suspension_reason = ${reason} where id = ${userId}`)
}
