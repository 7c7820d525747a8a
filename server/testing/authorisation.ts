import { randomUUID } from 'node:crypto'
import * as auth from '#contract/auth.ts'
import type { Access, Endpoint, FileCall, RequestOf, Stream } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import * as live from '#contract/live.ts'
import * as posts from '#contract/posts.ts'
import * as rooms from '#contract/rooms.ts'
import type { Club } from './club.ts'
import { newcomer } from './newcomer.ts'
import { insertMailed, type Person, type Standing } from './standings.ts'

export type Outcome = 'ok' | ErrorCode
type Outcomes = Record<Standing, Outcome>

const nobody = {
  visitor: 'not_signed_in',
  recovery: 'not_signed_in',
  unconfirmed: 'not_signed_in',
  signedOut: 'not_signed_in',
} as const
const members = { waiting: 'ok', outside: 'ok', inside: 'ok', admin: 'ok' } as const
const account = { ...nobody, ...members, suspended: 'ok' } as const
const member = { ...account, suspended: 'suspended' } as const

/** What a well-formed request of everybody is answered with, by what the endpoint declares. */
export const byAccess: Record<Access, Outcomes> = {
  visitor: {
    ...account,
    visitor: 'ok',
    recovery: 'ok',
    unconfirmed: 'ok',
    signedOut: 'ok',
  },
  recovery: { ...account, recovery: 'ok' },
  account,
  member,
  admin: { ...member, waiting: '42501', outside: '42501', inside: '42501' },
}

export type Scene = { club: Club; who: Person; standing: Standing; room: { slug: string } }
export type Row = {
  call: Endpoint | Stream | FileCall
  /** A request nothing is wrong with, except perhaps who makes it. */
  request: (scene: Scene) => object | Promise<object>
  expected: Outcomes
}

const row = <C extends Endpoint | Stream | FileCall>(
  call: C,
  request: (scene: Scene) => RequestOf<C> | Promise<RequestOf<C>>,
  but: Partial<Outcomes> = {},
): Row => ({ call, request, expected: { ...byAccess[call.access], ...but } })

const nothing = () => ({})
const inRoom = ({ room: { slug } }: Scene) => ({ params: { slug } })
const NEW_PASSWORD = 'another fine staple'

/**
 * Who gets what, for every endpoint and stream: what its access promises, but for the finer rules
 * written here. A call missing from this table fails, and so does a line nothing answers to.
 */
export const table: Row[] = [
  row(auth.getSession, nothing),
  row(auth.signUp, () => newcomer()),
  row(auth.logIn, ({ who: { email, password } }) => ({ body: { email, password } }), {
    visitor: 'invalid_credentials',
    unconfirmed: 'email_not_confirmed',
  }),
  row(auth.logOut, nothing),
  row(auth.logOutEverywhere, nothing),
  row(auth.resendConfirmation, ({ who: { email } }) => ({ body: { email } })),
  row(auth.confirmEmail, async ({ club }) => ({
    body: { token: await insertMailed(club, 'confirm', await club.member({ isConfirmed: false })) },
  })),
  row(auth.requestPasswordReset, ({ who: { email } }) => ({ body: { email } })),
  row(auth.openRecovery, async ({ club }) => ({
    body: { token: await insertMailed(club, 'reset', await club.member()) },
  })),
  row(auth.setPassword, ({ standing, who }) => ({
    body: {
      password: NEW_PASSWORD,
      ...(standing !== 'recovery' && { currentPassword: who.password }),
    },
  })),
  row(auth.setLanguage, () => ({ body: { language: 'de' as const } })),

  row(rooms.listRooms, nothing),
  row(rooms.enterRoom, inRoom, { waiting: 'not_admitted' }),
  row(rooms.leaveRoom, inRoom),
  row(posts.listPosts, (scene) => ({ ...inRoom(scene), query: {} }), {
    waiting: 'not_admitted',
    outside: 'not_in_room',
    admin: 'not_in_room',
  }),
  row(
    posts.createPost,
    (scene) => ({ ...inRoom(scene), body: { id: randomUUID(), text: 'good evening' } }),
    { waiting: 'not_admitted', outside: 'not_in_room', admin: 'not_in_room' },
  ),
  row(live.followClub, nothing),
]
