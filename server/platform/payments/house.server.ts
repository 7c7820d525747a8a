// The server of the house provider: takes no money, and goes wrong on demand, for development and tests.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod'
import { writeWhole } from '#server/platform/files/durableFile.ts'
import { HouseActs } from './house.acts.ts'
import {
  houseFolder,
  HouseFaults,
  HouseOffer,
  HouseOrder,
  openBook,
  type Agreement,
} from './house.book.ts'
import { deliverNotices, post } from './house.notices.ts'
import { approvalPage, unknownPage } from './house.page.ts'

const MAX_BODY_BYTES = 64 * 1024
const Refund = z.object({ key: z.string(), payment: z.string(), cents: z.int().min(1) })
const Forged = z.object({ body: z.string(), signature: z.string().default('0'.repeat(64)) })

export type HouseServer = {
  url: string
  /** Where notices go from now on. */
  notify(url: string): void
  /** Charges what is due and sends what waits; done when the club has answered. */
  settle(): Promise<void>
  close(): Promise<void>
}

type Options = {
  dataDir: string
  now: () => Date
  /** How often it charges and sends by itself; without it only when asked (`settle`). */
  everyMs?: number
}

/**
 * A payment provider that takes no money: a server of its own, so that what goes wrong between two
 * machines goes wrong here too. `POST /door` (with its key) says what shall go wrong.
 */
export async function startHouse({ dataDir, now, everyMs }: Options): Promise<HouseServer> {
  const folder = houseFolder(dataDir)
  const { book, save } = await openBook(folder)
  const key = await readKey(folder)
  const houseNow = () => new Date(now().getTime() + book.faults.clockSeconds * 1000)
  const acts = new HouseActs(book, houseNow)
  let club: string | null = null
  let settling = Promise.resolve()

  const settle = () => {
    settling = settling
      .catch(() => {})
      .then(async () => {
        acts.chargeDue()
        await save()
        await deliverNotices({ book, key, now: houseNow, address: () => club })
        await save()
      })
    return settling
  }
  const nudge = () => void (everyMs && settle().catch(() => {}))

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy())
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://house').pathname
    const [, first, id = '', act = ''] = path.split('/')
    if (first === 'approve') return approve(request, response, acts.find(id))
    if (!hasKey(request, key)) return json(response, 401, { error: 'key' })
    if (first === 'door') return door(request, response, id, act)
    const { calls } = book.faults
    if (calls === 'down') return void request.socket.destroy()
    const [status, answer] = await serve(request, first ?? '', id, act)
    await save()
    nudge()
    if (calls === 'unsure') return void request.socket.destroy()
    if (calls === 'slow') return void once(request.socket, 'close')
    json(response, status, calls === 'lying' ? { ...answer, id: 'HA-SOMEBODYELSES' } : answer)
  }

  async function serve(
    request: IncomingMessage,
    first: string,
    id: string,
    act: string,
  ): Promise<[number, object]> {
    if (first !== 'agreements') return [404, {}]
    if (id === '' && request.method === 'POST') {
      const order = HouseOrder.safeParse(await readJson(request))
      return order.success ? [200, shown(acts.order(order.data))] : [422, {}]
    }
    const agreement = acts.find(id)
    if (!agreement) return [404, {}]
    if (request.method === 'GET') return [200, shown(agreement)]
    if (act === 'stop') acts.stop(agreement)
    if (act === 'price') {
      const offer = HouseOffer.safeParse(await readJson(request))
      const isDone = offer.success && acts.reprice(agreement, offer.data)
      return isDone ? [200, shown(agreement)] : [422, {}]
    }
    if (act !== 'refunds') return [200, shown(agreement)]
    const wanted = Refund.safeParse(await readJson(request))
    const refund = wanted.success ? acts.refund(agreement, wanted.data) : null
    return refund ? [200, { ...shown(agreement), refund }] : [422, {}]
  }

  async function approve(
    request: IncomingMessage,
    response: ServerResponse,
    agreement: Agreement | undefined,
  ): Promise<void> {
    if (!agreement) return page(response, 404, unknownPage())
    const { offer } = agreement
    const { returnUrl, cancelUrl } = offer ?? agreement.order
    if (request.method !== 'POST') return page(response, 200, approvalPage(agreement), returnUrl)
    const decision = new URLSearchParams(await readText(request)).get('decision')
    if (offer) {
      if (decision === 'approve') acts.agree(agreement)
      else agreement.offer = null
    } else if (decision === 'approve') acts.approve(agreement)
    else if (agreement.status === 'waiting') acts.stop(agreement)
    await save()
    nudge()
    const isOpen = offer ? decision === 'approve' : agreement.status === 'active'
    response.writeHead(303, { location: isOpen ? returnUrl : cancelUrl }).end()
  }

  /** For tests: what goes wrong from now on, and what a payer or their bank does. */
  async function door(
    request: IncomingMessage,
    response: ServerResponse,
    act: string,
    id: string,
  ): Promise<void> {
    const agreement = acts.find(id)
    if (act === 'faults') {
      const faults = HouseFaults.partial().parse(await readJson(request))
      book.faults = HouseFaults.parse({ ...book.faults, ...faults })
    } else if (act === 'settle') await settle()
    else if (act === 'forge' && club) {
      const { body, signature } = Forged.parse(await readJson(request))
      await post(club, body, signature)
    } else if (act === 'reverse' && agreement) acts.reverse(agreement)
    else if (act === 'reinstate' && agreement) acts.reinstate(agreement)
    else if (act === 'stop' && agreement) acts.stop(agreement)
    else return json(response, 404, {})
    await save()
    nudge()
    json(response, 200, { done: true })
  }

  const shown = ({ id, order, status, offer, events }: Agreement) => ({
    id,
    subscriptionId: order.subscriptionId,
    status,
    cents: order.cents,
    approveUrl: status === 'waiting' || offer ? `${url}/approve/${id}` : null,
    events,
  })

  const port = await startListening(server, book.port)
  const url = `http://127.0.0.1:${port}`
  book.port = port
  await save()
  await writeWhole(join(folder, 'address.json'), JSON.stringify({ url, key }))
  const timer = everyMs ? setInterval(nudge, everyMs) : undefined

  return {
    url,
    notify: (to) => void (club = to),
    settle,
    async close() {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
      await settling.catch(() => {})
      await save()
    },
  }
}

/** The port it had, so that an approval link outlives a restart; another when that one is taken. */
async function startListening(
  server: ReturnType<typeof createServer>,
  wanted: number,
): Promise<number> {
  server.listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (wanted === 0) throw error
    return startListening(server, 0)
  }
  return (server.address() as AddressInfo).port
}

async function readKey(folder: string): Promise<string> {
  const path = join(folder, 'key')
  const known = await readFile(path, 'utf8').catch(() => null)
  if (known) return known
  const key = randomBytes(32).toString('base64url')
  await writeWhole(path, key)
  return key
}

function hasKey(request: IncomingMessage, key: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(request.headers.authorization ?? ''), hash(`Bearer ${key}`))
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > MAX_BODY_BYTES) throw new Error('too much')
  }
  return text
}
const readJson = async (request: IncomingMessage): Promise<unknown> =>
  JSON.parse(await readText(request))

function json(answered: ServerResponse, status: number, answer: object): void {
  answered.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

function page(answered: ServerResponse, status: number, html: string, leadsTo = ''): void {
  const origin = leadsTo && new URL(leadsTo).origin
  answered
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${origin}; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .end(html)
}
