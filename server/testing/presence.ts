import { followClub, type LiveEvent } from '#contract/live.ts'
import { uuid } from '#testing/random.ts'
import type { Club, TestMember } from './club.ts'
import { follow } from './follow.ts'

export type Watching = Awaited<ReturnType<typeof watch>>
type Said = Extract<LiveEvent, { type: 'present' }>

/** A browser whose tabs show a room, several or none, and what it was told of who is there. */
export async function watch(
  club: Club,
  as: Pick<TestMember, 'cookie'>,
  room: { slug: string } | { slug: string }[] | null,
  url = club.url,
  name = uuid(),
) {
  const rooms = [room ?? []].flat().map(({ slug }) => slug)
  const where = new URLSearchParams({ line: name, ...(room && { rooms: rooms.join() }) })
  const heard = await follow(url, as.cookie, `${followClub.path}?${where}`)
  await heard.next('ready')
  const said = () => heard.events.filter((event): event is Said => event.type === 'present')
  return {
    name,
    events: heard.events,
    close: heard.close,
    closed: heard.closed,
    get present() {
      return said().at(-1) ?? null
    },
    counts: () => said().map(({ count }) => count),
    /** The ids of those named last. */
    names: () =>
      said()
        .at(-1)
        ?.people.map(({ id }) => id) ?? [],
    /** The ids of those who were said to write. */
    writing: () =>
      heard.events.flatMap((event) =>
        event.type === 'writing' ? event.people.map(({ id }) => id) : [],
      ),
  }
}

/** Whether a statement says who is there, which a server does by the clock and not because of a request. */
export const isRollCall = (values: readonly unknown[] = []): boolean =>
  values.some((value) => typeof value === 'string' && value.startsWith('{"kind":"presence'))
