// What four do at tables, and what must come of it.
import { expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { declineWaves } from '#contract/posts/receivedWaves.ts'
import { deleteTableMessage, editTableMessage } from '#contract/tables/messages.ts'
import { clearTable, setForgetting } from '#contract/tables/tables.ts'
import { undoWaveToPost, waveToPost } from '#testing/fixtures/notifications.ts'
import { rise, sit, trySaying } from '#testing/fixtures/tables.ts'
import { until } from '#testing/until.ts'
import type { ModelTable, Pair } from './pair.ts'
import type { Account } from './people.ts'
import { findCode, GONE, SECOND, type Drawn } from './drawn.ts'
import type { Foursome } from './foursome.ts'

export async function sendWave(four: Foursome, { me, other, pair, now }: Drawn, nth: number) {
  const postId = other.posts[nth]!
  const got = findCode(await waveToPost(four.club, me, postId))
  const key = `${me.userId} ${postId}`
  const isKnown = pair.waves.has(key)
  if (!four.people.sees(me, other, now)) expect(got).toBe(GONE)
  else expect(got).toBe(!isKnown && pair.isResting(now) ? 'wave_resting' : 'ok')
  if (got === 'ok' && !isKnown) pair.waves.set(key, { by: me, at: now })
  return isKnown && got === 'ok' ? 'known' : got
}

export async function undo(four: Foursome, { me, pair, now, id }: Drawn) {
  const [key, own] = [...pair.waves].findLast(([, { by }]) => by === me) ?? []
  const got = findCode(await undoWaveToPost(four.club, me, key?.split(' ')[1] ?? id))
  const isSettled = own && now > own.at + limits.waveUndoSeconds * SECOND
  expect(got).toBe(isSettled ? 'wave_settled' : 'ok')
  if (key && !isSettled) pair.waves.delete(key)
  return own ? got : 'nothing'
}

export async function decline(four: Foursome, { me, other, pair, now }: Drawn) {
  const body = { waverId: other.userId }
  expect(findCode(await four.club.call(me, declineWaves, { body }))).toBe('ok')
  const isWaved = [...pair.waves.values()].some(({ by }) => by === other)
  if (isWaved) four.people.decline(me, other, now)
  return isWaved ? 'a wave' : 'nothing'
}

export async function sitDown(four: Foursome, { me, other, pair, now }: Drawn) {
  const sat = await sit(four.club, me, other)
  const got = sat.ok ? sat.answer.state : sat.code
  const standing = pair.standing(now)
  if (!four.people.sees(me, other, now)) expect(got).toBe(GONE)
  else if (standing?.seats.has(me)) expect(got).toBe(standing.openedAt ? 'open' : 'waiting')
  else if (!pair.isMutual(me, other)) expect(got).toBe('not_mutual')
  else {
    const isOpening = standing !== undefined && !pair.isDeclined
    expect(got).toBe(isOpening ? 'open' : 'waiting')
    if (!sat.ok) return got
    pair.drop((table) => table !== standing)
    four.overhearing.note(sat.answer.id, [me.userId, other.userId])
    pair.refusals.delete(me)
    if (isOpening) standing.openedAt = now
    if (standing) standing.seats.add(me)
    else
      addTable(four, pair, {
        id: sat.answer.id,
        seats: new Set([me]),
        openedAt: null,
        endedAt: null,
        madeAt: now,
        cleared: new Set(),
        forgetting: new Set(),
        words: [],
      })
  }
  return got
}

function addTable(four: Foursome, pair: Pair, table: ModelTable): void {
  pair.tables.push(table)
  four.tables.push(table)
}

export const findKept = ({ me, pair, now }: Drawn): ModelTable | undefined =>
  pair.kept(now).findLast(({ seats, cleared }) => seats.has(me) && !cleared.has(me))

function writingRefusal({ other, now }: Drawn, table: ModelTable | undefined): string | null {
  if (!table?.openedAt) return GONE
  if (table.endedAt) return 'table_ended'
  return other.isHere(now) ? null : 'table_resting'
}

export async function say(four: Foursome, drawn: Drawn) {
  const { me, other, now, word, id } = drawn
  const table = findKept(drawn)
  // known before it is said, because the other hears it before the one is answered
  four.overhearing.note(word, [me.userId, other.userId])
  const response = await trySaying(four.club, me, table?.id ?? id, word, { id })
  const refusal = writingRefusal(drawn, table)
  expect(findCode(response)).toBe(refusal ?? 'ok')
  if (refusal) return refusal
  table!.words.push({ id, by: me, text: word, at: now })
  four.words.push({ text: word, by: me })
  return 'ok'
}

/** Both are told to read again what was changed. */
async function tellingBoth<T>(
  four: Foursome,
  { pair, now }: Drawn,
  change: () => Promise<T>,
  isTold: (of: T) => boolean,
) {
  const rung = pair.two.flatMap((one) => {
    const screen = one.isHere(now) ? four.screens.get(one) : undefined
    return screen ? [screen] : []
  })
  for (const screen of rung) four.hearScreen(screen)
  const before = rung.map(({ readies }) => readies)
  const changed = await change()
  if (isTold(changed))
    for (const [place, screen] of rung.entries())
      await until(() => (four.hearScreen(screen), screen.readies > before[place]!), {
        what: 'a stream that tells of a message that was changed',
        everyMs: 1,
      })
  return changed
}

export const findLastOwn = (table: ModelTable | undefined, me: Account) =>
  table?.words.findLast(({ by, text }) => by === me && text !== null)

export async function editOwn(four: Foursome, drawn: Drawn) {
  const { me, other, now, word: text, id } = drawn
  const table = findKept(drawn)
  const own = findLastOwn(table, me)
  four.overhearing.note(text, [me.userId, other.userId])
  const params = { tableId: table?.id ?? id, messageId: own?.id ?? id }
  const refusal = writingRefusal(drawn, table)
  const late = own && now > own.at + limits.editMinutes * 60 * SECOND ? 'edit_too_late' : null
  const expected = refusal ?? (own ? late : 'post_gone') ?? 'ok'
  const edited = await tellingBoth(
    four,
    drawn,
    () => four.club.call(me, editTableMessage, { params, body: { text } }),
    ({ ok }) => ok,
  )
  expect(findCode(edited)).toBe(expected)
  if (!edited.ok) return expected
  own!.text = text
  four.words.push({ text, by: me })
  return 'ok'
}

export async function deleteOwn(four: Foursome, drawn: Drawn) {
  const { me, id } = drawn
  const table = findKept(drawn)
  const own = findLastOwn(table, me)
  const params = { tableId: table?.id ?? id, messageId: own?.id ?? id }
  const isOpen = table?.openedAt && !table.endedAt
  const deleted = await tellingBoth(
    four,
    drawn,
    () => four.club.call(me, deleteTableMessage, { params }),
    ({ ok }) => ok && Boolean(isOpen),
  )
  expect(findCode(deleted)).toBe(!table ? GONE : own ? 'ok' : 'post_gone')
  if (own) own.text = null
  return findCode(deleted)
}

export async function leaveSeat(four: Foursome, { me, other, pair, now, id }: Drawn) {
  const standing = pair.standing(now)
  if (standing && !standing.openedAt && !standing.seats.has(me))
    return refuse(four, standing, { me, other, pair, now })
  const table = pair.tables.findLast(({ seats, cleared }) => seats.has(me) && !cleared.has(me))
  const isThere = table && pair.kept(now).includes(table)
  const got = findCode(await rise(four.club, me, table?.id ?? id))
  expect(got).toBe(isThere ? 'ok' : GONE)
  if (table?.openedAt && !table.endedAt) pair.end(now)
  else pair.drop((one) => one === table)
  return got
}

/** "Rather not", to somebody who waits: they go on waiting. */
async function refuse(
  four: Foursome,
  { id }: ModelTable,
  { me, other, pair, now }: Pick<Drawn, 'me' | 'other' | 'pair' | 'now'>,
) {
  const isAsked = four.isAsked({ me, pair }, other)
  const got = findCode(await rise(four.club, me, id))
  expect(got).toBe(isAsked ? 'ok' : GONE)
  if (isAsked) pair.refusals.set(me, now)
  return isAsked ? 'rather not' : 'rather not, unasked'
}

export async function clearCopy(four: Foursome, { me, pair, now, id }: Drawn) {
  const table = pair.kept(now).find(({ seats, cleared }) => seats.has(me) && !cleared.has(me))
  const params = { tableId: table?.id ?? id }
  const got = findCode(await four.club.call(me, clearTable, { params }))
  expect(got).toBe(!table ? GONE : table.endedAt ? 'ok' : 'table_open')
  if (table?.endedAt) table.cleared.add(me)
  return got
}

export async function forget(four: Foursome, drawn: Drawn, isWanted: boolean) {
  const table = findKept(drawn)
  const params = { tableId: table?.id ?? drawn.id }
  const got = findCode(
    await four.club.call(drawn.me, setForgetting, { params, body: { isWanted } }),
  )
  expect(got).toBe(!table?.openedAt ? GONE : table.endedAt ? 'table_ended' : 'ok')
  if (got !== 'ok') return got
  if (isWanted) table!.forgetting.add(drawn.me)
  else table!.forgetting.delete(drawn.me)
  return isWanted ? (table!.forgetting.size === 2 ? 'both' : 'one') : 'no'
}
