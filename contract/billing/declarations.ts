import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { Day, Language } from '../fields.ts'
import { Email } from '../emailField.ts'
import { LineText, NoteText } from '../posts/textFields.ts'
import { limits } from '../limits.ts'
import { MailToken } from '../tokens.ts'

/**
 * What anyone may declare without logging in. The answer says what was declared and when, and is
 * the same whether or not there is such a contract (control K-11).
 */
const DeclarationReceipt = z.object({
  /** `KU-2026-123456` or `WI-2026-123456`. */
  reference: z.string(),
  receivedAt: z.iso.datetime(),
  /** To keep: the declaration word for word, its date and time, and by which button it was made. */
  text: z.string(),
})
type DeclarationReceipt = z.infer<typeof DeclarationReceipt>

const Name = LineText(limits.contactName)
/** An e-mail address or an order number. */
const ContractName = LineText(limits.email)

/** "jetzt kündigen" (§ 312k BGB): these fields and no others. */
export const declareCancellation = endpoint({
  method: 'POST',
  path: '/api/cancellations',
  access: 'visitor',
  body: z
    .object({
      /** Made in the browser; a repeat gets the first receipt. */
      id: z.uuid(),
      kind: z.enum(['ordinary', 'extraordinary']),
      reason: z.optional(NoteText(limits.contactText)),
      name: Name,
      contract: ContractName,
      /** The wanted end, a day of the calendar (`2026-12-31`); without it the earliest possible. */
      endDate: z.optional(Day),
      email: Email,
      language: z.optional(Language),
    })
    .check(
      z.refine(({ kind, reason }) => kind === 'ordinary' || reason !== undefined, {
        path: ['reason'],
        error: 'text_missing',
      }),
    ),
  response: DeclarationReceipt,
})

/** "Widerruf bestätigen" (§ 356a BGB): these fields and no others. */
export const declareWithdrawal = endpoint({
  method: 'POST',
  path: '/api/withdrawals',
  access: 'visitor',
  body: z.object({
    id: z.uuid(),
    name: Name,
    contract: ContractName,
    email: Email,
    language: z.optional(Language),
  }),
  response: DeclarationReceipt,
})

/** "That was not me", by the link in the mail to the registered address, within 72 hours. */
export const disputeDeclaration = endpoint({
  method: 'POST',
  path: '/api/declarations/disputes',
  access: 'visitor',
  limits: { address: ['disputePerAddress'] },
  body: z.object({ token: MailToken }),
  response: Done,
  errors: ['invalid_link'],
})
