// Pushes what rings to a member's browsers, encrypted: one message a minute at most, none in quiet hours.
import { limits } from '#contract/limits.ts'
import { pages } from '#contract/pages.ts'
import type { NoticeSettings } from '#contract/notifications/notifications.ts'
import type { App } from '#server/platform/context.ts'
import { refuseDrift } from '#server/platform/database/clock.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { JobData } from '#server/platform/jobs/jobs.data.ts'
import { parseMailbox } from '#server/platform/mail/mailbox.ts'
import { PrivateAddress, postToHost } from '#server/platform/mail/outbound.ts'
import { mailLanguage, mailTranslator, type Text } from '#server/text/words.ts'
import { findDigestRecipient } from '#server/features/notifications/digest/digest.queries.ts'
import { listUnread } from '#server/features/notifications/notices.queries.ts'
import { findReader, type NoticeReader } from '#server/features/notifications/notices.readers.ts'
import { lineInWords } from '#server/features/notifications/notices.words.ts'
import { encryptMessage } from './push.encryption.ts'
import { authorization, readPushKey } from './push.keys.ts'
import { getPushHosts } from './push.hosts.ts'
import { isPushAddress, type Browser } from './push.policy.ts'
import {
  deleteBrowser,
  findReachable,
  listBrowsers,
  listDue,
  noteRefusal,
  noteTaken,
  skipOldNotices,
  takeItems,
} from './push.queries.ts'
import { isQuiet, UNSAID, waitForMorning } from '#server/features/notifications/settings.policy.ts'
import { findSettings } from '#server/features/notifications/settings.queries.ts'

/** Older than this, it is no news any more; a whole quiet night is shorter. */
const NEWS_MS = 16 * 3_600_000
/** So long a push service keeps it for a browser that sleeps. */
const KEPT_SECONDS = 12 * 3600

/**
 * Once a minute: at most one message a member a minute, however much rings, and none of what can
 * still be undone. What rings in quiet hours waits for their end.
 */
export async function pushBell(app: App): Promise<void> {
  const now = app.now()
  const { until, since } = listNewsSpan(now)
  await skipOldNotices(app.db, { until, since }, now)
  for (const { userId } of await listDue(app.db, until))
    if (await mayNotify(app, userId)) await pushMember(app, userId, until)
}

/** What is news now: nothing that can still be undone, and nothing old. */
export const listNewsSpan = (now: Date): { since: Date; until: Date } => ({
  since: new Date(now.getTime() - NEWS_MS),
  until: new Date(now.getTime() - limits.waveUndoSeconds * 1000),
})

/** Whether somebody has no quiet hours just now. */
export async function mayNotify({ db, now }: App, userId: string): Promise<boolean> {
  return !isQuiet((await findSettings(db, userId)) ?? UNSAID, now())
}

async function pushMember(app: App, userId: string, until: Date): Promise<void> {
  const now = app.now()
  await app.db.transaction(async (tx) => {
    const taken = new Set((await takeItems(tx, userId, until, now)).map(({ id }) => id))
    const reader = await findReader(tx, userId, now)
    if (!reader) return
    const unread = await listUnread(tx, reader, limits.bellItemsPerPage)
    const [itemId, ...others] = unread.map(({ id }) => id).filter((id) => taken.has(id))
    if (itemId) await queuePush(app, tx, 'send_push', { userId, itemId, others })
  })
}

type PushJob = 'send_push' | 'send_message_push'

/** A job for each browser of a member, so that none waits for the push service of another. */
export async function queuePush<Name extends PushJob>(
  app: App,
  tx: Sql,
  name: Name,
  data: Omit<JobData[Name], 'browserId'> & { userId: string },
): Promise<void> {
  for (const { id, endpoint } of await listBrowsers(tx, data.userId)) {
    const group = new URL(endpoint).hostname
    await app.jobs.send(tx, name, { ...data, browserId: id } as JobData[Name], { group })
  }
}

export const sendPush = (
  app: App,
  { itemId, others = [], ...to }: JobData['send_push'],
): Promise<void> =>
  pushToBrowser(app, to, async ({ reader, text, settings }) => {
    const news = (await listUnread(app.db, reader, limits.bellItemsPerPage)).find(({ id }) =>
      [itemId, ...others].includes(id),
    )
    if (!news) return null
    return {
      body: settings.showsContent ? lineInWords(news, text) : text('push.news'),
      path: pages.notices.path,
    }
  })

type Telling = { reader: NoticeReader; settings: NoticeSettings; text: Text }

/**
 * Tells one browser what is written for it, unless there is nothing to tell any more. What the push
 * service refuses for a while is tried again.
 */
export async function pushToBrowser(
  app: App,
  { userId, browserId }: { userId: string; browserId: string },
  write: (telling: Telling) => Promise<{ body: string; path: string } | null>,
): Promise<void> {
  const { db } = app
  const now = app.now()
  const { publicKey } = await readPushKey(app)
  const [browser, reader, to] = await Promise.all([
    findReachable(db, browserId, { userId, pushKey: publicKey, now }),
    findReader(db, userId, now),
    findDigestRecipient(db, userId),
  ])
  if (!browser || !reader || !to) return
  const settings = (await findSettings(db, userId)) ?? UNSAID
  const language = mailLanguage(to.language, 'en')
  const written = await write({ reader, settings, text: mailTranslator(language) })
  if (!written) return
  waitForMorning(settings, now)
  await deliver(app, { ...browser, userId }, { title: app.config.clubName, language, ...written })
}

/** What of a push service's answers can never change for a browser: its keys or its address are no more. */
const OVER = [401, 403, 404, 410]
/** Those of them that say the club did not prove who it is. */
const UNPROVED = [401, 403]
/** What passes: too slow, too early, too many; 406 is how Microsoft's says too many. */
const FOR_NOW = [406, 408, 425, 429]
/** So many other refusals in a row, and it never worked, or never will. */
const REFUSALS = 3
/** So often a message is begun whose push service does not answer at all. */
const TRIES = 3

/** Longer than most, so that its length does not say of what kind a message is. */
const PADDED_BYTES = 512
const padMessage = (json: string): Buffer => {
  const bytes = Buffer.from(json)
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, PADDED_BYTES - bytes.length), ' ')])
}

async function deliver(
  app: App,
  browser: Browser & { userId: string },
  message: object,
): Promise<void> {
  const { config, db, job, log } = app
  const { origin, hostname: host } = new URL(browser.endpoint)
  if (!isPushAddress(config, browser.endpoint)) return deleteBrowser(db, browser.id)
  const hosts = getPushHosts(app)
  hosts.refuseAway(host, browser.userId, app.now())
  const contact = config.secure
    ? config.publicUrl
    : `mailto:${parseMailbox(config.mailFrom).address}`
  let reply: Awaited<ReturnType<typeof postToHost>>
  try {
    reply = await postToHost(browser.endpoint, {
      headers: {
        authorization: authorization(await readPushKey(app), { origin, contact, now: app.now() }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(KEPT_SECONDS),
        // the next one takes the place of one not delivered yet; the same for all, so that a push service
        // does not learn of what kind they are
        topic: 'bell',
      },
      body: encryptMessage(padMessage(JSON.stringify(message)), browser),
      mayStayHere: config.isLocal,
    })
  } catch (error) {
    // the address is a secret between browser and club: only whose it is may be read in a log
    if (error instanceof PrivateAddress) {
      log.warn({ host }, 'a push address leads into a private network')
      return deleteBrowser(db, browser.id)
    }
    hosts.failed(host, app.now())
    if ((job?.tries ?? 0) + 1 < TRIES) throw error
    log.warn({ host }, 'a push service did not answer, and a message was given up')
    return
  }
  hosts.answered(host)
  const { status, retryAfterMs } = reply
  if (status < 300) hosts.took(host)
  const isForNow = FOR_NOW.includes(status)
  const isForAll = status >= 500 || (isForNow && hosts.isSated(host, browser.userId))
  if (retryAfterMs !== null && isForAll) hosts.rest(host, retryAfterMs, app.now())
  else if (retryAfterMs !== null && isForNow)
    hosts.restFor(host, browser.userId, retryAfterMs, app.now())
  if (isForNow || status >= 500) throw new Error(`push service answered ${status}`)
  if (status < 300) return noteTaken(db, browser.id)
  // what shows it who sends is dated by this machine: a wrong clock says nothing of the browser
  if (UNPROVED.includes(status)) await refuseDrift(db)
  log.warn({ host, status }, 'a push service refused a message')
  if (OVER.includes(status) || (await noteRefusal(db, browser.id)) >= REFUSALS)
    await deleteBrowser(db, browser.id)
}
