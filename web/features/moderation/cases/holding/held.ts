// Decisions on cases that the browser holds while they can be taken back, and then sends to the club.
import { useSyncExternalStore } from 'react'
import type { RequestOf } from '#contract/endpoint.ts'
import { decideCase, getCase } from '#contract/moderation/cases.ts'
import {
  draftWords,
  emptyDraft,
  isTaken,
  type DecisionDraft,
} from '#web/features/moderation/cases/deciding/draft.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { readNote } from '#web/platform/session/authEvents.ts'
import { hasLeft } from '#web/platform/session/drafts.ts'
import { TabDrafts } from '#web/platform/session/useTabDrafts.ts'

/** Decisions as they are being written, by their case. */
export const DECISIONS = { place: 'case', empty: emptyDraft, wordsIn: draftWords }
/** Once it is made there is something to lose, also where nothing was written. */
const MADE = { ...DECISIONS, wordsIn: ({ kind }: DecisionDraft) => kind ?? '' }

/**
 * `held` nobody knows of it yet, and it can be taken back; `sending` until the club has answered;
 * `done` while that is said; `failed` it is not decided, and what was written is in its case again;
 * `undone` until its case has it back.
 */
type State = 'held' | 'sending' | 'done' | 'failed' | 'undone'

type Decision = {
  caseId: string
  number: string
  /** Whose it is; nobody else's session ever sends it. */
  userId: string
  by: string
  draft: DecisionDraft
  body: RequestOf<typeof decideCase>['body']
}
export type HeldDecision = Decision & {
  /** Another one each time, also about the same case. */
  count: number
  state: State
  failure: CallError | null
}

let count = 0
let decisions: readonly HeldDecision[] = []
const watches = new Set<() => void>()

function become(next: readonly HeldDecision[]): void {
  decisions = next
  for (const watch of watches) watch()
}

const without = (caseId: string) => decisions.filter((one) => one.caseId !== caseId)

function change({ count }: HeldDecision, to: Partial<HeldDecision>): void {
  become(decisions.map((one) => (one.count === count ? { ...one, ...to } : one)))
}

/** Keeps a decision to itself until it is sent; the one before it goes now. */
export function holdDecision(decision: Decision): void {
  void sendHeld()
  new TabDrafts(decision.userId, MADE).set(decision.caseId, decision.draft)
  const others = without(decision.caseId).filter(({ state }) => state !== 'done')
  count += 1
  become([...others, { ...decision, count, state: 'held', failure: null }])
}

/** Takes it back, if it is not on its way; answers whether it was. */
export function undoDecision(caseId: string): boolean {
  const found = findDecision(caseId)
  if (found?.state !== 'held') return false
  new TabDrafts(found.userId, DECISIONS).set(caseId, found.draft)
  change(found, { state: 'undone' })
  return true
}

/** What was said of it is read, or no longer true. */
export const forgetDecision = (caseId: string): void => {
  if (findDecision(caseId)) become(without(caseId))
}

export const findDecision = (caseId: string): HeldDecision | undefined =>
  decisions.find((one) => one.caseId === caseId)

/** What a case is given back of a decision that was taken back or not taken. */
export function findReturned(caseId: string): DecisionDraft | undefined {
  const found = findDecision(caseId)
  return found?.state === 'failed' || found?.state === 'undone' ? found.draft : undefined
}

/** Decided from the decider's point of view, but not sent yet. */
export const isMade = ({ state }: HeldDecision): boolean =>
  state === 'held' || state === 'sending' || state === 'done'

/** Sends what can still be taken back. */
export async function sendHeld(): Promise<void> {
  await Promise.all(decisions.filter(({ state }) => state === 'held').map(send))
}

async function send(decision: HeldDecision): Promise<void> {
  const { caseId, userId, draft, body } = decision
  if (hasLeft(userId)) {
    if (readNote()?.isLeft) forgetDecision(caseId)
    else fail(decision, new CallError({ code: 'not_signed_in' }), draft)
    return
  }
  change(decision, { state: 'sending' })
  const drafts = new TabDrafts(userId, MADE)
  drafts.release(caseId)
  try {
    // the page may be left at this moment
    await call(decideCase, { params: { caseId }, body }, { staysOn: true })
  } catch (error) {
    const failure = error as CallError
    if (!(await wasTaken(decision, failure))) {
      // what came meanwhile is read before it is decided again
      const back =
        failure.code === 'more_reported' ? { ...draft, seen: null, version: null } : draft
      new TabDrafts(userId, DECISIONS).set(caseId, back)
      return fail(decision, failure, back)
    }
  }
  drafts.delete(caseId)
  change(decision, { state: 'done' })
}

/** The answer may have got lost, and with it that the decision was taken. */
async function wasTaken({ caseId, draft, by }: Decision, { code }: CallError): Promise<boolean> {
  if (code !== 'FETCH_ERROR' && code !== 'already_decided') return false
  const file = await call(getCase, { params: { caseId } }).catch(() => null)
  return file !== null && isTaken(draft, file, by)
}

function fail(decision: HeldDecision, failure: CallError, draft: DecisionDraft): void {
  change(decision, { state: 'failed', failure, draft })
}

/** The staff member using the desk; leaving it sends the held decisions. */
let openFor: string | null = null
export function openDesk(userId: string): () => void {
  openFor = userId
  return () => {
    openFor = null
    // the next screen may belong to the desk as well
    queueMicrotask(() => {
      if (openFor !== userId) void sendHeld()
    })
  }
}

function watchDecisions(watch: () => void): () => void {
  watches.add(watch)
  return () => void watches.delete(watch)
}

/** Somebody's decisions that are not over. */
export function useDecisions(userId: string): readonly HeldDecision[] {
  return useSyncExternalStore(watchDecisions, () => decisions).filter(
    (one) => one.userId === userId,
  )
}
