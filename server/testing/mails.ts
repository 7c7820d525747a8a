// The mails a club without a mail server keeps as files, read as somebody would.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type TestMail = {
  to: string
  /** Where an answer goes; empty where nobody reads one. */
  replyTo: string
  subject: string
  text: string
  attachments: { name: string; bytes: Buffer }[]
}

/** Everything written so far, oldest first. */
export async function readMails(folder: string): Promise<TestMail[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(
    names.sort().map((name) => readFile(join(folder, name), 'utf8').then(readMail)),
  )
  return mails
}

/** Enough of RFC 5322 for the mails the club writes itself. */
export function readMail(source: string) {
  const [head = ''] = source.split(/\r?\n\r?\n/)
  const header = (name: string) =>
    (new RegExp(`^${name}: ((?:.*)(?:\\r?\\n[ \\t].*)*)`, 'im').exec(head)?.[1] ?? '')
      .replace(/\r?\n[ \t]/g, ' ')
      .replace(/(\?=)\s+(?==\?utf-8)/gi, '$1')
      .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, text: string) =>
        quotedPrintable(text.replaceAll('_', ' ')),
      )
      .replace(/=\?utf-8\?b\?(.*?)\?=/gi, (_, text: string) =>
        Buffer.from(text, 'base64').toString(),
      )
  return {
    to: header('to'),
    replyTo: header('reply-to'),
    subject: header('subject'),
    text: plainPart(source),
    attachments: attachedParts(source),
  }
}

const attachedParts = (source: string) =>
  source.split(/^--.*$/m).flatMap((piece) => {
    const [head = '', body = ''] = piece.trimStart().split(/\r?\n\r?\n/)
    const name = /content-disposition: attachment;\s+filename="?([^"\r\n]+)/i.exec(head)?.[1]
    return name ? [{ name, bytes: Buffer.from(body, 'base64') }] : []
  })

function plainPart(source: string): string {
  const part =
    source.split(/^--.*$/m).find((piece) => /content-type: text\/plain/i.test(piece)) ?? source
  const [head = '', ...body] = part.trimStart().split(/\r?\n\r?\n/)
  const text = body.join('\n\n')
  if (/quoted-printable/i.test(head)) return quotedPrintable(text)
  return /base64/i.test(head) ? Buffer.from(text, 'base64').toString() : text
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/[^\x00-\x7f]/g, (char) => encodeURIComponent(char).replaceAll('%', '='))
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
