import type { RequestOf } from '#contract/endpoint.ts'
import type { sendMessage, sendNotice } from '#contract/contact.ts'
import { sql } from '#server/platform/database/database.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import { letters, serial, uuid } from '#testing/random.ts'
import type { Club } from '#testing/club/club.ts'

type Message = RequestOf<typeof sendMessage>['body']
type Notice = RequestOf<typeof sendNotice>['body']

/** What a browser sends from the contact form. */
export const aMessage = (fields: Partial<Message> = {}): Message => ({
  id: uuid(),
  topic: 'question',
  name: 'Mia',
  email: `${letters(16)}@example.org`,
  text: 'When do you open?',
  language: 'en',
  ...fields,
})

/** A notice of a child, which anyone may send without a name. */
export const aNotice = (fields: Partial<Notice> = {}): Notice => ({
  id: uuid(),
  kind: 'minor',
  location: 'The third photo of Ben',
  explanation: 'It shows somebody who is no adult.',
  isGoodFaith: true,
  language: 'en',
  ...fields,
})

const reference = (kind: string) => `${kind}-2026-${String(serial()).padStart(6, '0')}`

/** A message that waits. */
export async function insertMessage(
  { app, db }: Club,
  { at = app.now(), text = 'When do you open?' }: { at?: Date; text?: string } = {},
): Promise<{ id: string; reference: string }> {
  const message = { id: uuid(), reference: reference('K') }
  await db.run(sql`
    insert into messages (id, reference, topic, email, text, received_at)
    values (${message.id}, ${message.reference}, 'question', 'mia@example.org', ${text},
      ${at.toISOString()})`)
  return message
}

export async function insertNotice({ db }: Club, at: Date): Promise<{ id: string }> {
  const id = uuid()
  await db.run(sql`
    insert into notices (id, reference, kind, location, explanation, received_at)
    values (${id}, ${reference('M')}, 'minor', 'a photo', 'a child', ${at.toISOString()})`)
  return { id }
}

/** A link in the receipt of a notice. */
export async function linkOfNotice({ app, db }: Club): Promise<string> {
  const token = newToken()
  const { id, kind, location, explanation } = aNotice()
  await db.run(sql`
    insert into notices (id, reference, kind, location, explanation, received_at, confirm_hash)
    values (${id}, ${reference('M')}, ${kind}, ${location}, ${explanation},
      ${app.now().toISOString()}, ${secretHash(token)})`)
  return token
}
