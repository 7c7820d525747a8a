// How four keep each other away, leave and come back, and what must come of it.
import { expect } from 'vitest'
import {
  avoidAddress,
  findAvoidedAddress,
  removeAvoidedAddress,
} from '#contract/members/avoidedAddresses.ts'
import { blockMember, unblockMember } from '#contract/members/blocks.ts'
import { muteMember, unmuteMember } from '#contract/members/mutes.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { listTables } from '#contract/tables/tables.ts'
import { sql } from '#server/platform/database/database.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import { enterClub } from '#testing/fixtures/apart.ts'
import { sit, trySaying } from '#testing/fixtures/tables.ts'
import { suspendMember } from '#testing/moderation/suspending.ts'
import { leave, stay } from '#testing/privacy/leaving.ts'
import type { Account } from './people.ts'
import { isForgotten } from './pair.ts'
import { findKept } from './talking.ts'
import { findCode, GONE, SECOND, type Drawn } from './drawn.ts'
import type { Foursome } from './foursome.ts'

const HOUR = 3_600 * SECOND

export async function block(four: Foursome, { me, other, now }: Drawn) {
  const params = { memberId: other.userId }
  expect(findCode(await four.club.call(me, blockMember, { params }))).toBe('ok')
  four.people.block(me, other, now)
  return 'ok'
}

/** Unblocks the member blocked first; where nobody is, the other. */
export async function unblock(four: Foursome, { me, other }: Drawn) {
  const named = four.people.accounts.find(
    (one) =>
      me.blocks.get(one)?.has('') ||
      me.marks.some(({ kind, source }) => kind === 'block' && source === one.userId),
  )
  const ended = named ?? other
  const params = { memberId: ended.userId }
  expect(findCode(await four.club.call(me, unblockMember, { params }))).toBe('ok')
  four.people.unblock(me, ended)
  if (!named) return 'nothing'
  return ended === four.people.current(ended.person) ? 'who is there' : 'who was there before'
}

export async function setMuted(four: Foursome, { me, other }: Drawn, isMuted: boolean) {
  const params = { memberId: other.userId }
  const got = isMuted
    ? await four.club.call(me, muteMember, { params, body: {} })
    : await four.club.call(me, unmuteMember, { params })
  expect(findCode(got)).toBe('ok')
  return 'ok'
}

export async function avoid(four: Foursome, { me, other, now }: Drawn) {
  const body = { email: other.email }
  const isNew = four.people.findAvoided(me, other.person) === undefined
  expect(findCode(await four.club.call(me, avoidAddress, { body }))).toBe('ok')
  const found = await four.club.call(me, findAvoidedAddress, { body })
  const entry = found.ok ? found.answer.entry : null
  expect(entry).not.toBeNull()
  if (isNew) four.people.avoid(me, other.person, entry!.id, now)
  return isNew ? 'one more' : 'known'
}

export async function stopAvoiding(four: Foursome, { me, id }: Drawn) {
  const entryId = me.marks.find(({ kind }) => kind === 'address')?.source
  const params = { entryId: entryId ?? id }
  expect(findCode(await four.club.call(me, removeAvoidedAddress, { params }))).toBe('ok')
  if (entryId) four.people.stopAvoiding(me, entryId)
  return entryId ? 'an entry' : 'nothing'
}

/** The newest words of the other at a table one has a copy of: what one cannot read, one cannot report. */
export async function reportMessage(four: Foursome, drawn: Drawn) {
  const { me, other, now, id } = drawn
  const table = findKept(drawn)
  const word = table?.words.findLast(({ by, text }) => by === other && text !== null)
  const isReadable = word && table?.openedAt && !isForgotten(table, word, now) && !other.isGone
  const target = { kind: 'message', id: word?.id ?? id } as const
  const made = await four.club.call(me, createReport, { body: { id, target, reason: 'spam' } })
  expect(findCode(made)).toBe(isReadable ? 'ok' : GONE)
  if (isReadable) four.reported.push({ by: me, text: word.text! })
  return isReadable ? 'words' : 'no words'
}

export async function reportProfile(four: Foursome, { me, other, now, id }: Drawn) {
  const target = { kind: 'profile', id: other.userId } as const
  const made = await four.club.call(me, createReport, { body: { id, target, reason: 'spam' } })
  expect(findCode(made)).toBe(four.people.sees(me, other, now) ? 'ok' : GONE)
  return findCode(made)
}

export async function suspend(four: Foursome, { me, now }: Drawn, chance: number) {
  const hours = [0.02, 0.05, 1, 90][chance]!
  four.closeScreen(me)
  await suspendMember(four.club, me, { hours })
  me.suspendedUntil = now + hours * HOUR
  return hours
}

/** A suspended member can do nothing. */
export async function tryAnyway(four: Foursome, { me, other, word, id, pair }: Drawn) {
  const tableId = pair.tables.at(-1)?.id ?? id
  expect(findCode(await trySaying(four.club, me, tableId, word))).toBe('suspended')
  expect(findCode(await sit(four.club, me, other))).toBe('suspended')
  return 'nothing'
}

export async function liftSuspension(four: Foursome, me: Account) {
  const at = four.club.app.now().toISOString()
  await four.club.db.transaction(async (tx) => {
    await tx.run(sql`update statements set lifted_at = ${at}, lift_reason = 'A mistake.'
      where user_id = ${me.userId} and kind = 'suspension' and lifted_at is null`)
    await tx.run(sql`update users set suspended_until = null, suspension_reason = null
      where id = ${me.userId}`)
  })
  me.suspendedUntil = 0
  return 'lifted'
}

export async function leaveClub(four: Foursome, { me }: Drawn) {
  four.closeScreen(me)
  four.people.leave(me, Date.parse(await leave(four.club, me)))
  return 'ok'
}

/** The link in the mail about it, as long as it leads back. */
export async function takeBack(four: Foursome, me: Account) {
  const token = newToken()
  await four.club.db.run(sql`
    update account_deletions set undo_hash = ${secretHash(token)} where user_id = ${me.userId}`)
  expect(findCode(await stay(four.club, token))).toBe('ok')
  four.people.stay(me)
  me.cookie = (await four.club.session(me)).cookie
  return 'taken back'
}

/** A member who deleted their account is signed out, and reads nothing. */
export async function stayAway(four: Foursome, me: Account) {
  expect(findCode(await four.club.call(me, listTables, {}))).toBe('not_signed_in')
  return 'signed out'
}

/** With the same mailbox; while the account before is still to go, written in another way. */
export async function comeBack(four: Foursome, me: Account, word: string) {
  const [name = ''] = me.email.split(/[+@]/)
  const isFree = four.people.accounts.every(({ person, isGone }) => isGone || person !== me.person)
  const email = isFree ? `${name}@example.org` : `${name}+${word}@example.org`
  await four.welcome(me.person, await enterClub(four.club, email))
  return me.isGone ? 'later' : 'meanwhile'
}
