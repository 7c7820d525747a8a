import { open, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '#server/config.ts'

// The files of a club without a mail server stand for one: what lies there was sent. Nobody's
// mailbox keeps them from being forgotten, so they are.

const HEAD_BYTES = 4_096

type Where = Pick<Config, 'dataDir'>

async function remove({ dataDir }: Where, isMeant: (path: string) => Promise<boolean>) {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => /\.eml(\.part)?$/.test(one))) {
    const path = join(folder, name)
    if (await isMeant(path).catch(() => false)) await rm(path, { force: true })
  }
}

/** When a mail was written, as its file is called: by the club's clock, and in order. */
export const mailStamp = (time: Date): string => time.toISOString().replace(/[:.]/g, '-')

/** Removes mails written by then. */
export const deleteOldMails = (where: Where, time: Date): Promise<void> =>
  remove(where, async (path) => basename(path).slice(0, mailStamp(time).length) <= mailStamp(time))

/** Removes mails to these addresses. */
export function deleteMailsByRecipient(where: Where, addresses: readonly string[]): Promise<void> {
  const theirs = new Set(addresses.map((address) => address.toLowerCase()))
  return remove(where, async (path) => theirs.has(await readRecipient(path)))
}

async function readRecipient(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    // a long address stands on the line below
    const line = /^To:\s*<?([^>\r\n]*)/im.exec(buffer.toString('utf8', 0, bytesRead))
    return line?.[1]?.trim().toLowerCase() ?? ''
  } finally {
    await file.close()
  }
}
