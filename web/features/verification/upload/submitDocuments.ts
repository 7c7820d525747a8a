import {
  COPY_CONSENT,
  stageFile,
  submitVerification,
  type Side,
  type Verification,
} from '#contract/verification/verification.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { hasLeft } from '#web/platform/session/drafts.ts'
import { upload } from '#web/platform/api/upload.ts'
import { sides, type UploadDocument, type Documents } from './documents.ts'

/** How much of a side has been sent, from 0 to 1. */
export type Staging = { side: Side; part: number }

/** What has arrived already, so that another try sends only what is missing. */
let arrived = new WeakMap<Blob, string>()

/**
 * Sends side by side, then submits them together. Rejects with a `CallError` and keeps what arrived;
 * nothing more is sent once somebody else has signed in on this device.
 */
export async function submitDocuments(
  userId: string,
  documents: Documents,
  onProgress: (staging: Staging) => void,
): Promise<Verification> {
  const ids: Partial<Record<Side, string>> = {}
  for (const side of sides) {
    const document = documents[side]
    if (!document) continue
    stopIfLeft(userId)
    ids[side] = await stage(side, document, (part) => onProgress({ side, part }))
  }
  const { front = '', back = null, selfie = '' } = ids
  stopIfLeft(userId)
  try {
    return await call(submitVerification, {
      body: { frontId: front, backId: back, selfieId: selfie, consent: COPY_CONSENT },
    })
  } catch (error) {
    // the club kept them for an hour and then let them go
    if (error instanceof CallError && error.code === 'files_missing') arrived = new WeakMap()
    throw error
  }
}

function stopIfLeft(userId: string): void {
  if (hasLeft(userId)) throw new CallError(null)
}

async function stage(
  side: Side,
  { blob, type }: UploadDocument,
  onProgress: (part: number) => void,
): Promise<string> {
  const known = arrived.get(blob)
  if (known) return known
  onProgress(0)
  const { fileId } = await upload(stageFile, { query: { side, type }, file: blob }, { onProgress })
  arrived.set(blob, fileId)
  return fileId
}
