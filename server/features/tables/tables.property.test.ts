import pino from 'pino'
import { expect, test } from 'vitest'
import { purgeDue } from '#server/features/privacy/deletion/purge.service.ts'
import { sql } from '#server/platform/database/database.ts'
import { openInside } from '#testing/club/inside.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { tries } from '#testing/property.ts'
import { integer, now } from '#testing/random.ts'
import { compareScreens } from '#testing/tables/comparing.ts'
import { Foursome, overhearAnswers } from '#testing/tables/foursome.ts'
import { compareCopies, openOutsiders } from '#testing/tables/outsiders.ts'
import { Overhearing } from '#testing/tables/overhearing.ts'
import type { Club } from '#testing/club/club.ts'
import { sweepTables } from './tables.ts'

/** So many times four go their ways at the same time, each with one act between two looks at the clock. */
const FOURSOMES = 8
const ROUNDS = 250
/** So many times others begin in the same club: 20,000 acts in each of the long proof, 2,000 otherwise. */
const BATCHES = tries(10, 10)
/** After this time each open stream is compared with a fresh read. */
const LOOK_AFTER = 125

const DAY = 86_400_000

/** What must have come of 2,000 acts, or nothing was tried: each of it comes more than 250 times in 20,000. */
const USUAL = [
  'block: ok',
  'forget: PGRST116',
  'say: PGRST116',
  'say: ok',
  'say: table_ended',
  'sit: PGRST116',
  'sit: not_mutual',
  'sit: open',
  'sit: waiting',
  'stop avoiding: nothing',
  'suspended: nothing',
  'undo: wave_settled',
  'wave: PGRST116',
  'wave: known',
  'wave: ok',
  'wave: wave_resting',
]
/** The same of the long proof. Some of it comes eight times in 20,000 acts, so that a day may do without. */
const RARE = [
  'avoid: one more',
  'clear: ok',
  'clear: table_open',
  'decline: a wave',
  'delete: ok',
  'delete: post_gone',
  'edit: edit_too_late',
  'edit: ok',
  'edit: post_gone',
  'edit: table_ended',
  'forget: both',
  'forget: no',
  'forget: table_ended',
  'leave: ok',
  'mute: ok',
  'report: no words',
  'report: ok',
  'report: words',
  'return: later',
  'return: meanwhile',
  'return: taken back',
  'rise: ok',
  'rise: rather not',
  'say: table_resting',
  'stop avoiding: an entry',
  'suspended: lifted',
  'unblock: who is there',
  'undo: ok',
  'unmute: ok',
]

// an hour and more of the long proof: fifty clubs, one after the other
test('whatever four do to each other, words pass between two who both waved and sit, and nobody else hears any', async () => {
  const outcomes = new Map<string, number>()
  for (let clubs = 0; clubs < tries(50, 50); clubs += 1) {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    await using opened = await openLounge({
      now: '2026-05-01T20:00:00.000Z',
      config: { limitsFactor: 10_000 },
      log,
    })
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const overhearing = new Overhearing()
      await runBatch(opened, overhearing, outcomes)
      expect(overhearing.findForeign(lines.splice(0).join('\n'))).toEqual([])
      const mails = await opened.club.mails()
      expect(overhearing.findForeign(JSON.stringify(mails))).toEqual([])
    }
  }
  const expected = [...USUAL, ...(process.env['TEST_KIND'] === 'long' ? RARE : [])]
  expect(expected.filter((outcome) => !outcomes.has(outcome))).toEqual([])
}, 10_000_000)

async function runBatch(
  { club, room }: Awaited<ReturnType<typeof openLounge>>,
  overhearing: Overhearing,
  outcomes: Map<string, number>,
): Promise<void> {
  const fours: Foursome[] = []
  const findReader = (cookie: string) =>
    fours.flatMap(({ people }) => people.accounts).find((account) => account.cookie === cookie)
  const call = overhearAnswers(
    openInside(club),
    overhearing,
    (cookie) => findReader(cookie)?.userId,
  )
  const inside = Object.create(club, { call: { value: call } }) as Club
  const outsiders = await openOutsiders(inside, overhearing)
  for (let at = 0; at < FOURSOMES; at += 1) {
    const four = new Foursome(inside, room, { overhearing, outcomes })
    for (let person = 0; person < 4; person += 1) await four.welcome(person, await club.member())
    fours.push(four)
  }
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      club.clock.advance({ seconds: 1 + integer(8) })
      if (integer(25) === 0) await letDaysPass(club, fours)
      for (const four of fours) await four.openScreens()
      await Promise.all(fours.map((four) => telling(four, () => four.act())))
      for (const four of fours) four.hear()
      outsiders.listen()
      if (round % LOOK_AFTER === 0)
        await Promise.all(fours.map((four) => telling(four, () => compareScreens(four))))
    }
    await outsiders.look(fours[0]!)
    await compareCopies(club, fours[0]!)
  } finally {
    for (const four of fours) four.close()
    outsiders.close()
  }
}

/** What was done before the difference, to find the fault. */
const telling = (four: Foursome, work: () => Promise<void>): Promise<void> =>
  work().catch((error: unknown) => {
    console.error(four.log.slice(-100).join(', '))
    throw error
  })

/** Days in which nobody does anything, and stays signed in; what has had its time goes. */
async function letDaysPass(club: Club, fours: readonly Foursome[]): Promise<void> {
  const days = 1 + integer(14)
  const until = new Date(club.app.now().getTime() + (days + 30) * DAY).toISOString()
  await club.db.run(sql`update sessions set expires_at = ${until} where expires_at < ${until}`)
  club.clock.advance({ days })
  // a table that ends with an account ends by the clock of the database
  const purged = now().getTime()
  await purgeDue(club.app)
  for (const four of fours) four.purged(purged)
  if (integer(2) > 0) return
  await sweepTables(club.app)
  for (const four of fours) four.swept()
}
