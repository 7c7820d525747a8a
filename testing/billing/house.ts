import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HouseFaults } from '#server/platform/payments/house.book.ts'
import { houseFolder } from '#server/platform/payments/house.book.ts'
import { houseProvider } from '#server/platform/payments/house.provider.ts'
import { startHouse } from '#server/platform/payments/house.server.ts'

/** Long enough for a busy machine, short enough to wait for when the house is slow. */
const PATIENCE_MS = 2_000

/**
 * The house provider of a test club. It runs by the club's clock, and neither charges nor sends
 * notices by itself: `settle()` does what is due by then.
 */
export async function openHouse(dataDir: string, now: () => Date) {
  let server = await startHouse({ dataDir, now })
  let club: string | null = null
  const door = (act: string, body: object = {}) => atHouseDoor(dataDir, act, body)
  /** What the payer's browser sends from the approval page; answers where it is led to. */
  const decide = async (approveUrl: string, decision: 'approve' | 'decline') => {
    const answer = await fetch(approveUrl, {
      method: 'POST',
      body: new URLSearchParams({ decision }),
      redirect: 'manual',
    })
    return answer.headers.get('location')
  }

  return {
    get url() {
      return server.url
    },
    provider: houseProvider({ dataDir, patienceMs: PATIENCE_MS }),
    notify(clubUrl: string) {
      club = clubUrl
      server.notify(`${clubUrl}/api/webhooks/house`)
    },
    /** Charges what is due and sends the notices that wait, and lets the club finish with them. */
    settle: () => server.settle(),
    async approve(approveUrl: string | null) {
      const leadsTo = await decide(approveUrl!, 'approve')
      await server.settle()
      return leadsTo
    },
    async decline(approveUrl: string | null) {
      const leadsTo = await decide(approveUrl!, 'decline')
      await server.settle()
      return leadsTo
    },
    /** What goes wrong from now on. */
    faults: (faults: Partial<HouseFaults>) => door('faults', faults),
    /** Sends the club what the house never said, with a signature that is none unless given. */
    forge: (event: object, signature?: string) =>
      door('forge', { body: JSON.stringify(event), ...(signature && { signature }) }),
    /** The payer's bank takes the newest payment back. */
    reverse: (providerId: string) => door(`reverse/${providerId}`),
    reinstate: (providerId: string) => door(`reinstate/${providerId}`),
    /** The payer ends it at the provider. */
    stop: (providerId: string) => door(`stop/${providerId}`),
    /** How many agreements there are, wanted or not. */
    async agreements(): Promise<number> {
      const text = await readFile(join(houseFolder(dataDir), 'book.json'), 'utf8')
      return (JSON.parse(text) as { agreements: unknown[] }).agreements.length
    },
    async restart() {
      await server.close()
      server = await startHouse({ dataDir, now })
      if (club) server.notify(`${club}/api/webhooks/house`)
    },
    close: () => server.close(),
  }
}

/** Tells a running house provider what shall go wrong, or what a payer does there. */
export async function atHouseDoor(dataDir: string, act: string, body: object = {}): Promise<void> {
  const path = join(houseFolder(dataDir), 'address.json')
  const { url, key } = JSON.parse(await readFile(path, 'utf8')) as { url: string; key: string }
  const answer = await fetch(`${url}/door/${act}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the house said ${answer.status} to ${act}`)
}
