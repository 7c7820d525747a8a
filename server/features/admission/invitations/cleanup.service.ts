import type { App } from '#server/platform/context.ts'
import { keptSince } from '#server/platform/limits/retention.ts'
import { forgetOver } from './cleanup.queries.ts'

/** Answers of how many invitations something was forgotten. */
export const forgetInvitations = ({ db, now }: Pick<App, 'db' | 'now'>): Promise<number> =>
  forgetOver(db, keptSince('invitations', now()))
