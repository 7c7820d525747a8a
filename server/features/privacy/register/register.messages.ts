// The copy of one's data: which columns of messages, notices and declarations, found by a confirmed address.
import { sql } from '#server/platform/database/database.ts'
import {
  byAddress,
  day,
  provided,
  nullable,
  observed,
  time,
  truth,
  excluded,
  type Register,
} from './register.shape.ts'

/** What somebody wrote to the people behind the club: found by their address. */
export const messageRegister = {
  messages: {
    purpose: 'messages',
    retentionRules: ['messages'],
    whose: byAddress,
    order: 'received_at',
    columns: {
      id: excluded('internal'),
      reference: observed(),
      topic: provided(),
      name: provided(nullable()),
      email: provided(),
      text: provided(),
      language: observed(nullable()),
      received_at: observed(time),
      answer: observed(nullable()),
      answered_by: excluded('others'),
      answered_at: observed(nullable(time)),
    },
  },
  notices: {
    purpose: 'notices',
    retentionRules: ['notices'],
    whose: byAddress,
    order: 'received_at',
    columns: {
      id: excluded('internal'),
      reference: observed(),
      kind: provided(),
      location: provided(),
      explanation: provided(),
      name: provided(nullable()),
      email: provided(nullable()),
      language: observed(nullable()),
      received_at: observed(time),
      concluded_at: observed(nullable(time)),
      confirm_hash: excluded('secret'),
      confirmed_at: excluded('internal'),
      sender_forgotten_at: excluded('afterwards'),
    },
  },
  declarations: {
    purpose: 'declarations',
    retentionRules: ['declarations'],
    whose: byAddress,
    order: 'received_at',
    columns: {
      id: excluded('internal'),
      reference: observed(),
      kind: provided(),
      is_extraordinary: provided(truth),
      reason: provided(nullable()),
      name: provided(),
      contract: provided(),
      email: provided(),
      end_date: provided(nullable(day)),
      language: observed(nullable()),
      received_at: observed(time),
    },
  },
  declaration_states: {
    purpose: 'declarations',
    retentionRules: ['declarations'],
    whose: (userId) => sql`t.declaration_id in (
      select d.id from declarations d join users u on u.email = d.email
      where u.id = ${userId} and u.email_confirmed_at is not null)`,
    columns: {
      declaration_id: observed(undefined, {
        as: 'reference',
        from: () => sql`(select d.reference from declarations d where d.id = t.declaration_id)`,
      }),
      state: observed(),
      subscription_id: excluded('internal'),
      dispute_hashes: excluded('secret'),
      dispute_until: observed(nullable(time)),
      settled_at: observed(nullable(time)),
      settled_by: excluded('others'),
      note: observed(nullable()),
    },
  },
} as const satisfies Register
