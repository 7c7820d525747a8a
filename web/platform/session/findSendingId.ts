import { SendingId, type Sent } from '#web/platform/api/SendingId.ts'
import { readWords, writeWords } from './drafts.ts'

/** That of words which are found again after a reload: it lies in this tab as they do, and is wiped with them. */
export function findSendingId(userId: string, place: string): SendingId {
  const name = `sent.${place}`
  return new SendingId(
    readSent(readWords(userId, name)),
    (sent) => void writeWords(userId, name, sent ? JSON.stringify(sent) : ''),
  )
}

function readSent(kept: string): Sent | null {
  try {
    return JSON.parse(kept) as Sent
  } catch {
    return null
  }
}
