// How admins keep the questions of the day: their words, which are retired, which day one is chosen for.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { Day } from '../fields.ts'
import { limits } from '../limits.ts'
import { LineText } from '../posts/textFields.ts'

const Words = LineText(limits.icebreaker)
const QuestionFields = z.object({ de: Words, en: Words })
const Said = z.object({ de: z.string(), en: z.string() })

/** A question as admins keep it. */
export const QuestionLine = z.object({
  id: z.uuid(),
  question: Said,
  /** No longer asked by itself. */
  isRetired: z.boolean(),
  /** The newest day in Berlin on which it was asked, `YYYY-MM-DD`; today is one. */
  askedOn: z.nullable(z.iso.date()),
  /** Days to come that admins gave it. */
  chosenFor: z.array(z.iso.date()),
})
export type QuestionLine = z.infer<typeof QuestionLine>

export const listQuestions = endpoint({
  method: 'GET',
  path: '/api/admin/icebreakers',
  access: 'admin',
  response: z.object({
    /** The day it is in Berlin, and its question in the words in which it is asked today. */
    day: z.iso.date(),
    today: z.nullable(z.object({ id: z.uuid(), question: Said })),
    questions: z.array(QuestionLine),
  }),
})

const params = z.object({ questionId: z.uuid() })

/** Asked from tomorrow on, when its turn comes. */
export const addQuestion = endpoint({
  method: 'POST',
  path: '/api/admin/icebreakers',
  access: 'admin',
  body: QuestionFields,
  response: QuestionLine,
  errors: [codes.conflict],
})

/**
 * A language that is not given stays as it is. Today's question keeps its words until midnight in Berlin, unless it is
 * given the day once more.
 */
export const saveQuestion = endpoint({
  method: 'PUT',
  path: '/api/admin/icebreakers/:questionId',
  access: 'admin',
  params,
  body: z.partial(QuestionFields),
  response: QuestionLine,
  errors: [codes.notFound, codes.conflict],
})

/** Not asked any more from tomorrow on, on days it was given either; or asked again. */
export const retireQuestion = endpoint({
  method: 'PUT',
  path: '/api/admin/icebreakers/:questionId/retirement',
  access: 'admin',
  params,
  body: z.object({ isRetired: z.boolean() }),
  response: QuestionLine,
  errors: [codes.notFound],
})

/** That day's question is it, in place of any other; with today, at once. */
export const chooseQuestion = endpoint({
  method: 'PUT',
  path: '/api/admin/icebreakers/days/:day',
  access: 'admin',
  params: z.object({ day: Day }),
  body: z.object({ questionId: z.uuid() }),
  response: QuestionLine,
  errors: [codes.notFound],
})

/** A day to come has no question of its own any more. */
export const freeDay = endpoint({
  method: 'DELETE',
  path: '/api/admin/icebreakers/days/:day',
  access: 'admin',
  params: z.object({ day: Day }),
  response: Done,
})
