import type { RetentionRule } from '#contract/retention.ts'
import { cleanUp } from '#server/features/auth/cleanup.service.ts'
import { forgetDeclarations } from '#server/features/billing/declarations.service.ts'
import { forgetWebhooks } from '#server/features/billing/webhooks.service.ts'
import { forgetVouchers } from '#server/features/billing/vouchers.service.ts'
import { forgetConsents } from '#server/features/consent/consent.service.ts'
import { forgetMessages } from '#server/features/contact/contact.service.ts'
import { forgetDoor } from '#server/features/door/cleanup.service.ts'
import { shredDue } from '#server/features/verification/shredding.service.ts'
import { forgetAudit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/context.ts'
import { noteRun, type Removed } from '#server/platform/retention.ts'
import { listOverdue } from './retention.queries.ts'

/** Whoever keeps a rule says how much it removed, and may be asked again at any time. */
const KEEPERS: ((app: App) => Promise<Removed>)[] = [
  cleanUp,
  shredDue,
  forgetMessages,
  forgetDoor,
  forgetConsents,
  forgetDeclarations,
  forgetWebhooks,
  forgetVouchers,
  forgetAudit,
]

/** The rules that remove something from this database. The others bind browsers and backups, or wait for what they are about. */
export const rulesInForce = [
  'identityApproved',
  'identityRejected',
  'identityAbandoned',
  'auditLog',
  'loginCookies',
  'mailTokens',
  'unconfirmedAccounts',
  'waitlistUnconfirmed',
  'waitlistConfirmed',
  'addresses',
  'invitations',
  'consents',
  'messages',
  'notices',
  'declarations',
  'providerNotices',
  'vouchers',
] as const satisfies RetentionRule[]

/** Asks every rule, and writes the run down. What fails keeps no other rule from its turn. */
export async function keepRetention(app: App): Promise<void> {
  const removed: Removed = {}
  const failures: unknown[] = []
  for (const keep of KEEPERS)
    try {
      Object.assign(removed, await keep(app))
    } catch (error) {
      app.log.error({ err: error }, 'a rule of retention could not be kept')
      failures.push(error)
    }
  await noteRun(app.db, removed, { at: app.now(), isDaily: true })
  if (failures.length > 0) throw failures[0]
}

const HOUR_MS = 3_600_000
/** A little less than a day, so that the daily run keeps its hour. */
const DUE_MS = 23.5 * HOUR_MS
/** A day's run, and half a day to notice and repair. */
const OVERDUE_MS = 36 * HOUR_MS

/** Once a day; asked every hour, so that a club that was closed at night catches up. */
export async function keepDaily(app: App): Promise<void> {
  const since = new Date(app.now().getTime() - DUE_MS)
  if ((await listOverdue(app.db, rulesInForce, since)).length > 0) await keepRetention(app)
}

/** Rules no run has asked for too long. */
export const overdueRules = ({ db, now }: Pick<App, 'db' | 'now'>): Promise<RetentionRule[]> =>
  listOverdue(db, rulesInForce, new Date(now().getTime() - OVERDUE_MS))

/** Looks every hour, apart from the jobs: when those stand still, somebody must say so. Returns the function that stops. */
export function watchRetention(app: App, everyMs = HOUR_MS): () => void {
  const look = async () => {
    const rules = await overdueRules(app)
    if (rules.length > 0)
      app.log.error({ rules }, 'retention has not run for 36 hours: personal data is kept too long')
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => app.log.error({ err: error }, 'retention cannot be watched'))
  }, everyMs).unref()
  return () => clearInterval(timer)
}
