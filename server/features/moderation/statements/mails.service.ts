import { accountById, composeMail } from '#server/features/accounts/accounts.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData } from '#server/platform/jobs/jobs.data.ts'
import { mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { findStatement, insertLink, isKeptOut, type StatementRow } from './statements.queries.ts'

const BERLIN_DAY = { timeZone: 'Europe/Berlin', dateStyle: 'long' } as const
const BERLIN = { timeZone: 'Europe/Berlin', dateStyle: 'long', timeStyle: 'short' } as const

export const mailStatement = (
  app: App,
  { statementId, event }: JobData['mail_statement'],
): Promise<void> =>
  ({ imposed: mailImposed, upheld: mailUpheld, lifted: mailLifted })[event](app, statementId)

/** The whole statement, with a link by which it can be objected to without a log-in. */
async function mailImposed(app: App, statementId: string): Promise<void> {
  const found = await written(app, statementId)
  if (!found) return
  const { row, account } = found
  const token = await mailedToken(app, 'appeal')
  await insertLink(app.db, secretHash(token), row.id, app.now())
  const { say, frame, opening, closing } = composeMail(app, account, 'en')
  const when = new Intl.DateTimeFormat(frame.language, BERLIN)
  // that one ends by what a person decides
  const end = row.endsAt && !row.ageProofBy ? when.format(new Date(row.endsAt)) : null
  await sendMail(app, {
    ...frame,
    replyTo: app.config.operator.OPERATOR_EMAIL,
    subject: say('statement.subject', { number: row.number }),
    before: [
      opening,
      say(`statement.kinds.${row.kind}`),
      ...(row.removedText ? [say('statement.removed', { text: row.removedText })] : []),
      ...(end ? [say('statement.until', { end })] : []),
      say('statement.facts', { facts: row.facts }),
      say(`statement.${row.ground}`, { rule: row.rule }),
      say(`statement.sources.${row.source}`),
      say(row.isAutomated ? 'age.automated' : 'statement.byPeople'),
      ...(row.ageProofBy ? [say('age.how')] : []),
      // whoever is told late is not sent to object to what is over
      say(row.liftedAt ? 'statement.liftedSince' : 'statement.redress'),
    ],
    link: {
      label: say(row.liftedAt ? 'statement.open' : 'statement.link'),
      url: `${app.config.publicUrl}/appeal#token=${token}`,
    },
    after: closing,
  })
}

/** Somebody looked, and waits for proof of age. */
async function mailUpheld(app: App, statementId: string): Promise<void> {
  const found = await written(app, statementId)
  if (!found?.row.ageProofBy || found.row.liftedAt) return
  const { say, frame, opening, closing } = composeMail(app, found.account, 'en')
  const day = new Intl.DateTimeFormat(frame.language, BERLIN_DAY)
  await sendMail(app, {
    ...frame,
    replyTo: app.config.operator.OPERATOR_EMAIL,
    subject: say('statement.subject', { number: found.row.number }),
    before: [
      opening,
      say('age.upheld', { day: day.format(new Date(found.row.ageProofBy)) }),
      say('age.how'),
    ],
    link: { label: say('age.show'), url: `${app.config.publicUrl}/verify` },
    after: closing,
  })
}

async function mailLifted(app: App, statementId: string): Promise<void> {
  const found = await written(app, statementId)
  if (!found) return
  const { say, frame, opening, closing } = composeMail(app, found.account, 'en')
  const { userId, removedKind, restored, ageProofBy } = found.row
  const isOut = userId !== null && (await isKeptOut(app.db, userId, app.now()))
  const back = restored === 'no_room' && removedKind === 'photo' ? 'no_room_photo' : restored
  await sendMail(app, {
    ...frame,
    replyTo: app.config.operator.OPERATOR_EMAIL,
    subject: say('statement.subject', { number: found.row.number }),
    before: [
      opening,
      // whoever is kept out for something else did not get anything back
      say(!ageProofBy ? 'statement.lifted' : isOut ? 'age.lifted' : 'age.sorry'),
      ...(back ? [say(`statement.restored.${back}`)] : []),
    ],
    link: { label: say('statement.open'), url: `${app.config.publicUrl}/statements` },
    after: closing,
  })
}

async function written(app: App, statementId: string) {
  const row: StatementRow | undefined = await findStatement(app.db, statementId)
  const account = row?.userId ? await accountById(app.db, row.userId) : null
  // in the language in which it was made, whatever was chosen since
  return row && account ? { row, account: { ...account, language: row.language } } : null
}
