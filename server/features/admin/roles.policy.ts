import type { RoleChange } from '#contract/admin/members.ts'

type RequestedChange = { userId: string; requestedById: string; isGrant: boolean }

/** What the audit log says of a change. */
export type WaitingChange = RequestedChange & Pick<RoleChange, 'id' | 'role'>

/** Nobody confirms what they asked for themselves, nor what becomes of their own roles. */
export const confirmationRefusal = (
  viewer: { userId: string },
  { userId, requestedById }: Omit<RequestedChange, 'isGrant'>,
): 'own_role' | null =>
  viewer.userId === userId || viewer.userId === requestedById ? 'own_role' : null

/** Nobody keeps a role that others ask to take from them. */
export const dropRefusal = (
  viewer: { userId: string },
  { userId, requestedById, isGrant }: RequestedChange,
): 'own_role' | null =>
  !isGrant && viewer.userId === userId && viewer.userId !== requestedById ? 'own_role' : null

/** A change as the rows have it. */
export type ProposedRole = Omit<RoleChange, 'member' | 'requestedBy' | 'mayConfirm' | 'mayDrop'> &
  RequestedChange & { username: string; requester: string }

export const toChange = (change: ProposedRole, viewer: { userId: string }): RoleChange => {
  const { userId, username, requestedById, requester, ...rest } = change
  return {
    ...rest,
    member: { id: userId, username },
    requestedBy: { id: requestedById, username: requester },
    mayConfirm: confirmationRefusal(viewer, change) === null,
    mayDrop: dropRefusal(viewer, change) === null,
  }
}
