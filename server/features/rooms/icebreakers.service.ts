import { berlinDay } from '#contract/day.ts'
import type { Icebreaker } from '#contract/rooms/rooms.ts'
import { dayNumber } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import {
  findDay,
  insertDay,
  listRecent,
  listIcebreakers,
  refreshDayWords,
} from './icebreakers.queries.ts'
import { questionOfDay, WEEK } from './icebreakers.rotation.ts'

/**
 * One question for everybody until midnight in Berlin: the first request of a day settles it, and
 * no change of the list moves it after that.
 */
export async function icebreakerOfTheDay({
  db,
  now,
}: Pick<App, 'db' | 'now'>): Promise<Icebreaker | null> {
  const at = now()
  const day = berlinDay(at)
  const known = await findDay(db, day)
  if (known?.question) return { id: known.id, question: known.question }
  // chosen beforehand: from now on in the words it has at this moment
  if (known) await refreshDayWords(db, day)
  else {
    const [list, recent] = await Promise.all([listIcebreakers(db), listRecent(db, day, WEEK)])
    const today = questionOfDay(dayNumber(at), list, new Set(recent))
    if (today) await insertDay(db, day, today)
  }
  const settled = await findDay(db, day)
  return settled?.question ? { id: settled.id, question: settled.question } : null
}
