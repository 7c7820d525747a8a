// What an admin does with icebreakers: add, reword and retire questions, and choose which day asks which.
import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import { berlinDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/rooms/icebreakers.ts'
import { audit, type AuditAction } from '#server/platform/limits/audit.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { App, Refusing, Viewer } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import {
  chooseDay,
  deleteDay,
  deleteScheduledDays,
  findLine,
  hasWords,
  insertIcebreaker,
  listLines,
  lockList,
  updateIcebreaker,
  updateRetirement,
} from './icebreakers.queries.ts'
import { icebreakerOfTheDay } from './icebreakers.service.ts'

type Acting = App & { viewer: Viewer }
type Details = Record<string, string | boolean>

const auditQuestion = (
  ctx: Acting,
  tx: Sql,
  action: AuditAction,
  id: string | null,
  details?: Details,
) =>
  audit(tx, {
    at: ctx.now(),
    actorId: ctx.viewer.userId,
    action,
    subjectId: id,
    ...(details && { details }),
  })

const readLine = async (ctx: Acting & Refusing<'PGRST116'>, tx: Sql, id: string) =>
  (await findLine(tx, berlinDay(ctx.now()), id)) ?? ctx.refuse(codes.notFound)

export const listQuestions: Handler<typeof contract.listQuestions> = async (ctx) => {
  // first, so that the list says of today's that it was asked
  const today = await icebreakerOfTheDay(ctx)
  const day = berlinDay(ctx.now())
  return { day, today, questions: await listLines(ctx.db, day) }
}

export const addQuestion: Handler<typeof contract.addQuestion> = async (ctx, { body }) => {
  // settled before the list changes, so that today's question does not depend on the new list
  await icebreakerOfTheDay(ctx)
  return ctx.db.transaction(async (tx) => {
    const id = randomUUID()
    const isFull = (await lockList(tx)) >= limits.icebreakers
    if (isFull || (await hasWords(tx, body, id))) return ctx.refuse(codes.conflict)
    await insertIcebreaker(tx, id, body)
    await auditQuestion(ctx, tx, 'icebreaker_added', id)
    return (await findLine(tx, berlinDay(ctx.now()), id))!
  })
}

export const saveQuestion: Handler<typeof contract.saveQuestion> = async (
  ctx,
  { params: { questionId }, body },
) => {
  await icebreakerOfTheDay(ctx)
  return ctx.db.transaction(async (tx) => {
    await lockList(tx)
    const { question } = await readLine(ctx, tx, questionId)
    const { de = question.de, en = question.en } = body
    if (await hasWords(tx, { de, en }, questionId)) return ctx.refuse(codes.conflict)
    if (await updateIcebreaker(tx, questionId, { de, en }))
      await auditQuestion(ctx, tx, 'icebreaker_changed', questionId)
    return readLine(ctx, tx, questionId)
  })
}

export const retireQuestion: Handler<typeof contract.retireQuestion> = async (
  ctx,
  { params: { questionId }, body: { isRetired } },
) => {
  await icebreakerOfTheDay(ctx)
  return ctx.db.transaction(async (tx) => {
    await lockList(tx)
    const at = ctx.now()
    const isChanged = await updateRetirement(tx, questionId, isRetired ? at : null)
    if (isChanged && isRetired) await deleteScheduledDays(tx, questionId, berlinDay(at))
    if (isChanged) await auditQuestion(ctx, tx, 'icebreaker_retired', questionId, { isRetired })
    return readLine(ctx, tx, questionId)
  })
}

export const chooseQuestion: Handler<typeof contract.chooseQuestion> = async (
  ctx,
  { params: { day }, body: { questionId } },
) => {
  return ctx.db.transaction(async (tx) => {
    await lockList(tx)
    const at = ctx.now()
    const today = berlinDay(at)
    const last = berlinDay(new Date(at.getTime() + limits.icebreakerDaysAhead * DAY_MS))
    if (day < today || day > last)
      return ctx.refuse('invalid_input', {
        errors: [{ path: 'day', message: 'birthdate_invalid' }],
      })
    if (await chooseDay(tx, { day, id: questionId, isToday: day === today }))
      await auditQuestion(ctx, tx, 'icebreaker_day_set', questionId, { day })
    return readLine(ctx, tx, questionId)
  })
}

export const freeDay: Handler<typeof contract.freeDay> = (ctx, { params: { day } }) =>
  ctx.db.transaction(async (tx) => {
    await lockList(tx)
    if (await deleteDay(tx, day, berlinDay(ctx.now())))
      await auditQuestion(ctx, tx, 'icebreaker_day_freed', null, { day })
    return { done: true }
  })
