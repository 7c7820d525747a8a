import { randomUUID } from 'node:crypto'
import type { App, Viewer } from '#server/platform/context.ts'
import { inviteHash, inviteUrl, makeInviteCode } from './invitations.codes.ts'
import { addDays } from './invitations.policy.ts'
import type { NewInvitation } from './invitations.queries.ts'

type Wanted = {
  /** As its maker's browser drew it; pages of before draw none. */
  id?: string | undefined
  email?: string | undefined
  note?: string | undefined
  maxUses: number
  days: number
}

/** An invitation before it is stored, with the code that only its maker gets, each time they ask for it under its id. */
export async function draftInvitation(
  { config, now, strongbox, viewer }: App & { viewer: Viewer },
  wanted: Wanted,
  inviterId: string | null,
): Promise<{ draft: NewInvitation; code: string; url: string }> {
  const id = wanted.id?.toLowerCase() ?? randomUUID()
  const code = await makeInviteCode({ strongbox }, viewer.userId, id)
  const draft = {
    id,
    codeHash: await inviteHash(code),
    email: wanted.email ?? null,
    inviterId,
    note: wanted.note ?? null,
    maxUses: wanted.maxUses,
    expiresAt: addDays(now(), wanted.days),
  }
  return { draft, code, url: inviteUrl(config.publicUrl, code) }
}
