import { join } from 'node:path'
import { readMails, type TestMail } from '#testing/fixtures/mails.ts'
import { until } from '#testing/until.ts'

type Mail = TestMail & { /** The first in it. */ link: string; code: string | null }

/** The mails the club has written, as their reader would use them. */
export function mailbox(dataDir: string) {
  const folder = join(dataDir, 'mail')

  const all = async (to: string): Promise<Mail[]> =>
    (await readMails(folder)).filter((mail) => mail.to === to).map(findWays)

  /** The n-th mail whose link leads there, waited for. */
  async function nth(to: string, leads: string, n: number): Promise<Mail> {
    const mail = async () => (await all(to)).filter(({ link }) => link.includes(leads))[n - 1]
    return until(mail, { what: `mail ${n} to ${to} that leads to ${leads}`, everyMs: 50 })
  }

  return {
    confirmation: (to: string, n = 1) => nth(to, '/#confirm=', n),
    /** To confirm a place in line. */
    place: (to: string, n = 1) => nth(to, '/waitlist#confirm=', n),
    /** With a code that opens the door. */
    invitation: (to: string, n = 1) => nth(to, '/invite#code=', n),
    reset: (to: string, n = 1) => nth(to, '/reset-password#token=', n),
    /** For a change of address: to the new one, and the way back for the old. */
    newAddress: (to: string, n = 1) => nth(to, '/#email=', n),
    addressUndo: (to: string, n = 1) => nth(to, '/#email-undo=', n),
    /** That a cancellation or a withdrawal has arrived. */
    cancellation: (to: string, n = 1) => nth(to, '/kuendigen', n),
    withdrawal: (to: string, n = 1) => nth(to, '/widerruf', n),
    news: (to: string, n = 1) => nth(to, '/verify', n),
    /** To a copy of one's data. */
    copy: (to: string, n = 1) => nth(to, '/settings#export=', n),
    /** About a decision on somebody: its reasons, and how to object. */
    decision: (to: string, n = 1) => nth(to, '/appeal#token=', n),
    /** How something one reported was decided. */
    report: (to: string, n = 1) => nth(to, '/reports/', n),
    /** The way back from a deletion. */
    stay: (to: string, n = 1) => nth(to, '/#stay=', n),
    count: async (to: string): Promise<number> => (await all(to)).length,
  }
}

const findWays = (mail: TestMail): Mail => ({
  ...mail,
  link: /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '',
  code: /\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/.exec(mail.text)?.[0] ?? null,
})
