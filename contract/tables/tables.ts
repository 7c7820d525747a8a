// Tables for two: listing, sitting down once both have waved, leaving, and words that go after a day.
import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { codes } from '../errors.ts'
import { roomEntryErrors } from '../rooms/rooms.ts'

const params = z.object({ tableId: z.uuid() })

/**
 * `waiting`: the viewer sat down, the other did not yet. `asked`: the other sits and waits. `ended`:
 * one of them got up.
 */
const TableState = z.enum(['waiting', 'asked', 'open', 'ended'])

/** A table for two, as one of them sees it. */
export const Table = z.object({
  id: z.uuid(),
  state: TableState,
  /** Null: somebody who is not here any more, or not for the viewer. */
  other: z.nullable(
    z.object({
      id: z.uuid(),
      username: z.string(),
      isVerified: z.boolean(),
      portrait: z.nullable(z.uuid()),
    }),
  ),
  /** When both sat down; until then, when the first did. */
  since: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  /** Of one that ended: until when its words can be read. */
  goneAt: z.nullable(z.iso.datetime()),
  /** What was said last, its first line, cut. */
  last: z.nullable(z.object({ isOwn: z.boolean(), text: z.string(), at: z.iso.datetime() })),
  /** The number of the newest message, and the highest the viewer has seen. */
  latest: z.int(),
  readNumber: z.int(),
  /** Messages of the other that the viewer has not seen, `limits.unreadCounted` at most. */
  unread: z.int(),
  /** The other said the last word. */
  isMyTurn: z.boolean(),
  /** Whether words go after a day: once both want it. `wanted`: the viewer does, `asked`: the other. */
  forgetting: z.enum(['off', 'wanted', 'asked', 'on']),
})
export type Table = z.infer<typeof Table>

/** The viewer's tables: open ones by their last word, then those where somebody waits, then ended ones. */
export const listTables = endpoint({
  method: 'GET',
  path: '/api/tables',
  access: 'member',
  response: z.object({ tables: z.array(Table) }),
})

export const getTable = endpoint({
  method: 'GET',
  path: '/api/tables/:tableId',
  access: 'member',
  params,
  response: Table,
  errors: [codes.notFound],
})

/**
 * Sits down with somebody, once both have waved at each other: the first waits, the second opens the
 * table. Repeating it changes nothing. `instead` names a table to leave first, for a member who
 * sits at as many as allowed.
 */
export const sitDown = endpoint({
  method: 'POST',
  path: '/api/members/:memberId/table',
  access: 'member',
  limits: { member: 'sitDown' },
  isLimitedByHandler: true,
  params: z.object({ memberId: z.uuid() }),
  body: z.object({ instead: z.nullish(z.uuid()) }),
  response: Table,
  errors: [
    ...roomEntryErrors,
    codes.notFound,
    'terms_due',
    'hidden_now',
    'not_mutual',
    'tables_full',
    'answers_owed',
  ],
})

/**
 * Leaves the table, stops waiting, or declines to sit down; after declining one is not asked again for as
 * long as one may wait. The other is not told why; a table one has left stays left.
 */
export const leaveTable = endpoint({
  method: 'DELETE',
  path: '/api/tables/:tableId',
  access: 'member',
  params,
  response: Done,
  errors: [codes.notFound],
})

/** The viewer's copy of the words of a table that ended goes at once; the other keeps theirs. */
export const clearTable = endpoint({
  method: 'DELETE',
  path: '/api/tables/:tableId/messages',
  access: 'member',
  params,
  response: Done,
  errors: [codes.notFound, 'table_open'],
})

/** Whether the viewer wants words of this table to go after a day; they do once both want it. */
export const setForgetting = endpoint({
  method: 'PUT',
  path: '/api/tables/:tableId/forgetting',
  access: 'member',
  params,
  body: z.object({ isWanted: z.boolean() }),
  response: Table,
  errors: [codes.notFound, 'table_ended', 'hidden_now'],
})

/** Marks a table as read up to a number. It never goes back, and never beyond what there is. */
export const markTableRead = endpoint({
  method: 'PUT',
  path: '/api/tables/:tableId/read',
  access: 'member',
  params,
  body: z.object({ number: z.int().check(z.gte(0), z.lt(Number.MAX_SAFE_INTEGER)) }),
  response: Done,
  errors: [codes.notFound],
})

/** The viewer is writing at the table; told every few seconds for as long as they do, and kept nowhere. */
export const tellTableWriting = endpoint({
  method: 'POST',
  path: '/api/tables/:tableId/writing',
  access: 'member',
  params,
  response: Done,
  errors: [codes.notFound],
})
