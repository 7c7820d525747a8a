import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { declareCancellation, declareWithdrawal } from '#contract/billing/declarations.ts'
import { missingExits, refuseWithoutExits } from './site.exits.ts'

const FOOTER =
  '<a href="/kuendigen" lang="de">Verträge hier kündigen</a><a href="/widerruf" lang="de">Vertrag widerrufen</a>'
const page = (call: string, button: string) =>
  `<form data-post="${call}"><button><span lang="de">${button}</span></button></form>${FOOTER}`
const whole: Record<string, string> = {
  'assets/app.js':
    'const a="/kuendigen",b=`/widerruf`;say("Verträge hier kündigen","Vertrag widerrufen")',
  ...Object.fromEntries(
    ['mul', 'de', 'en'].flatMap((language) => [
      [`pages/${language}/index.html`, FOOTER],
      [`pages/${language}/legal/terms.open.html`, FOOTER],
      [`pages/${language}/kuendigen.html`, page('/api/cancellations', 'jetzt kündigen')],
      [`pages/${language}/widerruf.html`, page('/api/withdrawals', 'Widerruf bestätigen')],
    ]),
  ),
}
const calls = [declareCancellation, declareWithdrawal]
const jobs = ['mail_declaration_received']

async function built(files: Record<string, string | undefined>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-exits-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries({ ...whole, ...files })) {
    if (text === undefined) continue
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

test('a club with both ways out, linked from everywhere, may take payments', async () => {
  const folder = await built({})
  expect(await missingExits({ folder, calls, jobs })).toEqual([])
  await refuseWithoutExits({ payments: 'paypal' }, { folder, calls, jobs })
})

test.each([
  [
    'a page',
    { 'pages/en/kuendigen.html': undefined },
    'the page /kuendigen (en) with "jetzt kündigen"',
  ],
  [
    'the words of a button',
    { 'pages/de/widerruf.html': page('/api/withdrawals', 'Absenden') },
    'the page /widerruf (de) with "Widerruf bestätigen"',
  ],
  [
    'a link on one page',
    { 'pages/mul/index.html': FOOTER.replace('Vertrag widerrufen', 'Mehr') },
    `"Vertrag widerrufen" on ${join('mul', 'index.html')}`,
  ],
  [
    'the links of the app',
    { 'assets/app.js': '"/widerruf"' },
    '"Verträge hier kündigen" in the app',
  ],
])('without %s it does not start', async (_, files, words) => {
  const folder = await built(files)
  await expect(refuseWithoutExits({ payments: 'house' }, { folder, calls, jobs })).rejects.toThrow(
    words,
  )
  await refuseWithoutExits({ payments: 'off' }, { folder, calls, jobs })
})

test('calls only members may make, and a receipt nobody sends, are missing as well', async () => {
  const folder = await built({})
  const closed = [{ ...declareCancellation, access: 'member' }]
  expect(await missingExits({ folder, calls: closed, jobs: [] })).toEqual([
    'the call /api/cancellations for everyone',
    'the call /api/withdrawals for everyone',
    'the job mail_declaration_received',
  ])
})

test('a club that was never built has no way out', async () => {
  const folder = join(tmpdir(), 'club-that-was-never-built')
  expect((await missingExits({ folder, calls, jobs })).length).toBeGreaterThan(6)
})
