import type { VerificationStatus } from '#contract/accounts/session.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

type NewVerification =
  | { status: 'verified'; method: 'id_manual' | 'id_auto' | 'payment'; at: Date }
  | { status: Exclude<VerificationStatus, 'verified'> }

/** A method and a time belong to the verified alone. */
export async function updateVerification(
  on: Sql,
  userId: string,
  to: NewVerification,
): Promise<void> {
  const { method, at } = to.status === 'verified' ? to : { method: 'none', at: null }
  await on.run(sql`
    update profiles set verification_status = ${to.status}, verification_method = ${method},
      verified_at = ${at?.toISOString() ?? null}
    where id = ${userId}`)
}

/** A member verified by documents that say another date is verified no longer. */
export async function updateBirthdate(on: Sql, userId: string, birthdate: string): Promise<void> {
  const isOverturned = sql`verification_status = 'verified' and birthdate <> ${birthdate}::date`
  await on.run(sql`
    update profiles set birthdate = ${birthdate},
      verification_status = case when ${isOverturned} then 'none' else verification_status end,
      verification_method = case when ${isOverturned} then 'none' else verification_method end,
      verified_at = case when ${isOverturned} then null else verified_at end
    where id = ${userId}`)
}
