// Cancellations and withdrawals as declared, which contract each counts for, and whether that is disputed.
import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

export type Declaration = {
  id: string
  reference: string
  kind: 'cancellation' | 'withdrawal'
  isExtraordinary: boolean
  reason: string | null
  name: string
  /** An e-mail address or an order number, as it was typed. */
  contract: string
  email: string
  endDate: string | null
  language: Language | null
  receivedAt: string
}

const columns = sql`d.id, d.reference, d.kind, d.is_extraordinary, d.reason, d.name, d.contract,
  d.email, d.end_date, d.language, d.received_at`

/** Answers false when its id or its reference is there already. */
export async function insertDeclaration(on: Sql, one: Declaration): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into declarations (id, reference, kind, is_extraordinary, reason, name, contract, email,
      end_date, language, received_at)
    values (${one.id}, ${one.reference}, ${one.kind}, ${one.isExtraordinary}, ${one.reason},
      ${one.name}, ${one.contract}, ${one.email}, ${one.endDate}, ${one.language},
      ${one.receivedAt})
    on conflict do nothing`)
  return inserted > 0
}

/** Every declaration waits for a person until its contract is found. */
export async function insertWaiting(on: Sql, declarationId: string): Promise<void> {
  await on.run(sql`
    insert into declaration_states (declaration_id, state) values (${declarationId}, 'waiting')`)
}

export const findDeclaration = (on: Sql, id: string): Promise<Declaration | undefined> =>
  on.row<Declaration>(sql`select ${columns} from declarations d where d.id = ${id}`)

export type DeclarationState = {
  state: 'matched' | 'waiting' | 'disputed' | 'settled'
  subscriptionId: string | null
}

/** Locked until the end of the transaction: others who act on the same declaration wait. */
export const holdState = (on: Sql, id: string): Promise<DeclarationState | undefined> =>
  on.row<DeclarationState>(sql`
    select state, subscription_id from declaration_states where declaration_id = ${id} for update`)

/** The contract it was found to be about, and whether that was all there was to do. */
export async function noteContract(
  on: Sql,
  id: string,
  { subscriptionId, state }: DeclarationState,
): Promise<void> {
  await on.run(sql`
    update declaration_states set state = ${state}, subscription_id = ${subscriptionId}
    where declaration_id = ${id}`)
}

/** Lets a mailed secret take it back, as those before it do: nobody knows which mail arrived. */
export async function noteDisputable(
  on: Sql,
  id: string,
  { hash, until }: { hash: Buffer; until: Date },
): Promise<void> {
  await on.run(sql`
    update declaration_states set dispute_hashes = dispute_hashes || ${hash}::bytea,
      dispute_until = ${until.toISOString()}
    where declaration_id = ${id} and state <> 'disputed'`)
}

/** What a mailed secret may take back, and whose contract it is about. */
export const findDisputable = (
  on: Sql,
  hash: Buffer,
  now: Date,
): Promise<
  { id: string; reference: string; receivedAt: string; userId: string | null } | undefined
> =>
  on.row(sql`
    select d.id, d.reference, d.received_at, s.user_id
    from declaration_states t join declarations d on d.id = t.declaration_id
    left join subscriptions s on s.id = t.subscription_id
    where t.dispute_hashes @> array[${hash}::bytea] and t.dispute_until > ${now.toISOString()}`)

export async function noteDisputed(on: Sql, id: string): Promise<void> {
  await on.run(sql`update declaration_states set state = 'disputed' where declaration_id = ${id}`)
}

/** The registered address of the contract it is about, with what is to be said there. */
export type OwnerLetter = Declaration & {
  state: DeclarationState['state']
  subscriptionId: string
  to: string
  accountLanguage: Language | null
  number: string
}

/** Nothing when there is no contract (its own, or the one that is asked for), or nobody to write to any more. */
export const findOwnerLetter = (
  on: Sql,
  id: string,
  subscriptionId: string | null = null,
): Promise<OwnerLetter | undefined> =>
  on.row<OwnerLetter>(sql`
    select ${columns}, t.state, s.id as subscription_id, u.email as to, u.language as account_language,
      s.number
    from declarations d join declaration_states t on t.declaration_id = d.id
    join subscriptions s on s.id = coalesce(${subscriptionId}::uuid, t.subscription_id)
    join users u on u.id = s.user_id
    where d.id = ${id}`)

/** Answers how many went. */
export async function deleteDeclarations(on: Sql, until: Date): Promise<number> {
  const row = await on.row<{ gone: number }>(
    sql`select forget_declarations(${until.toISOString()}) as gone`,
  )
  return row?.gone ?? 0
}

/** What is left of secrets that are good for nothing any more. */
export async function deleteSecrets(on: Sql, until: Date): Promise<void> {
  await on.run(sql`
    update declaration_states set dispute_hashes = '{}', dispute_until = null
    where dispute_until <= ${until.toISOString()}`)
}
