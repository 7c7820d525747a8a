import { rejoinDay } from '#contract/admission/invites.ts'
import { limits } from '#contract/limits.ts'
import { mailAccountNews } from '#server/features/accounts/accounts.ts'
import { freshCode } from '#server/features/admission/invitations/issuing.service.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import type { App } from '#server/platform/context.ts'
import { mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { sendMail, type Mail } from '#server/platform/mail/mail.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { mailLanguage, mailTranslator } from '#server/text/words.ts'
import { mayAskToJoin, waitlistLifetimes } from './door.policy.ts'
import { insertToken } from './tokens.queries.ts'
import { findEntry, type Entry } from './waitlist.queries.ts'

type Letter = Pick<Mail, 'subject' | 'before' | 'link' | 'code' | 'after' | 'isUnasked'>
type Words = ReturnType<typeof mailTranslator>

/**
 * Mails an address where it stands: the only one who is told. What that is, is found out here and
 * not where somebody asked with it, so that every address costs whoever asks the same.
 */
export async function mailWaitlist(app: App, { email }: { email: string }): Promise<void> {
  const mustConfirm = needsConfirmation(app.config)
  const entry = await findEntry(app.db, email, { mustConfirm })
  if (!entry) return
  if (
    entry.userId &&
    entry.state === 'declined' &&
    !entry.isMember &&
    !mayAskToJoin(entry, app.now())
  )
    return mailAccountNews(app, { userId: entry.userId })

  const language = mailLanguage(entry.language, 'en')
  const say = mailTranslator(language)
  const letter = await letterOf(app, entry, say)
  if (!letter) return
  const signature = say('signature', { club: app.config.clubName })
  const leave = entry.id && (await leaveLink(app, entry.id, say))
  await sendMail(app, {
    ...letter,
    to: email,
    language,
    before: [say('greeting'), ...letter.before],
    after: [...letter.after, signature, say('automatic')],
    ...(leave && { leave }),
  })
}

async function letterOf(app: App, entry: Entry, say: Words): Promise<Letter | null> {
  const { publicUrl } = app.config
  if (mayAskToJoin(entry, app.now())) return entry.id ? confirmation(app, entry.id, say) : null
  if (entry.userId)
    return {
      subject: say('waitlist.account.subject'),
      before: [say('waitlist.account.intro')],
      link: { label: say('waitlist.account.link'), url: `${publicUrl}/login` },
      after: [say('waitlist.ignore')],
    }
  if (entry.state === 'declined') return refusal(entry, say)
  if (entry.state === 'waiting')
    return {
      subject: say('waitlist.subject'),
      before: [say('waitlist.waiting.intro')],
      after: [say('waitlist.waiting.next'), say('waitlist.ignore')],
    }
  return entry.invitationId ? admission(app, entry.invitationId, say) : null
}

async function confirmation(app: App, entryId: string, say: Words): Promise<Letter> {
  const token = await linkToken(app, entryId, 'confirm', waitlistLifetimes.confirmation)
  return {
    subject: say('waitlist.confirmation.subject'),
    before: [say('waitlist.confirmation.intro')],
    link: {
      label: say('waitlist.confirmation.link'),
      url: `${app.config.publicUrl}/waitlist#confirm=${token}`,
    },
    after: [say('waitlist.confirmation.validity'), say('waitlist.confirmation.ignore')],
  }
}

/** Nothing when somebody came by it, or an admin took it back. */
async function admission(app: App, invitationId: string, say: Words): Promise<Letter | null> {
  const made = await freshCode(app, invitationId)
  return (
    made && {
      subject: say('waitlist.subject'),
      before: [say('waitlist.admitted.intro')],
      link: { label: say('waitlist.admitted.link'), url: made.url },
      code: { label: say('waitlist.admitted.code'), code: made.code },
      after: [say('waitlist.admitted.validity', { days: limits.inviteDays })],
      isUnasked: true,
    }
  )
}

function refusal({ declinedAt, declinedReason }: Entry, say: Words): Letter {
  const day = rejoinDay(declinedAt ?? '')
  return {
    subject: say('waitlist.subject'),
    before: [say('waitlist.declined.intro'), declinedReason ?? ''],
    after: [say('waitlist.declined.again', { day: day.split('-').reverse().join('.') })],
  }
}

async function leaveLink(app: App, entryId: string, say: Words): Promise<Mail['leave']> {
  const token = await linkToken(app, entryId, 'leave', waitlistLifetimes.leaving)
  const { publicUrl } = app.config
  return {
    label: say('waitlist.leave'),
    url: `${publicUrl}/waitlist#leave=${token}`,
    oneClickUrl: `${publicUrl}/api/waitlist/unsubscribe?token=${token}`,
  }
}

async function linkToken(
  app: App,
  entryId: string,
  purpose: 'confirm' | 'leave',
  lifetimeMs: number,
): Promise<string> {
  const token = await mailedToken(app, `waitlist ${purpose}`)
  const now = app.now()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await insertToken(app.db, { hash: secretHash(token), entryId, purpose, expiresAt }, now)
  return token
}
