import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '#testing/until.ts'
import { toMailRefusal } from './mail.refusals.ts'
import { sendBySmtp } from './smtp.ts'

const STEPS = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'the mail'] as const
type Step = (typeof STEPS)[number]
const FINE: Record<Step, string> = {
  greeting: '220 test',
  EHLO: '250 test',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  'the mail': '250 ok',
}

/** A mail server that says what it should, but at one step; there it may end the line as well. */
async function openFaulty(step: Step | 'STARTTLS', reply: string, isCut = false) {
  const lines = new Set<Socket>()
  const server = createServer((line) => {
    lines.add(line.on('error', () => {}).on('close', () => lines.delete(line)))
    const say = (at: Step | 'STARTTLS') => {
      if (at !== step) return void line.write(`${at === 'STARTTLS' ? '220 go on' : FINE[at]}\r\n`)
      if (reply) line.write(reply)
      if (isCut) line.destroySoon()
    }
    let isMail = false
    let heard = ''
    say('greeting')
    line.on('data', (data) => {
      heard += String(data)
      for (let end = heard.indexOf('\r\n'); end >= 0; end = heard.indexOf('\r\n')) {
        const said = heard.slice(0, end)
        heard = heard.slice(end + 2)
        if (isMail && said !== '.') continue
        const verb = isMail ? 'the mail' : (said.split(' ')[0] as Step | 'STARTTLS')
        isMail = verb === 'DATA'
        say(verb)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const line of lines) line.destroy()
    server.close()
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, lines }
}

/** What became of a mail: taken, to be tried again, or refused for good, of the address or not. */
async function send(url: string, patienceMs: number, mailMs = 60_000): Promise<string> {
  const mail = { from: 'club@club.example', to: 'mia@example.com', subject: 'x', text: 'x' }
  try {
    await sendBySmtp({ secure: false, smtpUrl: url }, mail, { answerMs: patienceMs, mailMs })
    return 'taken'
  } catch (error) {
    const refusal = toMailRefusal(error)
    if (!refusal) return 'again'
    return refusal.isOfAddress ? 'refused, nobody is there' : 'refused'
  }
}

test.each(STEPS)(
  'a network that swallows what is said at %s costs a mail its patience, and the line is let go',
  async (step) => {
    for (const half of ['', FINE[step].slice(0, 2)]) {
      const { url, lines } = await openFaulty(step, half)
      expect(await send(url, 100)).toBe('again')
      await until(() => lines.size === 0)
    }
  },
)

test.each(STEPS)('a line that is cut at %s is tried again', async (step) => {
  for (const half of ['', FINE[step].slice(0, 2)]) {
    const { url, lines } = await openFaulty(step, half, true)
    expect(await send(url, 5_000)).toBe('again')
    await until(() => lines.size === 0)
  }
})

test.each([
  ['greeting', '554 5.3.2 not accepting mail', 'again'],
  ['greeting', '421 4.3.2 shutting down', 'again'],
  ['greeting', 'SSH-2.0-OpenSSH_9.9', 'again'],
  ['MAIL', '452 4.3.1 disk full', 'again'],
  ['MAIL', '550 5.7.1 your address is blocked', 'again'],
  ['RCPT', '450 4.2.1 mailbox busy', 'again'],
  ['RCPT', '452 4.2.2 over quota', 'again'],
  ['RCPT', '421 4.7.0 too many recipients', 'again'],
  ['RCPT', '551 5.1.6 moved', 'refused, nobody is there'],
  ['RCPT', '550 5.1.2 no such domain', 'refused, nobody is there'],
  ['RCPT', '550 5.2.2 full', 'refused'],
  ['RCPT', `550-${'long words '.repeat(20_000)}\r\n550 5.1.1 gone`, 'refused, nobody is there'],
  ['DATA', '451 4.3.0 later', 'again'],
  ['DATA', '554 5.5.1 no valid recipients', 'refused'],
  ['the mail', '552 5.3.4 too big', 'refused'],
  ['the mail', '550 5.7.1 looks like spam', 'refused'],
  ['the mail', '451 4.7.1 greylisted', 'again'],
  ['the mail', 'no number at all', 'again'],
] as const)('a mail server that says at %s: %s', async (step, reply, fate) => {
  const { url, lines } = await openFaulty(step, `${reply}\r\n`)
  expect(await send(url, 2_000)).toBe(fate)
  await until(() => lines.size === 0)
})

test.each([
  ['that refuses to encrypt', '454 4.7.0 TLS not available'],
  ['that says it encrypts, and does not', '220 go on'],
])('a mail does not go to a server %s, and is tried again', async (_, reply) => {
  const { url, lines } = await openFaulty('STARTTLS', `${reply}\r\nnonsense\r\n`)
  expect(await send(`${url}?requireTLS=true`, 300)).toBe('again')
  await until(() => lines.size === 0)
})

test('a mail server that goes on and on before it answers does not hold a mail for good', async () => {
  const { url, lines } = await openFaulty('EHLO', '')
  const drip = setInterval(() => lines.forEach((line) => line.write('250-x\r\n')), 20)
  onTestFinished(() => clearInterval(drip))
  expect(await send(url, 5_000, 300)).toBe('again')
  await until(() => lines.size === 0)
})
