import type { Icebreaker } from '#contract/rooms/rooms.ts'
import { questionOfDay } from '#server/features/rooms/icebreakers.rotation.ts'
import { dayNumber } from '#server/platform/lists/calendar.ts'
import { demoMembers } from './demo.members.ts'
import { readScript } from './demo.script.ts'
import { berlinTime, subtractMinutes, timeLines } from './demo.times.ts'

type DemoTalk = {
  slug: string
  username: string
  text: string
  at: Date
  icebreakerId: string | null
}

const DAYS = 13

/** What was said in the two weeks before `now` in all rooms, in the order of time. */
export function recentTalk(now: Date, icebreakers: readonly Icebreaker[]): DemoTalk[] {
  const slugs = new Set(demoMembers.flatMap(({ rooms }) => rooms))
  const scenes = [...slugs].flatMap((slug) =>
    readScript(slug).flatMap((scene) =>
      timeLines(scene, now).map((line) => ({ ...line, slug, icebreakerId: null })),
    ),
  )
  return (
    [...scenes, ...answersToIcebreakers(now, icebreakers)]
      // shortly after midnight, the end of last night's talk is yet to come
      .filter(({ at }) => at <= now)
      .sort((one, other) => one.at.getTime() - other.at.getTime())
  )
}

/** A few answers a day to the question of that day, each in the room where its author is at home. */
function answersToIcebreakers(now: Date, icebreakers: readonly Icebreaker[]): DemoTalk[] {
  const answers = new Map(readScript('icebreakers').map(({ title, lines }) => [title, [...lines]]))
  const homes = new Map(demoMembers.map(({ username, rooms }) => [username, rooms[0]!]))
  return answerTimes(now).flatMap((at) => {
    const icebreaker = questionOfDay(dayNumber(at), icebreakers)
    if (!icebreaker) return []
    // the ids of the questions the club ships with end in their number
    const position = Number(icebreaker.id.slice(-12))
    const answer = answers.get(String(position))?.shift()
    if (!answer) return []
    const { username, text } = answer
    return [{ slug: homes.get(username)!, username, text, at, icebreakerId: icebreaker.id }]
  })
}

function answerTimes(now: Date): Date[] {
  const evenings = Array.from({ length: DAYS }, (_, index) => DAYS - index).flatMap((daysAgo) => {
    const evening = berlinTime(now, daysAgo, '17:40')
    return [0, 1].map((n) => subtractMinutes(evening, -((daysAgo * 71 + n * 113) % 300) - 0.45))
  })
  return [...evenings, subtractMinutes(now, 143.2), subtractMinutes(now, 41.7)]
}
