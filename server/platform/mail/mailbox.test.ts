import { expect, test } from 'vitest'
import { createTransport } from 'nodemailer'
import { parseMailbox } from './mailbox.ts'

test.each([
  ['club@example.org', '', 'club@example.org'],
  ['Rot & Blau: Köln <club@example.org>', 'Rot & Blau: Köln', 'club@example.org'],
  ['Rot, Blau <club@example.org>', 'Rot, Blau', 'club@example.org'],
  ['"Rot; Blau" <club@example.org>', 'Rot; Blau', 'club@example.org'],
  ['Rot (Blau) @ Köln <club@example.org>', 'Rot (Blau) @ Köln', 'club@example.org'],
])('a mail of %s comes from one sender', async (set, name, address) => {
  expect(parseMailbox(set)).toEqual({ name, address })
  const writer = createTransport({ streamTransport: true, buffer: true })
  const sent = await writer.sendMail({ from: parseMailbox(set), to: 'mia@example.org', text: '.' })
  expect(sent.envelope).toEqual({ from: address, to: ['mia@example.org'] })
  const [line = ''] = /^From: .*$/m.exec((sent.message as Buffer).toString()) ?? []
  expect(line.endsWith(name ? `<${address}>` : address)).toBe(true)
  // a bare name with such a sign would be a list
  expect(/^From: [^"=]*[:,;@(].*</.test(line)).toBe(false)
})
