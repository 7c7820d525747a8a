// The house provider as `PaymentProvider`: trusts no answer about another agreement, no unsigned notice.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { ProviderError, type PaymentProvider, type ProviderEvent } from '../payments.ts'
import { HouseEvent, houseFolder } from './house.book.ts'
import { isSigned, SIGNATURE } from './house.notices.ts'

const PATIENCE_MS = 5_000

const Address = z.object({ url: z.url(), key: z.string() })
const Shown = z.object({
  id: z.string(),
  subscriptionId: z.uuid(),
  status: z.enum(['waiting', 'active', 'suspended', 'stopped']),
  approveUrl: z.url().nullable(),
  cents: z.int(),
  events: z.array(HouseEvent),
  refund: z.string().optional(),
})

/** The house provider as the club sees it: over HTTP, by the address its server left in `DATA_DIR`. */
export function houseProvider({
  dataDir,
  patienceMs = PATIENCE_MS,
}: {
  dataDir: string
  patienceMs?: number
}): PaymentProvider {
  const address = async () => {
    const text = await readFile(join(houseFolder(dataDir), 'address.json'), 'utf8').catch(() => {
      throw new ProviderError('the house provider was never started')
    })
    return Address.parse(JSON.parse(text))
  }

  /** Null: there is no such agreement. */
  async function ask(path: string, body?: object) {
    const { url, key } = await address()
    const { status, answer } = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
      .then(async (response) => ({ status: response.status, answer: await response.json() }))
      .catch(() => {
        throw new ProviderError('the house provider did not answer')
      })
    if (status === 404) return null
    if (status !== 200)
      throw new ProviderError(`the house provider said ${status}`, { isFinal: status < 500 })
    const shown = Shown.safeParse(answer)
    if (!shown.success) throw new ProviderError('the house provider talked nonsense')
    return shown.data
  }

  /** An answer about another agreement than the one asked for is no answer. */
  async function askAbout(providerId: string, act = '', body?: object) {
    const shown = await ask(`/agreements/${encodeURIComponent(providerId)}${act}`, body)
    const isIts = (event: HouseEvent) => event.agreement === providerId
    if (shown && (shown.id !== providerId || !shown.events.every(isIts)))
      throw new ProviderError('the house provider spoke of something else')
    return shown
  }

  return {
    name: 'house',

    async start(order) {
      const shown = await ask('/agreements', order)
      const { url } = await address()
      if (!shown || shown.subscriptionId !== order.subscriptionId)
        throw new ProviderError('the house provider spoke of something else')
      const approveUrl = `${url}/approve/${shown.id}`
      if (shown.approveUrl !== null && shown.approveUrl !== approveUrl)
        throw new ProviderError('the house provider spoke of something else')
      return { providerId: shown.id, approveUrl }
    },

    async cancel(providerId) {
      const shown = await askAbout(providerId, '/stop', {})
      if (!shown) throw new ProviderError('there is no such agreement', { isFinal: true })
    },

    async reprice({ providerId, cents, returnUrl, cancelUrl }) {
      const wanted = { cents, returnUrl, cancelUrl }
      const shown = await askAbout(providerId, '/price', wanted)
      if (!shown) throw new ProviderError('there is no such agreement', { isFinal: true })
      if (shown.cents === cents) return { approveUrl: null }
      const { url } = await address()
      if (shown.approveUrl !== `${url}/approve/${providerId}`)
        throw new ProviderError('the house provider spoke of something else')
      return { approveUrl: shown.approveUrl }
    },

    async refund({ providerId, paymentId, cents, key }) {
      const shown = await askAbout(providerId, '/refunds', { key, payment: paymentId, cents })
      if (!shown?.refund) throw new ProviderError('there is no such payment', { isFinal: true })
      return { refundId: shown.refund }
    },

    async read(providerId) {
      const shown = await askAbout(providerId)
      if (!shown) return null
      const { status, subscriptionId: orderId, approveUrl, cents, events } = shown
      return { status, orderId, approveUrl, cents, events: events.map(toProviderEvent), repaid: [] }
    },

    async verify(headers, body) {
      const { key } = await address()
      if (!isSigned(key, body, headers[SIGNATURE] ?? '')) return { outcome: 'forged' }
      const event = HouseEvent.safeParse(parseBody(body))
      if (!event.success) return { outcome: 'unknown' }
      return { outcome: 'genuine', events: [toProviderEvent(event.data)], key: event.data.id }
    },
  }
}

function toProviderEvent(event: HouseEvent): ProviderEvent {
  const { id, agreement, at } = event
  const common = { key: id, providerId: agreement, occurredAt: new Date(at) }
  switch (event.kind) {
    case 'paid':
      return {
        ...common,
        kind: 'paid',
        paymentId: event.payment,
        cents: event.cents,
        feeCents: event.feeCents,
      }
    case 'refunded':
      return {
        ...common,
        kind: 'refunded',
        paymentId: event.payment,
        refundId: event.refund,
        cents: event.cents,
      }
    case 'reversed':
      return { ...common, kind: 'reversed', paymentId: event.payment, cents: event.cents }
    case 'reinstated':
      return { ...common, kind: 'reinstated', paymentId: event.payment }
    case 'repriced':
      return { ...common, kind: 'repriced', cents: event.cents }
    default:
      return { ...common, kind: event.kind }
  }
}

function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}
