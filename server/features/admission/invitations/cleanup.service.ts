import type { App } from '#server/platform/context.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { forgetExpiredInvitations } from './cleanup.queries.ts'

/** Answers of how many invitations something was forgotten. */
export const forgetInvitations = ({ db, now }: Pick<App, 'db' | 'now'>): Promise<number> =>
  forgetExpiredInvitations(db, retentionCutoff('invitations', now()))
