import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Book, HouseNotice } from './house.book.ts'

export const SIGNATURE = 'house-signature'
const PATIENCE_MS = 30_000
const LONGEST_WAIT_S = 3_600
/** Given up after about three days; the nightly comparison finds the rest. */
const MOST_TRIES = 80

const signNotice = (key: string, body: Uint8Array | string): string =>
  createHmac('sha256', key).update(body).digest('hex')

export function isSigned(key: string, body: Uint8Array, signature: string): boolean {
  const right = Buffer.from(signNotice(key, body))
  const given = Buffer.from(signature)
  return right.length === given.length && timingSafeEqual(right, given)
}

type Options = {
  book: Book
  key: string
  now: () => Date
  /** Where the club receives notices; null while it is not open. */
  address: () => string | null
}

/** Sends what is due, until the club says that it has it. Those sent together go out at once. */
export async function deliverNotices({ book, key, now, address }: Options): Promise<void> {
  const url = address()
  if (!url || book.faults.notices === 'held') return
  const at = now().toISOString()
  const due = book.notices.filter((notice) => notice.due <= at)
  if (book.faults.newestFirst) due.reverse()
  const { copies } = book.faults
  for (const notice of due) {
    const body = JSON.stringify(notice.event)
    const sent = await Promise.all(
      Array.from({ length: copies }, () => post(url, body, signNotice(key, body))),
    )
    if (sent.includes(true)) book.notices.splice(book.notices.indexOf(notice), 1)
    else postpone(book, notice, now())
  }
}

function postpone(book: Book, notice: HouseNotice, now: Date): void {
  notice.tries += 1
  const seconds = Math.min(LONGEST_WAIT_S, 2 ** notice.tries)
  notice.due = new Date(now.getTime() + seconds * 1000).toISOString()
  if (notice.tries >= MOST_TRIES) book.notices.splice(book.notices.indexOf(notice), 1)
}

/** Whether it arrived. */
export async function post(url: string, body: string, signature: string): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE]: signature },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
