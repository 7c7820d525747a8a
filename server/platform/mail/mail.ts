// Sends a mail as plain text and HTML that fetches nothing, and notes it for the member it went to.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { domainForm } from '#contract/email.ts'
import type { App } from '#server/platform/context.ts'
import { isRefused, noteRefused, noteTaken, toMailRefusal } from './mail.refusals.ts'
import { parseMailbox } from './mailbox.ts'
import { mailStamp } from './mailFiles.ts'
import { noteSentMail } from './sentMails.ts'
import { sendBySmtp } from './smtp.ts'
import { escapeHtml } from '#server/text/escapeHtml.ts'

/** One mail: paragraphs of plain words, a link and the code that stands beside it. */
export type Mail = {
  to: string
  /** Whose account it is about; needed where the address is not, or not yet, the account's own. */
  userId?: string
  /** Where an answer to it goes, when somebody reads there. */
  replyTo?: string
  language: 'de' | 'en'
  subject: string
  before: string[]
  link?: { label: string; url: string }
  code?: { label: string; code: string }
  after: string[]
  /** How its reader gets no more of them: a link for people, and an address mail programs post to. */
  leave?: { label: string; url: string; oneClickUrl: string }
  /** Nobody waits for it: it does not go to an address that takes no mail, until that is confirmed again. */
  isUnasked?: true
  attachments?: { name: string; type: string; bytes: Uint8Array }[]
}

// mails of the same moment keep their order
let written = 0

/**
 * Sends a mail, and notes it for the member it went to. Throws when it was not taken for now; what the
 * mail server refuses for good is noted and tried no more. Only jobs call this.
 */
export async function sendMail(app: App, mail: Mail): Promise<void> {
  if (mail.isUnasked && (await isRefused(app.db, mail.to))) return
  try {
    await hand(app, mail)
  } catch (error) {
    const refusal = toMailRefusal(error)
    if (!refusal) throw error
    // the server's own words may quote the address
    app.log[refusal.isOfAddress ? 'warn' : 'error'](refusal, 'a mail was refused for good')
    if (refusal.isOfAddress) await noteRefused(app, mail.to)
    return
  }
  // it is out: to try again would send it twice
  await noteSentMail(app, mail)
    .then(() => noteTaken(app.db, mail.to))
    .catch((error: unknown) => {
      app.log.error({ err: error }, 'a mail was sent and could not be noted')
    })
}

/**
 * By what mail programs and servers know a mail that reaches them twice. It is the job's and the
 * reader's, and not the try's; nobody can tell the job from it.
 */
function messageId({ config, job }: App, { to, subject }: Mail): string {
  const about = job ? `${job.id} ${to} ${subject}` : randomBytes(16)
  const name = createHash('sha256').update(about).digest('hex').slice(0, 32)
  const domain = parseMailbox(config.mailFrom).address.split('@').at(-1) ?? ''
  // as servers know it: nothing but ASCII may stand there
  const host = domainForm(domain) ?? new URL(config.publicUrl).hostname
  return `<${name}@${host}>`
}

/** To the mail server, or into `DATA_DIR/mail` when there is none. */
async function hand(app: App, mail: Mail): Promise<void> {
  const { config, log, now } = app
  const message = {
    from: parseMailbox(config.mailFrom),
    to: mail.to,
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    subject: mail.subject,
    messageId: messageId(app, mail),
    date: app.job?.createdAt ?? now(),
    text: asText(mail),
    html: asHtml(mail),
    attachments: (mail.attachments ?? []).map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes),
    })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.language,
      ...(mail.leave && {
        'List-Unsubscribe': `<${mail.leave.oneClickUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // a mail's words must never make nodemailer read a file or ask a stranger's server
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  if (config.smtpUrl) {
    await sendBySmtp({ secure: config.secure, smtpUrl: config.smtpUrl }, message)
    return
  }

  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message: source } = await writer.sendMail(message)
  const folder = join(config.dataDir, 'mail')
  const stamp = mailStamp(now())
  const number = String((written += 1)).padStart(6, '0')
  const name = `${stamp}-${number}-${randomBytes(4).toString('hex')}.eml`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // renamed, so that each mail appears once and complete
  const half = join(folder, `${name}.part`)
  try {
    await writeFile(half, source as Buffer, { mode: 0o600 })
    await rename(half, join(folder, name))
  } catch (error) {
    // each try has a name of its own, and would leave its half on a disk that is full already
    await rm(half, { force: true }).catch(() => {})
    throw error
  }
  log.info({ file: join(folder, name) }, 'wrote a mail')
}

const codeLine = ({ label, code }: NonNullable<Mail['code']>) => `${label} ${code}`

type Link = { label: string; url: string }

function asText({ before, link, code, after, leave }: Mail): string {
  const linkLines = ({ label, url }: Link) => `${label}\n${url}`
  return [
    ...before,
    ...(link ? [linkLines(link)] : []),
    ...(code ? [codeLine(code)] : []),
    ...after,
    ...(leave ? [linkLines(leave)] : []),
  ].join('\n\n')
}

/** Plain HTML without pictures, fonts or anything else to fetch: opening a mail tells nobody. */
function asHtml({ language, subject, before, link, code, after, leave }: Mail): string {
  const paragraph = (inside: string) => `<p>${inside.replaceAll('\n', '<br>')}</p>`
  const anchor = ({ label, url }: Link) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
  const body = [
    ...before.map((text) => paragraph(escapeHtml(text))),
    ...(link ? [paragraph(anchor(link)), paragraph(escapeHtml(link.url))] : []),
    ...(code
      ? [paragraph(`${escapeHtml(code.label)} <strong>${escapeHtml(code.code)}</strong>`)]
      : []),
    ...after.map((text) => paragraph(escapeHtml(text))),
    ...(leave ? [paragraph(anchor(leave))] : []),
  ]
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(subject)}</title></head><body>${body.join('\n')}</body></html>`,
  ].join('')
}
