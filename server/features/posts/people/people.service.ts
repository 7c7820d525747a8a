import { codes } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/posts/people.ts'
import { countView } from '#server/features/members/members.ts'
import { findReader } from '#server/features/notifications/notifications.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import { redactPost } from '../posts.sight.ts'
import { listKnown } from './people.queries.ts'
import { findContact, listSaid, listShared, mayLook, type SaidRow } from './together.queries.ts'

export const listPeople: Handler<typeof contract.listPeople> = async (ctx, { query }) => {
  const { userId } = ctx.viewer
  const reader = await findReader(ctx.db, userId, ctx.now())
  if (!reader?.isLooking) return { people: [], next: null }
  await enforceRateLimit(ctx, 'ownPeopleAsked', userId)
  const { lines, next } = await listKnown(ctx.db, reader, {
    starts: query.starts,
    filter: query.filter ?? 'all',
    after: query.before,
    limit: limits.peoplePerPage,
  })
  return { people: lines, next }
}

export const getTogether: Handler<typeof contract.getTogether> = async (ctx, { params }) => {
  const { userId, isAdmitted, sight } = ctx.viewer
  const memberId = params.memberId.toLowerCase()
  const isOneself = memberId === userId
  if (!(isAdmitted || isOneself) || !(await mayLook(ctx.db, ctx.viewer, memberId)))
    return ctx.refuse(codes.notFound)
  await countView(ctx, memberId)
  const reader = await findReader(ctx.db, userId, ctx.now())
  const asking = { userId, rooms: reader?.isLooking ? reader.rooms : [] }
  const shared = await listShared(ctx.db, asking.rooms, memberId)
  const rooms = shared.map(({ id }) => id)
  const list = async (isAnswer: boolean, limit: number) => {
    const found = await listSaid(ctx.db, { rooms, memberId, isAnswer, sight }, limit)
    return found.flatMap(({ post, ...said }) => {
      const redacted = redactPost(sight, post)
      return redacted ? [{ ...said, post: pickSaid(redacted) }] : []
    })
  }
  const [posts, answers, between] = await Promise.all([
    list(false, limits.postsShown),
    list(true, limits.answersShown),
    isOneself ? null : findContact(ctx.db, asking, memberId),
  ])
  return {
    answers: answers.flatMap(({ question, ...said }) => (question ? [{ ...said, question }] : [])),
    posts: posts.map(({ room, post }) => ({ room, post })),
    rooms: shared.map(({ slug, name, icon }) => ({ slug, name, icon })),
    between,
  }
}

const pickSaid = ({ id, number, text, createdAt }: SaidRow['post']) => ({
  id,
  number,
  text,
  createdAt,
})
