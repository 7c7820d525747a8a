import { useEffect, useState } from 'react'
import type { LiveEvent } from '#contract/live.ts'
import type { Present } from '#contract/rooms/presence.ts'
import { useLiveEvents, useLiveState } from '#web/platform/live/live.tsx'

const FADE_MS = 5_000

export type Here = Pick<Extract<LiveEvent, { type: 'present' }>, 'count' | 'people'>
const nobody: Here = { count: 0, people: [] }

/** Hears who is in the room. Nobody: the member is seen nowhere, or not there yet. */
export function usePresent(slug: string): Here {
  const [here, setHere] = useState(nobody)
  useLiveEvents((event) => {
    if (event.type === 'present' && event.room === slug) setHere(event)
  })
  return useLiveState() === 'offline' ? nobody : here
}

/** Who else writes in the room: for a few seconds after they last did, or until they have posted. */
export function useWriting(slug: string): readonly Present[] {
  const [writers, setWriters] = useState<readonly (Present & { until: number })[]>([])
  useLiveEvents((event) => {
    if (event.type === 'writing' && event.room === slug) {
      const until = performance.now() + FADE_MS
      const news = new Set(event.people.map(({ id }) => id))
      setWriters((before) => [
        ...event.people.map((person) => ({ ...person, until })),
        ...before.filter(({ id }) => !news.has(id)),
      ])
    }
    if (event.type === 'post' && event.room === slug && event.post) {
      const { id: author } = event.post.author
      setWriters((before) => before.filter(({ id }) => id !== author))
    }
  })
  const next = Math.min(...writers.map(({ until }) => until))
  useEffect(() => {
    if (next === Infinity) return
    const fade = () =>
      setWriters((before) => before.filter(({ until }) => until > performance.now()))
    const timer = setTimeout(fade, Math.max(0, next - performance.now()) + 50)
    return () => clearTimeout(timer)
  }, [next])
  return writers
}
