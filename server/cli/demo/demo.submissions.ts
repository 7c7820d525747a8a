// Fills the review desk of a demo: submissions of its members, with drawn documents, in every state.
import { randomBytes, randomUUID } from 'node:crypto'
import { COPY_CONSENT, type Side } from '#contract/verification/verification.ts'
import { openVault } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { documentMark } from '#server/features/verification/verification.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import { documentPictures } from '#server/platform/decoding/decoder.pictures.ts'
import type { WrappedKey } from '#server/platform/vault/keyring.ts'
import { drawBack, drawFront, drawSelfie, type Sitter } from './demo.drawings.ts'
import { subtractMinutes } from './demo.times.ts'
import {
  countSubmissions,
  insertDemoSubmissions,
  listSitters,
  lockDemoMembers,
  type DemoSitter,
  type DemoSubmission,
} from './demo.submissions.queries.ts'

const HOUR = 60
/** Who handed in when, and what became of it. */
const PLAN = [
  { status: 'pending', hoursAgo: 1, hasBack: true },
  { status: 'pending', hoursAgo: 3, hasBack: false },
  { status: 'pending', hoursAgo: 6, hasBack: true },
  { status: 'pending', hoursAgo: 9, hasBack: false },
  { status: 'pending', hoursAgo: 20, hasBack: false },
  { status: 'pending', hoursAgo: 27, hasBack: true },
  { status: 'pending', hoursAgo: 41, hasBack: false },
  { status: 'verified', hoursAgo: 60, hasBack: false },
  { status: 'verified', hoursAgo: 130, hasBack: true },
  { status: 'verified', hoursAgo: 210, hasBack: false },
  { status: 'rejected', hoursAgo: 90, hasBack: false },
  { status: 'rejected', hoursAgo: 250, hasBack: false },
] as const
const NOTES = ['Das Foto auf dem Ausweis ist verdeckt.', 'Das Selfie ist zu dunkel.']
const DECIDED_AFTER_HOURS = [26, 31, 22, 40, 28]

export type SealedFile = { id: string; side: Side; path: string } & WrappedKey

/**
 * Adds submissions of demo members with drawn documents, stamped and sealed like real ones, once.
 * Answers how many there are.
 */
export async function addSubmissions(config: Config, db: Database, now: Date): Promise<number> {
  const before = await countSubmissions(db)
  if (before > 0) return before
  // a slow disk is not to keep a transaction open
  const submissions = await drawSubmissions(config, await listSitters(db), now)
  return db.transaction(async (tx) => {
    await lockDemoMembers(tx)
    const meanwhile = await countSubmissions(tx)
    if (meanwhile > 0) return meanwhile
    await insertDemoSubmissions(tx, submissions)
    return submissions.length
  })
}

async function drawSubmissions(
  config: Config,
  sitters: DemoSitter[],
  now: Date,
): Promise<DemoSubmission[]> {
  const free = sitters.filter(({ status }) => status === 'none')
  const verified = sitters.filter(({ status }) => status === 'verified')
  const submissions: DemoSubmission[] = []
  for (const [index, { status, hoursAgo, hasBack }] of PLAN.entries()) {
    const sitter = status === 'verified' ? verified.pop() : free.shift()
    // names of theirs were taken, or they were removed: fewer will do
    if (!sitter) continue
    const { id: userId, username, birthdate } = sitter
    const id = randomUUID()
    const createdAt = subtractMinutes(now, hoursAgo * HOUR + index * 7)
    const decidedAfter = (DECIDED_AFTER_HOURS[index % DECIDED_AFTER_HOURS.length] ?? 24) * HOUR
    const isDecided = status !== 'pending'
    submissions.push({
      id,
      userId,
      status,
      createdAt,
      consent: COPY_CONSENT,
      decidedAt: isDecided ? subtractMinutes(createdAt, -decidedAfter) : null,
      note: status === 'rejected' ? (NOTES[index % NOTES.length] ?? null) : null,
      files: await sealedFiles(config, {
        userId,
        submissionId: id,
        sitter: { username, birthdate, hue: (index * 47) % 360 },
        hasBack,
        at: createdAt,
        now,
      }),
    })
  }
  return submissions
}

type Sitting = {
  userId: string
  submissionId: string
  sitter: Sitter
  hasBack: boolean
  at: Date
  now: Date
}

async function sealedFiles(
  config: Config,
  { userId, submissionId, sitter, hasBack, at, now }: Sitting,
): Promise<SealedFile[]> {
  const { vault } = openVault(config)
  const drawings: [Side, Buffer][] = [
    ['front', await drawFront(sitter)],
    ...(hasBack ? [['back', await drawBack(sitter)] as [Side, Buffer]] : []),
    ['selfie', await drawSelfie(sitter)],
  ]
  return Promise.all(
    drawings.map(async ([side, drawing]) => {
      // our own drawings need no process of their own
      const [picture] = await documentPictures([drawing], documentMark(config.clubName, at))
      const path = `${userId}/${side}_${at.getTime()}_${randomBytes(16).toString('hex')}`
      // by this month's key: those of months that are over are destroyed at any time
      const key = await vault.put(path, picture!.bytes, { userId, submissionId, side }, now)
      return { id: randomUUID(), side, path, ...key }
    }),
  )
}
