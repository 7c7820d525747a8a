import { expect, test } from 'vitest'
import { createTransport } from 'nodemailer'
import { normalizeMailbox, parseMailbox } from './mailbox.ts'

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

test.each([
  ['in capitals', 'Mia@Example.ORG', 'mia@example.org'],
  ['with something after a plus sign', 'mia+club@example.org', 'mia@example.org'],
  ['with more than one plus sign', 'mia+club+two@example.org', 'mia@example.org'],
  ['in full width', 'ｍｉａ@example.org', 'mia@example.org'],
  ['at Google with dots', 'm.i.a@gmail.com', 'mia@gmail.com'],
  ["at Google's other name", 'mia@googlemail.com', 'mia@gmail.com'],
])('an address written %s leads to the same mailbox', (_, email, mailbox) => {
  expect(normalizeMailbox(email)).toBe(mailbox)
})

test('dots tell mailboxes apart anywhere but at Google', () => {
  expect(normalizeMailbox('m.i.a@example.org')).toBe('m.i.a@example.org')
})

test('a name that begins with a plus sign stays itself', () => {
  expect(normalizeMailbox('+mia@example.org')).toBe('+mia@example.org')
})

test('the domain is what follows the last at sign', () => {
  expect(normalizeMailbox('"mia@home"@gmail.com')).toBe('"mia@home"@gmail.com')
})
