import * as presence from '#contract/presence.ts'
import * as reading from '#contract/reading.ts'
import * as search from '#contract/search.ts'
import {
  getPresence,
  listPresent,
  setPlaces,
  setPresence,
  tellWriting,
} from './features/presence/presence.service.ts'
import { markRead } from './features/reading/reading.service.ts'
import { searchPosts } from './features/search/search.service.ts'
import { answers } from './platform/route.ts'

/** Every call about who is where, what one has read, and finding it again. */
export const presenceRoutes = [
  ...answers(
    presence,
    { setPlaces, listPresent, tellWriting, getPresence, setPresence },
    { fromMemory: ['setPlaces', 'listPresent', 'tellWriting'] },
  ),
  ...answers(reading, { markRead }, { fromMemory: ['markRead'] }),
  ...answers(search, { searchPosts }),
]
