import { getSession } from '#contract/accounts/session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'
import { listPosts } from '#contract/posts/posts.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'

const describeCall = ({ method, path }: Endpoint) => `${method} ${path}`

/** What every screen is sure to ask the club for first, and what those about a room are, by where their addresses start. */
export const callsToMake: [always: string[], ofRooms: Record<string, string[]>] = [
  [describeCall(getSession)],
  { [pages.room.path.replace(':slug', '')]: [enterRoom, listPosts].map(describeCall) },
]
