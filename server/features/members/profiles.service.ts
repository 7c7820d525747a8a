import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/members/profiles.ts'
import { contentRefusal, termsRefusal } from '#server/features/consent/consent.policy.ts'
import { profileProblem } from '#server/features/content-rules/content-rules.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation, type Sql } from '#server/platform/database/database.ts'
import { PROFILE_WORDS } from '#server/platform/member-rules/author.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { mayViewProfile, usernameKey } from './profiles.policy.ts'
import { isReserved } from './reserved.policy.ts'
import {
  findMember,
  findProfile,
  insertProfile,
  updateProfile,
  type NewProfile,
} from './profiles.queries.ts'
import { countView } from './views.service.ts'

type SaveContext = Context<'member', (typeof contract.saveProfile.errors)[number]>

/** Answers false when the username, or one that looks like it, is somebody's. */
export const createProfile = (
  on: Sql,
  profile: Omit<NewProfile, 'usernameKey'>,
): Promise<boolean> => insertProfile(on, { ...profile, usernameKey: usernameKey(profile.username) })

export const getProfile: Handler<typeof contract.getProfile> = async (ctx) => {
  const profile = await findProfile(ctx.db, ctx.viewer.userId)
  // the account went while it was asked
  return profile ?? ctx.refuse('not_signed_in')
}

export const saveProfile: Handler<typeof contract.saveProfile> = async (ctx, { body }) => {
  ctx.refuseIf(termsRefusal(ctx.viewer))
  const key = body.username === undefined ? undefined : await keyOfName(ctx, body.username)
  for (const path of ['username', ...PROFILE_WORDS] as const) {
    const message = await profileProblem(ctx, body[path] ?? null, ctx.viewer)
    if (message) return ctx.refuse('invalid_input', { errors: [{ path, message }] })
  }
  const changes = { ...body, usernameKey: key }
  const saved = await updateProfile(ctx.db, ctx.viewer.userId, changes).catch((error: unknown) => {
    if (isUniqueViolation(error)) return ctx.refuse(codes.conflict)
    throw error
  })
  return saved ?? ctx.refuse(contentRefusal(ctx.viewer) ?? 'not_signed_in')
}

/** The key of the name somebody would have, if they may. */
async function keyOfName(ctx: SaveContext, username: string): Promise<string> {
  const key = usernameKey(username)
  if (!key)
    return ctx.refuse('invalid_input', {
      errors: [{ path: 'username', message: 'username_too_short' }],
    })
  // a member who has the name already keeps it
  if (key === usernameKey(ctx.viewer.username)) return key
  if (isReserved(username, ctx.config.clubName)) return ctx.refuse(codes.conflict)
  // a refused name reveals that a member has it, visible or not
  await enforceRateLimit(ctx, 'nameTried', ctx.viewer.userId)
  return key
}

export const getMember: Handler<typeof contract.getMember> = async (ctx, { params }) => {
  const memberId = params.memberId.toLowerCase()
  if (!mayViewProfile(ctx.viewer, memberId)) return ctx.refuse(codes.notFound)
  const member = await findMember(ctx.db, ctx.viewer, memberId)
  if (!member) return ctx.refuse(codes.notFound)
  await countView(ctx, memberId)
  return member
}
