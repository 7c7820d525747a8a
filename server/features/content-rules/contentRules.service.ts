// Refuses blocked words and newcomers' contact data, says how long slow mode lasts, and lets a member hide.
import type * as contract from '#contract/content-rules/contentRules.ts'
import type * as pacingErrors from '#contract/content-rules/pacingErrors.ts'
import type { ValidationKey } from '#contract/fields.ts'
import { requireRoomMembership } from '#server/features/rooms/rooms.ts'
import { secondsToSpace, enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { App, Refusing, Viewer } from '#server/platform/context.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { perApp } from '#server/platform/database/events.ts'
import { CachedQuery } from '#server/platform/database/cachedQuery.ts'
import { pacingRefusal, sameText, roomTurnKey } from './contentRules.policy.ts'
import { isHidden, noteHidden, SLOW_MODE, findSlowSeconds } from './contentRules.queries.ts'
import { findBlocked, wordKey } from './words.policy.ts'
import { readWords } from './words.queries.ts'

type Code = (typeof pacingErrors.pacingErrors)[number]
type Writing = App & Refusing<Code> & { viewer: Viewer }

/** The pace rules of an author, for the statement that stores their post. */
export type RateKeys = {
  isNewcomer: boolean
  /** By what their turn in the room is known. */
  slow: string
  /** By what the text is known again. */
  same: string | null
}

export const toRateKeys = (
  { userId, isNewcomer }: Pick<Viewer, 'userId' | 'isNewcomer'>,
  roomId: string,
  text: string,
): RateKeys => ({
  isNewcomer,
  slow: roomTurnKey(roomId, userId),
  same: sameText(userId, text),
})

/** Refuses what may not be written, by this member or by anybody, with where it stands. */
export async function rejectBlockedContent(ctx: Writing, text: string): Promise<void> {
  const refusal = pacingRefusal(ctx.viewer, text, await getBlockedWords(ctx).get())
  if (refusal) ctx.refuse(refusal.code, refusal.found && { found: refusal.found })
}

/** Refuses blocked words alone, where who is there and ways to reach somebody have rules of their own. */
export async function rejectBlockedWords(
  ctx: App & Refusing<'words_blocked'>,
  text: string,
): Promise<void> {
  const found = findBlocked(text, await getBlockedWords(ctx).get())
  if (found) ctx.refuse('words_blocked', { found })
}

/** What is wrong with the words of a profile: its name, its city, its bio. */
export async function profileProblem(
  app: Pick<App, 'db' | 'bus' | 'now'>,
  text: string | null,
  { isNewcomer }: { isNewcomer: boolean },
): Promise<Extract<ValidationKey, 'words_blocked' | 'contact_data'> | null> {
  const refusal = pacingRefusal(
    { isNewcomer, isHidden: false },
    text ?? '',
    await getBlockedWords(app).get(),
  )
  return refusal && refusal.code !== 'hidden_now' ? refusal.code : null
}

export const getPace: Handler<typeof contract.getPace> = async (ctx, { params }) => {
  const { db, viewer } = ctx
  const roomAccess = await requireRoomMembership(ctx, params.slug)
  const slowSeconds = await findSlowSeconds(db, roomAccess.id)
  const turn = { identifier: roomTurnKey(roomAccess.id, viewer.userId), seconds: slowSeconds }
  const wait = slowSeconds > 0 ? await secondsToSpace(ctx, db, SLOW_MODE, turn) : null
  return { slowSeconds, waitSeconds: wait ?? 0 }
}

/** Hiding is never refused; each showing again makes everybody who sees it read again. */
export const setHidden: Handler<typeof contract.setHidden> = async (ctx, { body }) => {
  const { userId } = ctx.viewer
  if (body.isHidden) await noteHidden(ctx.db, userId, ctx.now())
  else if (await isHidden(ctx.db, userId)) {
    await enforceRateLimit(ctx, 'showAgain', userId)
    await noteHidden(ctx.db, userId, null)
  }
  return { done: true }
}

/** The keys of the blocked words: every post asks for them. */
const getBlockedWords = perApp(
  (app: Pick<App, 'db' | 'bus' | 'now'>) =>
    new CachedQuery<ReadonlySet<string>>(
      app,
      'settings_changed',
      async () => new Set((await readWords(app.db)).map(({ word }) => wordKey(word))),
    ),
)
