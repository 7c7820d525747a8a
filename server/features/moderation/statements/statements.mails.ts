// Mails a member the statement of a restriction, with a link to appeal by, and what became of it since.
import { accountById, isKeptOut } from '#server/features/accounts/accounts.ts'
import { isStillCharged } from '#server/features/billing/billing.ts'
import type { App } from '#server/platform/context.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail, type MailParts } from '#server/platform/mail/compose.ts'
import { mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { TAGS } from '#server/text/days.ts'
import type { MailLanguage, Text } from '#server/text/words.ts'
import { findStatement, insertLink, type StatementRow } from './statements.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_statement: { statementId: string; event: 'imposed' | 'upheld' | 'lifted' }
  }
}

const BERLIN_DAY = { timeZone: 'Europe/Berlin', dateStyle: 'long' } as const
const BERLIN = { timeZone: 'Europe/Berlin', dateStyle: 'long', timeStyle: 'short' } as const

export const statementMails = {
  mail_statement: {
    afterRestore: 'sent',
    async send(app, { statementId, event }) {
      const row = await findStatement(app.db, statementId)
      const account = row?.userId ? await accountById(app.db, row.userId) : null
      const words = row && account && (await WORDS[event](app, row, account))
      if (!words) return
      // in the language in which it was made, whatever was chosen since
      const reader = { ...account, language: row.language }
      await writeMail(app, 'statement', reader, (text, language) => ({
        replyTo: app.config.operator.OPERATOR_EMAIL,
        values: { number: row.number },
        ...words(text, language),
      }))
    },
  },
} satisfies Partial<JobHandlers>

type Words = (text: Text, language: MailLanguage) => MailParts
type Whose = { isLeaving: boolean }

const WORDS = { imposed: describeImposed, upheld, lifted: describeLifted } satisfies Record<
  string,
  (app: App, row: StatementRow, account: Whose) => Promise<Words | null>
>

/** The whole statement, with a link by which it can be objected to without a log-in. */
async function describeImposed(app: App, row: StatementRow, { isLeaving }: Whose): Promise<Words> {
  const token = await mailedToken(app, 'appeal')
  await insertLink(app.db, secretHash(token), row.id, app.now())
  const isCharged =
    row.kind === 'suspension' &&
    !row.liftedAt &&
    row.userId &&
    (await isStillCharged(app.db, row.userId))
  return (text, language) => {
    const when = new Intl.DateTimeFormat(TAGS[language], BERLIN)
    // that one ends by what a person decides
    const end = row.endsAt && !row.ageProofBy ? when.format(new Date(row.endsAt)) : null
    return {
      paragraphs: [
        text(`statement.kinds.${row.kind}`),
        ...(row.removedText ? [text('statement.removed', { text: row.removedText })] : []),
        ...(end ? [text('statement.until', { end })] : []),
        ...(isCharged ? [text('statement.charged')] : []),
        text('statement.facts', { facts: row.facts }),
        text(`statement.${row.ground}`, { rule: row.rule }),
        text(`statement.sources.${row.source}`),
        text(row.isAutomated ? 'age.automated' : 'statement.byPeople'),
        ...(row.ageProofBy ? [text(isLeaving ? 'age.leaving' : 'age.how')] : []),
        // a mail that comes late does not suggest appealing against what is over
        text(row.liftedAt ? 'statement.liftedSince' : 'statement.redress'),
      ],
      link: `/appeal#token=${token}`,
      linkLabel: text(row.liftedAt ? 'statement.open' : 'statement.link'),
    }
  }
}

/** A moderator looked, and waits for proof of age; a member who is leaving need not give one. */
async function upheld(
  _app: App,
  { ageProofBy, liftedAt }: StatementRow,
  { isLeaving }: Whose,
): Promise<Words | null> {
  if (!ageProofBy || liftedAt || isLeaving) return null
  return (text, language) => {
    const day = new Intl.DateTimeFormat(TAGS[language], BERLIN_DAY).format(new Date(ageProofBy))
    return {
      paragraphs: [text('age.upheld', { day }), text('age.how')],
      link: '/verify',
      linkLabel: text('age.show'),
    }
  }
}

async function describeLifted(app: App, row: StatementRow, { isLeaving }: Whose): Promise<Words> {
  const { userId, removedKind, restored, ageProofBy } = row
  const isOut = userId !== null && (await isKeptOut(app.db, userId, app.now()))
  const back =
    restored === 'no_room' && removedKind === 'photo'
      ? 'no_room_photo'
      : restored === 'not_kept' && removedKind === 'message'
        ? 'not_kept_message'
        : restored
  return (text) => ({
    paragraphs: [
      // a member who is banned for something else, or is leaving, gets nothing back
      text(!ageProofBy ? 'statement.lifted' : isOut || isLeaving ? 'age.lifted' : 'age.sorry'),
      ...(back ? [text(`statement.restored.${back}`)] : []),
    ],
    link: '/statements',
    linkLabel: text('statement.open'),
  })
}
