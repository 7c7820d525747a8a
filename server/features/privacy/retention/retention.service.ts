// Keeps every rule of retention once a day, and says which was not asked or left something past its time.
import type * as contract from '#contract/privacy/dataRequests.ts'
import { retention, type RetentionRule } from '#contract/privacy/retention.ts'
import { cleanUp, forgetBans, forgetOlderKeys } from '#server/features/accounts/accounts.ts'
import {
  forgetDeclarations,
  forgetVouchers,
  forgetWebhooks,
} from '#server/features/billing/billing.ts'
import { forgetConsents } from '#server/features/consent/consent.ts'
import { forgetMessages } from '#server/features/contact/contact.ts'
import { forgetDoor } from '#server/features/admission/admission.ts'
import { forgetBell } from '#server/features/notifications/notifications.ts'
import {
  forgetCases,
  forgetOldStatements,
  keepYears,
} from '#server/features/moderation/moderation.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import { forgetMarks, forgetSignals, forgetTaken } from '#server/features/members/members.ts'
import { sweepTables } from '#server/features/tables/tables.ts'
import { shredDue } from '#server/features/verification/verification.ts'
import { forgetAudit } from '#server/platform/limits/audit.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import {
  retentionCutoff,
  noteRun,
  Unkept,
  type Removed,
} from '#server/platform/limits/retention.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { forgetSentMails } from '#server/platform/mail/sentMails.ts'
import { forgetMailFiles, forgetRequests } from './expiry.service.ts'
import { sweepExports } from '#server/features/privacy/export/exports.sweep.ts'
import { endUnused } from '#server/features/privacy/deletion/inactivity.service.ts'
import { purgeDue } from '#server/features/privacy/deletion/purge.service.ts'
import {
  countRows,
  findLongestUnasked,
  isRunDue,
  listOverdue,
  listProofs,
  listUnasked,
} from './retention.queries.ts'
import { retentionRules, rulesInForce } from './retention.rules.ts'

type Keeper = (app: App) => Promise<Removed>

/** What the desk's figures count goes after its year is kept, and not when that fails. */
const afterYears =
  (keep: Keeper): Keeper =>
  async (app) => {
    // one moment for both, also when a year begins in between
    const at = app.now()
    const then = { ...app, now: () => at }
    await keepYears(then)
    return keep(then)
  }

/** Each enforces rules, returns how much it removed, and may run again at any time. */
const KEEPERS: Keeper[] = [
  // before notices, which take their reports along
  afterYears(forgetCases),
  forgetTaken,
  afterYears(forgetOldStatements),
  cleanUp,
  shredDue,
  forgetMessages,
  forgetBans,
  forgetMarks,
  // after the marks that keep them
  forgetOlderKeys,
  forgetDoor,
  forgetConsents,
  forgetDeclarations,
  forgetWebhooks,
  forgetVouchers,
  forgetSentMails,
  forgetRequests,
  sweepExports,
  forgetMailFiles,
  purgeDue,
  endUnused,
  forgetAudit,
  forgetBell,
  sweepTables,
  forgetSignals,
]

/** Asks every rule, and writes the run and what it left down. What fails keeps no other rule from its turn. */
export async function keepRetention(app: App): Promise<void> {
  const begun = app.now()
  const removed: Removed = {}
  const failures: unknown[] = []
  for (const keep of KEEPERS)
    try {
      Object.assign(removed, await keep(app))
    } catch (error) {
      if (error instanceof Unkept) Object.assign(removed, error.removed)
      else app.log.error({ err: error }, 'a rule of retention could not be kept')
      failures.push(error)
    }
  // what cannot be counted keeps nothing from being written down
  const overdue = await countOverdue(app, begun, failures)
  await noteRun(app.db, removed, { at: app.now(), isDaily: true, overdue })
  if (failures.length > 0) throw failures[0]
}

/** The proof: rows that had their time before this moment and are still there. What failed is added to the failures. */
export async function countOverdue(
  { config, db, log }: Pick<App, 'config' | 'db' | 'log'>,
  now: Date,
  failures: unknown[],
): Promise<Removed> {
  const counts: Removed = {}
  const mustConfirm = needsConfirmation(config)
  for (const rule of rulesInForce)
    try {
      const cut = retentionCutoff(rule, now)
      counts[rule] = await countRows(db, retentionRules[rule].overdue({ now, cut, mustConfirm }))
    } catch (error) {
      log.error({ err: error, rule }, 'what a rule of retention left could not be counted')
      failures.push(error)
    }
  return counts
}

/** A little less than a day, so that the daily run keeps its hour. */
const DUE_MS = 23.5 * HOUR_MS
/** A day's run, and half a day to notice and repair. */
const OVERDUE_MS = 36 * HOUR_MS

/** Once a day; asked every hour, so that a club that was closed at night catches up. */
export async function keepDaily(app: App): Promise<void> {
  const since = new Date(app.now().getTime() - DUE_MS)
  if (await isRunDue(app.db, rulesInForce, since)) await keepRetention(app)
}

/** Rules no run has asked for too long. */
export const unaskedRules = ({ db, now }: Pick<App, 'db' | 'now'>): Promise<RetentionRule[]> =>
  listUnasked(db, rulesInForce, new Date(now().getTime() - OVERDUE_MS))

/** Warnings for the operator; none when retention is as was promised. */
export async function retentionWarnings(app: Pick<App, 'db' | 'now'>): Promise<string[]> {
  const [unasked, overdue] = await Promise.all([
    unaskedRules(app),
    listOverdue(app.db, rulesInForce),
  ])
  return [
    ...(unasked.length > 0 ? [`retention has not run for 36 hours: ${unasked.join(', ')}`] : []),
    ...(overdue.length > 0 ? [`retention left rows past their time: ${overdue.join(', ')}`] : []),
  ]
}

/** For how long the rule asked longest ago has not been asked, and how many rules left rows past their time. */
export async function measureRetention({
  db,
  now,
}: Pick<App, 'now'> & { db: Sql }): Promise<{ oldestSeconds: number; left: number }> {
  const at = await findLongestUnasked(db, rulesInForce)
  const overdue = await listOverdue(db, rulesInForce)
  return {
    oldestSeconds: (now().getTime() - Date.parse(at)) / 1_000,
    left: overdue.length,
  }
}

/** Looks every hour, apart from the jobs: when those stand still, somebody must say so. Returns the function that stops. */
export function watchRetention(app: App, everyMs = HOUR_MS): () => void {
  const look = async () => {
    const rules = await unaskedRules(app)
    if (rules.length > 0)
      app.log.error({ rules }, 'retention has not run for 36 hours: personal data is kept too long')
    const left = await listOverdue(app.db, rulesInForce)
    if (left.length > 0)
      app.log.error(
        { rules: left },
        'retention left rows past their time: personal data is kept too long',
      )
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => app.log.error({ err: error }, 'retention cannot be watched'))
  }, everyMs).unref()
  return () => clearInterval(timer)
}

const RECENTLY_MS = 30 * 24 * HOUR_MS

export const listRetention: Handler<typeof contract.listRetention> = async ({ db, now }) => {
  const all = Object.keys(retention) as RetentionRule[]
  const proofs = await listProofs(db, all, new Date(now().getTime() - RECENTLY_MS))
  const counted = proofs.flatMap(({ countedAt }) => countedAt ?? [])
  return {
    rules: proofs.map(({ rule, askedAt, removed, removedRecently, overdue }) => ({
      rule,
      act: retentionRules[rule].act,
      law: retentionRules[rule].law,
      askedAt,
      removed,
      removedRecently,
      overdue,
    })),
    countedAt: counted.toSorted().at(-1) ?? null,
  }
}
