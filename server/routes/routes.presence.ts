import * as ownPresence from '#contract/rooms/ownPresence.ts'
import * as presence from '#contract/rooms/presence.ts'
import * as reading from '#contract/rooms/unread.ts'
import * as search from '#contract/posts/search.ts'
import {
  getPresence,
  listPresent,
  setPlaces,
  setPresence,
  tellWriting,
} from '#server/features/rooms/presence/presence.service.ts'
import {
  listLastWords,
  listUnread,
  markRead,
} from '#server/features/posts/unread/unread.service.ts'
import { searchPosts } from '#server/features/posts/search/search.service.ts'
import { answers } from '#server/platform/http/route.ts'

/** Every call about who is where, what one has read, and finding it again. */
export const presenceRoutes = [
  ...answers(
    presence,
    { setPlaces, listPresent, tellWriting },
    { fromMemory: ['setPlaces', 'listPresent', 'tellWriting'] },
  ),
  ...answers(ownPresence, { getPresence, setPresence }),
  ...answers(reading, { markRead, listUnread, listLastWords }, { fromMemory: ['markRead'] }),
  ...answers(search, { searchPosts }),
]
