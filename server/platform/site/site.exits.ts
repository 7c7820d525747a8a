// Refuses to start a club that takes payments while a page, link or call to cancel or withdraw is missing.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { declareCancellation, declareWithdrawal } from '#contract/billing/declarations.ts'
import { legalLabels } from '#contract/billing/legalLabels.ts'
import { pages } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import { mailTranslator } from '#server/text/words.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

/** The two ways out of a contract (§§ 312k, 356a BGB; controls K-06, K-07). */
const EXITS = [
  {
    kind: 'cancellation',
    page: pages.cancellation,
    call: declareCancellation,
    link: legalLabels.cancelHere,
    button: legalLabels.cancelNow,
  },
  {
    kind: 'withdrawal',
    page: pages.withdrawal,
    call: declareWithdrawal,
    link: legalLabels.withdrawHere,
    button: legalLabels.confirmWithdrawal,
  },
] as const

const LANGUAGES = ['mul', 'de', 'en']
const RECEIPT_JOB = 'mail_declaration_received'

type Club = {
  /** Where the built web app lies. */
  folder: string
  calls: readonly { path: string; access: string }[]
  /** The jobs there are hands for. */
  jobs: readonly string[]
}

/** A club that takes payments has pages to cancel: a `SetupError` names what is missing (control K-18). */
export async function refuseWithoutExits(
  { payments }: Pick<Config, 'payments'>,
  club: Club,
): Promise<void> {
  if (payments === 'off') return
  const missing = await missingExits(club)
  if (missing.length > 0)
    throw new SetupError(
      `PAYMENTS is "${payments}", but members could not leave as easily as they come. Missing: ${missing.join('; ')}. npm start builds the pages.`,
    )
}

/** What of the ways out is not there, in words; empty when all is. */
export async function missingExits({ folder, calls, jobs }: Club): Promise<string[]> {
  const written = await readAll(join(folder, 'pages'), '.html')
  const scripts = [...(await readAll(join(folder, 'assets'), '.js')).values()]
  const missing = new Set<string>()
  const need = (isThere: boolean, words: string) => isThere || missing.add(words)

  for (const { kind, page, call, link, button } of EXITS) {
    const open = calls.find(({ path }) => path === call.path)?.access === 'visitor'
    need(open, `the call ${call.path} for everyone`)
    need(page.access === 'everyone', `the page ${page.path} for everyone`)
    for (const language of LANGUAGES) {
      const html = written.get(join(language, `${page.path.slice(1)}.html`)) ?? ''
      const isWhole = html.includes(`data-post="${call.path}"`) && html.includes(`>${button}<`)
      need(isWhole, `the page ${page.path} (${language}) with "${button}"`)
    }
    const isLinked = (html: string) => new RegExp(`href="${page.path}"[^>]*>${link}<`).test(html)
    for (const [name, html] of written) need(isLinked(html), `"${link}" on ${name}`)
    const inApp = scripts.some((code) => code.includes(link)) && scripts.some(asksPath(page.path))
    need(inApp, `"${link}" in the app`)
    for (const language of ['de', 'en'] as const) {
      const key = `declaration.received.subject.${kind}`
      need(
        mailTranslator(language)(key) !== key,
        `the words of the receipt of a ${kind} (${language})`,
      )
    }
  }
  need(jobs.includes(RECEIPT_JOB), `the job ${RECEIPT_JOB}`)
  return [...missing]
}

/** Whatever quotes a build puts around it. */
const asksPath = (path: string) => (code: string) => new RegExp(`["'\`]${path}["'\`]`).test(code)

/** Texts of a folder by path; none where there is no folder. */
async function readAll(folder: string, ending: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const read = async (name: string) => [name, await readFile(join(folder, name), 'utf8')] as const
  return new Map(await Promise.all(names.filter((name) => name.endsWith(ending)).map(read)))
}
