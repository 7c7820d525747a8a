// What the house provider keeps, in one file: agreements, notices, and the faults that tests ask for.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { writeWhole } from '#server/platform/files/durableFile.ts'
import { nullIfMissing } from '#server/platform/files/nullIfMissing.ts'

const at = z.iso.datetime()

const Happening = z.object({ id: z.string(), agreement: z.string(), at })
/** What the house tells of an agreement: the same in its notices and when it is asked. */
export const HouseEvent = z.discriminatedUnion('kind', [
  Happening.extend({ kind: z.literal('approved') }),
  Happening.extend({
    kind: z.literal('paid'),
    payment: z.string(),
    cents: z.int(),
    feeCents: z.int(),
  }),
  Happening.extend({ kind: z.literal('payment_failed') }),
  Happening.extend({
    kind: z.literal('refunded'),
    payment: z.string(),
    refund: z.string(),
    cents: z.int(),
  }),
  Happening.extend({ kind: z.literal('reversed'), payment: z.string(), cents: z.int() }),
  Happening.extend({ kind: z.literal('reinstated'), payment: z.string(), cents: z.int() }),
  Happening.extend({ kind: z.literal('stopped') }),
  Happening.extend({ kind: z.literal('repriced'), cents: z.int() }),
])
export type HouseEvent = z.infer<typeof HouseEvent>

export const HouseOrder = z.object({
  subscriptionId: z.uuid(),
  number: z.string().max(40),
  cents: z.int().min(1),
  currency: z.literal('EUR'),
  returnUrl: z.url({ protocol: /^https?$/ }),
  cancelUrl: z.url({ protocol: /^https?$/ }),
  language: z.enum(['de', 'en']),
})

/** Another price, and where the payer comes back to from agreeing to it. */
export const HouseOffer = HouseOrder.pick({ cents: true, returnUrl: true, cancelUrl: true })

const Agreement = z.object({
  id: z.string(),
  order: HouseOrder,
  status: z.enum(['waiting', 'active', 'suspended', 'stopped']),
  nextChargeAt: at.nullable(),
  /** What the payer has yet to agree to. */
  offer: HouseOffer.nullable(),
  /** Since when the running charge fails, and how often it was tried again. */
  failing: z.object({ since: at, retries: z.int() }).nullable(),
  /** Refunds by the key the club gave them. */
  refunds: z.record(z.string(), z.string()),
  events: z.array(HouseEvent),
})
export type Agreement = z.infer<typeof Agreement>

const HouseNotice = z.object({ event: HouseEvent, due: at, tries: z.int() })
export type HouseNotice = z.infer<typeof HouseNotice>

const faultModes = {
  /** slow and unsure: done, but the answer reaches the club too late or never. lying: nonsense with a straight face. */
  calls: z.enum(['well', 'down', 'slow', 'unsure', 'lying']),
  /** short: a cent is all that is charged. */
  charges: z.enum(['well', 'failing', 'short']),
  /** lost: never sent. held: kept back until this is something else. */
  notices: z.enum(['well', 'lost', 'held']),
  /** asking: a new price waits for the payer's consent, as with PayPal. */
  prices: z.enum(['well', 'asking']),
  /** late: what nobody approved yet cannot be stopped, as with PayPal. */
  stops: z.enum(['well', 'late']),
  /** How often each notice is sent, all at once. */
  copies: z.int().min(1).max(100),
  lateSeconds: z.int().min(0),
  newestFirst: z.boolean(),
  /** How far the clock of the house is off the club's. */
  clockSeconds: z.int(),
}
export const HouseFaults = z.object(faultModes)
export type HouseFaults = z.infer<typeof HouseFaults>

const noFaults: HouseFaults = {
  calls: 'well',
  charges: 'well',
  notices: 'well',
  prices: 'well',
  stops: 'well',
  copies: 1,
  lateSeconds: 0,
  newestFirst: false,
  clockSeconds: 0,
}

const Book = z.object({
  port: z.int(),
  agreements: z.array(Agreement),
  notices: z.array(HouseNotice),
  faults: HouseFaults,
})
export type Book = z.infer<typeof Book>

/** Where the house provider keeps its things, below `DATA_DIR`. */
export const houseFolder = (dataDir: string): string => join(dataDir, 'house')

/** Everything the house provider knows, in one file: a restart loses nothing. */
export async function openBook(folder: string): Promise<{ book: Book; save(): Promise<void> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'book.json')
  const text = await nullIfMissing(readFile(path, 'utf8'))
  const book: Book = text
    ? Book.parse(JSON.parse(text))
    : { port: 0, agreements: [], notices: [], faults: noFaults }
  let saving = Promise.resolve()
  let written = text
  const write = async () => {
    const now = JSON.stringify(book)
    if (now === written) return
    await writeWhole(path, now)
    written = now
  }
  return {
    book,
    save() {
      saving = saving.catch(() => {}).then(write)
      return saving
    },
  }
}
