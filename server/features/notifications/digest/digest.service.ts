// Once a day at most, mails a member who chose it that they missed something; a link in it ends the mails.
import type * as contract from '#contract/notifications/notifications.ts'
import { pages } from '#contract/pages.ts'
import type { App, Refusing } from '#server/platform/context.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail } from '#server/platform/mail/compose.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findDigestRecipient, listDue, takeTurn } from './digest.queries.ts'
import { countUnread, listUnread } from '#server/features/notifications/notices.queries.ts'
import { findReader } from '#server/features/notifications/notices.readers.ts'
import { lineInWords } from '#server/features/notifications/notices.words.ts'
import { isQuiet, UNSAID, waitForMorning } from '#server/features/notifications/settings.policy.ts'
import { endDigests, findSettings } from '#server/features/notifications/settings.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_digest: { userId: string }
  }
}

/** A little less than a day, so that it keeps its hour. */
const SINCE_LAST_MS = 23.5 * 3_600_000
const LINES = 10

/** Once an hour: for whom a day has passed, who may be written to now, and who missed something. */
export async function sendDigests(app: App): Promise<void> {
  const now = app.now()
  const before = new Date(now.getTime() - SINCE_LAST_MS)
  for (const { userId } of await listDue(app.db, before)) {
    const settings = (await findSettings(app.db, userId)) ?? UNSAID
    if (isQuiet(settings, now)) continue
    await app.db.transaction(async (tx) => {
      const turn = await takeTurn(tx, userId, before, now)
      const reader = turn && (await findReader(tx, userId, now))
      if (!reader) return
      const [newest] = await listUnread(tx, reader, 1)
      if (!newest || (turn.last && newest.at <= turn.last)) return
      await app.jobs.send(tx, 'mail_digest', { userId })
    })
  }
}

export const digestMails = {
  mail_digest: { send: mailDigest, afterRestore: 'sent' },
} satisfies Partial<JobHandlers>

/** Says that there is something new, and what it is only to members who chose that. No mail when all of it was read meanwhile. */
async function mailDigest(app: App, { userId }: { userId: string }): Promise<void> {
  const { db } = app
  const now = app.now()
  const [to, reader, settings = UNSAID] = await Promise.all([
    findDigestRecipient(db, userId),
    findReader(db, userId, now),
    findSettings(db, userId),
  ])
  if (!to || !reader || !settings.hasDigest) return
  const unread = await countUnread(db, reader)
  if (unread === 0) return
  waitForMorning(settings, now)
  const lines = settings.showsContent ? await listUnread(db, reader, LINES) : []
  const addresses = await leaveAddresses(app, userId)
  await writeMail(app, 'digest', to, (text) => ({
    paragraphs: [
      text('digest.intro', { count: unread }),
      ...lines.map((line) => `– ${lineInWords(line, text)}`),
    ],
    link: pages.notices.path,
    leave: { label: text('digest.leave'), ...addresses },
    isUnasked: true,
  }))
}

const USE = 'digest'

/** The links that end digests: valid for as long as the key is kept, so that they work from an old digest, too. */
async function leaveAddresses({ config, strongbox }: App, userId: string) {
  const sealed = await strongbox.seal(USE, USE, Buffer.from(userId))
  const token = sealed.toString('base64url')
  return {
    url: `${config.publicUrl}${pages.digestOff.path}#${token}`,
    oneClickUrl: `${config.publicUrl}/api/digest/unsubscribe?token=${token}`,
  } satisfies Omit<NonNullable<Mail['leave']>, 'label'>
}

async function end(ctx: App & Refusing<'invalid_link'>, token: string): Promise<{ done: true }> {
  const opened = await ctx.strongbox
    .open(USE, USE, Buffer.from(token, 'base64url'))
    .catch(() => null)
  if (!opened) return ctx.refuse('invalid_link')
  await endDigests(ctx.db, opened.toString())
  return { done: true }
}

export const endDigest: Handler<typeof contract.endDigest> = (ctx, { body }) => end(ctx, body.token)

export const unsubscribeDigest: Handler<typeof contract.unsubscribeDigest> = (ctx, { query }) =>
  end(ctx, query.token)
