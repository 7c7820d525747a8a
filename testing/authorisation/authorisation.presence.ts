// What everybody's well-formed request about who is where, reading and searching gets.
import * as presence from '#contract/rooms/presence.ts'
import * as ownPresence from '#contract/rooms/ownPresence.ts'
import * as reading from '#contract/rooms/unread.ts'
import * as search from '#contract/posts/search.ts'
import { uuid } from '#testing/random.ts'
import { insiders, inRoom, noRequest, row, type AccessRow } from './authorisation.access.ts'

export const presenceRows: AccessRow[] = [
  row(presence.setPlaces, ({ room: { slug } }) => ({ body: { line: uuid(), rooms: [slug] } })),
  row(presence.listPresent, inRoom, insiders),
  row(presence.tellWriting, inRoom, insiders),
  row(ownPresence.getPresence, noRequest),
  row(ownPresence.setPresence, () => ({ body: { isShared: false } })),
  row(reading.markRead, (scene) => ({ ...inRoom(scene), body: { number: 1 } }), insiders),
  row(reading.listUnread, () => ({ query: { each: 5 } })),
  row(reading.listLastWords, noRequest),
  row(search.searchPosts, () => ({ query: { words: 'evening' } }), {
    waiting: 'not_admitted',
    unasked: 'consent_required',
  }),
]
