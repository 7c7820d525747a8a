import { audit } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { FactorEvent } from '#server/platform/jobs/jobs.data.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { accountById } from '#server/features/accounts/accounts.queries.ts'
import { composeMail, securityUrl } from '#server/features/accounts/mails.service.ts'

type Told = { userId: string; event: FactorEvent }
/** `byOperator`: nobody signed in did it. */
type Happened = Told & { byOperator?: boolean }

/** In the transaction of what happened: it is written down, and its owner is told. */
export async function tellOfFactor(
  app: Pick<App, 'jobs' | 'now'>,
  tx: Sql,
  { userId, event, byOperator = false }: Happened,
): Promise<void> {
  const actorId = byOperator ? null : userId
  const entry = { actorId, action: 'factor_changed', subjectId: userId } as const
  await audit(tx, { at: app.now(), ...entry, details: { event } })
  await app.jobs.send(tx, 'mail_factor', { userId, event })
}

/** One subject for all of it: a bystander learns nothing from it. */
export async function mailFactor(app: App, { userId, event }: Told): Promise<void> {
  const account = await accountById(app.db, userId)
  if (!account) return
  const { say, frame, opening, closing } = composeMail(app, account, 'en')
  await sendMail(app, {
    ...frame,
    subject: say('factor.subject'),
    before: [opening, say(`factor.${event}`)],
    link: { label: say('factor.link'), url: securityUrl(app) },
    after: [say('factor.hint'), ...closing],
  })
}
