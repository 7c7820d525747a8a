import { sql } from '#server/platform/database.ts'
import {
  byAddress,
  day,
  given,
  maybe,
  noted,
  time,
  truth,
  without,
  type Register,
} from './register.shape.ts'

/** What somebody wrote to the people behind the club: found by their address. */
export const messageRegister = {
  messages: {
    purpose: 'messages',
    kept: ['messages'],
    whose: byAddress,
    order: 'received_at',
    columns: {
      id: without('internal'),
      reference: noted(),
      topic: given(),
      name: given(maybe()),
      email: given(),
      text: given(),
      language: noted(maybe()),
      received_at: noted(time),
      answer: noted(maybe()),
      answered_by: without('others'),
      answered_at: noted(maybe(time)),
    },
  },
  notices: {
    purpose: 'notices',
    kept: ['notices'],
    whose: byAddress,
    order: 'received_at',
    columns: {
      id: without('internal'),
      reference: noted(),
      kind: given(),
      location: given(),
      explanation: given(),
      name: given(maybe()),
      email: given(maybe()),
      language: noted(maybe()),
      received_at: noted(time),
      concluded_at: noted(maybe(time)),
      sender_forgotten_at: without('afterwards'),
    },
  },
  declarations: {
    purpose: 'declarations',
    kept: ['declarations'],
    whose: byAddress,
    order: 'received_at',
    columns: {
      id: without('internal'),
      reference: noted(),
      kind: given(),
      is_extraordinary: given(truth),
      reason: given(maybe()),
      name: given(),
      contract: given(),
      email: given(),
      end_date: given(maybe(day)),
      language: noted(maybe()),
      received_at: noted(time),
    },
  },
  declaration_states: {
    purpose: 'declarations',
    kept: ['declarations'],
    whose: (userId) => sql`t.declaration_id in (
      select d.id from declarations d join users u on u.email = d.email
      where u.id = ${userId} and u.email_confirmed_at is not null)`,
    columns: {
      declaration_id: noted(undefined, {
        as: 'reference',
        from: () => sql`(select d.reference from declarations d where d.id = t.declaration_id)`,
      }),
      state: noted(),
      subscription_id: without('internal'),
      dispute_hashes: without('secret'),
      dispute_until: noted(maybe(time)),
      settled_at: noted(maybe(time)),
      settled_by: without('others'),
      note: noted(maybe()),
    },
  },
} as const satisfies Register
