// Everything that happens to a contract goes through here: written down, folded, and what follows is done.
import type { App } from '#server/platform/context.ts'
import { findSureTime } from '#server/platform/database/clock.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { applyEffects } from '#server/features/billing/subscriptions/machine/subscription.effects.ts'
import type {
  SettlingRule,
  SubscriptionEvent,
} from '#server/features/billing/subscriptions/machine/subscription.events.ts'
import { foldEvents } from '#server/features/billing/subscriptions/machine/subscription.folding.ts'
import {
  findSubscription,
  hasOtherLive,
  insertEvents,
  listContracts,
  lockSubscription,
  type SubscriptionRow,
} from './subscription.queries.ts'
import {
  canWithdraw,
  earlier,
  hasRunOut,
  isOver,
  type SubscriptionState,
} from '#server/features/billing/subscriptions/machine/subscription.state.ts'

/**
 * Writes down what happened, folds it again and does what follows from it, in the caller's
 * transaction. What was known already changes nothing. Provider events go through `fromProvider`.
 */
export async function applyEvents(
  app: App,
  on: Sql,
  subscriptionId: string,
  events: readonly SubscriptionEvent[],
): Promise<void> {
  await advance(app, on, subscriptionId, () => events)
}

type Decided = readonly SubscriptionEvent[]

/** `isStopping`: the caller is stopping the agreement. */
export type Following = { isStopping?: boolean }

/**
 * As `applyEvents`, with what happens decided by how the contract stands while nothing else can happen to it; `at` is the
 * time by which that is judged.
 */
export async function advance(
  app: App,
  on: Sql,
  subscriptionId: string,
  decide: (state: SubscriptionState, row: SubscriptionRow, at: Date) => Decided | Promise<Decided>,
  { isStopping = false }: Following = {},
): Promise<SubscriptionRow | undefined> {
  if (!(await lockSubscription(on, subscriptionId))) return undefined
  // a clock ahead must neither end a contract by time alone nor hold up what is done to it
  const at = await findSureTime(on, app.now())
  const known = await findSubscription(on, subscriptionId)
  if (!known) return undefined
  const events = [...(await decide(foldEvents(known, at), known, at))]
  const keys = await insertEvents(on, subscriptionId, events, at)
  let row = keys.size > 0 ? await findSubscription(on, subscriptionId) : known
  while (row) {
    const next = await consequence(on, known, row, at)
    if (!next) break
    events.push(next)
    for (const key of await insertEvents(on, subscriptionId, [next], at)) keys.add(key)
    row = await findSubscription(on, subscriptionId)
  }
  if (!row) return undefined
  await applyEffects(app, on, {
    row,
    before: foldEvents(row, at, { without: keys }),
    state: foldEvents(row, at),
    fresh: events.filter(({ key }) => keys.has(key)),
    at,
    isStopping,
  })
  return row
}

/** What the club itself has to add to what became known; null when that is nothing. */
async function consequence(
  on: Sql,
  known: SubscriptionRow,
  row: SubscriptionRow,
  at: Date,
): Promise<SubscriptionEvent | null> {
  const state = foldEvents(row, at)
  // a late word revives it, but its member has ordered again since: nobody pays for two
  if (isOver(known) && !isOver(state) && (await hasOtherLive(on, row)))
    return settling('replaced', at)
  if (!hasRunOut(state)) return null
  const key = `ended:${state.endedAt?.toISOString()}`
  if (row.events.some((event) => event.key === key)) return null
  return { kind: 'ended', key, occurredAt: at, data: {} }
}

const settling = (rule: SettlingRule, at: Date): SubscriptionEvent => ({
  kind: 'settled',
  key: `settled:${rule}:${at.toISOString()}`,
  occurredAt: at,
  data: { rule },
})

/** What a declaration of that moment is known by. */
const declaredKey = (kind: 'cancelled' | 'withdrawn' | 'settled', at: Date) =>
  `${kind}:declared:${at.toISOString()}`

/** Disputable for `limits.disputeHours`: until then the provider is not told, unless it would charge. */
export async function cancelByDeclaration(
  app: App,
  on: Sql,
  subscriptionId: string,
  at: Date,
  endDate: string | null,
): Promise<void> {
  const data = { isDisputable: true, ...(endDate && { endDate }) }
  const key = declaredKey('cancelled', at)
  await applyEvents(app, on, subscriptionId, [{ kind: 'cancelled', key, occurredAt: at, data }])
}

/**
 * Takes the contract back; false when it is too late or there is nothing to take back. What
 * somebody declared who is not signed in can be disputed: then the money goes back only after
 * `limits.disputeHours`.
 */
export async function withdraw(
  app: App,
  on: Sql,
  subscriptionId: string,
  at: Date,
  { isDisputable = false }: { isDisputable?: boolean } = {},
): Promise<boolean> {
  const key = isDisputable ? declaredKey('withdrawn', at) : `withdrawn:${at.toISOString()}`
  let isDone = false
  await advance(app, on, subscriptionId, (state, _, sure) => {
    const occurredAt = earlier(at, sure)
    isDone = canWithdraw(state, occurredAt)
    return isDone ? [{ kind: 'withdrawn', key, occurredAt, data: { isDisputable } }] : []
  })
  return isDone
}

/**
 * Ends the contract as of the moment an important reason was declared. Answers false when it was
 * over by then.
 */
export async function terminate(
  app: App,
  on: Sql,
  subscriptionId: string,
  declaredAt: Date,
): Promise<boolean> {
  const key = declaredKey('settled', declaredAt)
  const data = { rule: 'termination', isDisputable: true } as const
  const event = { kind: 'settled', key, occurredAt: declaredAt, data } as const
  const row = await advance(app, on, subscriptionId, () => [event])
  return row !== undefined && foldEvents(row, app.now()).settledBy === 'termination'
}

/**
 * Undoes the cancellation or withdrawal declared at `declaredAt`, as if it had never been. False
 * when it stays: its member has ordered again since, and nobody has two contracts.
 */
export async function disputeDeclared(
  app: App,
  on: Sql,
  subscriptionId: string,
  declaredAt: Date,
): Promise<boolean> {
  const at = app.now()
  const keys = (['cancelled', 'withdrawn', 'settled'] as const).map((kind) =>
    declaredKey(kind, declaredAt),
  )
  let isUndone = true
  await advance(app, on, subscriptionId, async (state, row) => {
    const wouldRevive = isOver(state) && !isOver(foldEvents(row, at, { without: new Set(keys) }))
    isUndone = !(wouldRevive && (await hasOtherLive(on, row)))
    if (!isUndone) return []
    return keys
      .filter((eventKey) => row.events.some(({ key }) => key === eventKey))
      .map((eventKey) => {
        const key = `disputed:${eventKey}`
        return { kind: 'disputed', key, occurredAt: at, data: { eventKey } } as const
      })
  })
  return isUndone
}

/**
 * Ends and settles whatever a member has running: all but a deletion pay the rest of the term back. Those that
 * are over get them, too: a dispute or a late notice must not bring one back.
 */
export async function settleSubscription(
  on: Sql,
  app: App,
  userId: string,
  rule: Exclude<SettlingRule, 'replaced'>,
): Promise<void> {
  const event = settling(rule, app.now())
  for (const id of await listContracts(on, userId)) await applyEvents(app, on, id, [event])
}
