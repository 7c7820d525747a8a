import { codes } from '#contract/errors.ts'
import { emailForm } from '#contract/email.ts'
import { cleanLine } from '#contract/words.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/admin/members.ts'
import { usernameKey } from '#server/features/members/profiles.policy.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import { auditRepeated } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { listAdmins } from '#server/platform/member-rules/staff.ts'
import {
  countRooms,
  findLine,
  listLines,
  countStatements,
  type After,
  type MemberForAdmins,
} from './members.queries.ts'
import { toChange } from './roles.policy.ts'
import { listChanges } from './roles.queries.ts'

export const memberView = ({ config, now }: Pick<App, 'config' | 'now'>): MemberForAdmins => ({
  now: now(),
  mustConfirm: needsConfirmation(config),
})

const PLACE = /^(.+) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/iu

/** What does not name a place begins at the top. */
function parseStart(text = ''): After {
  const [, key, id] = PLACE.exec(text) ?? []
  return key && id ? { key, id } : null
}

export const findMembers: Handler<typeof contract.findMembers> = async (ctx, { query }) => {
  const at = ctx.now()
  const actorId = ctx.viewer.userId
  // whom they looked for is nobody's words to keep
  await auditRepeated(ctx, { at, actorId, action: 'members_searched' })
  const search = cleanLine(query.search ?? '')
  const [{ lines, hasMore }, admins] = await Promise.all([
    listLines(ctx.db, memberView(ctx), {
      email: search.includes('@') ? emailForm(search).toLowerCase() : null,
      starts: search || null,
      after: parseStart(query.after),
      limit: limits.membersPerPage,
    }),
    listAdmins(ctx.db, at),
  ])
  const last = hasMore ? lines.at(-1) : null
  const next = last ? `${usernameKey(last.username)} ${last.id}` : null
  return { members: lines, next, admins: admins.length }
}

export const readMember: Handler<typeof contract.readMember> = async (
  ctx,
  { params: { memberId } },
) => {
  const line = (await findLine(ctx.db, memberView(ctx), memberId)) ?? ctx.refuse(codes.notFound)
  const at = ctx.now()
  const actorId = ctx.viewer.userId
  await auditRepeated(ctx, { at, actorId, action: 'member_viewed', subjectId: line.id })
  const [rooms, statements, changes] = await Promise.all([
    countRooms(ctx.db, line.id),
    countStatements(ctx.db, { userId: line.id, viewerId: actorId }),
    listChanges(ctx.db, at, { userId: line.id }),
  ])
  return { ...line, rooms, statements, changes: changes.map((one) => toChange(one, ctx.viewer)) }
}
