import { newDatedId } from '#web/platform/api/newId.ts'
import { sessionCookie, listMembers, ROOMS, roomSlug } from './filling.ts'
import type { Next } from './load.ts'

const head = (method: string, path: string, headers: string) =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`

/** A GET as its bytes. */
export const get = (path: string, cookie: string): Buffer =>
  Buffer.from(head('GET', path, `cookie: ${cookie}\r\n`))

/** A POST of JSON as its bytes; `more` are whole header lines. */
export const post = (path: string, cookie: string, body: string, more = ''): string =>
  withBody('POST', path, cookie, body, more)

const withBody = (method: string, path: string, cookie: string, body: string, more = ''): string =>
  head(
    method,
    path,
    `${more}${cookie && `cookie: ${cookie}\r\n`}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`,
  ) + body

/** Reads of the newest posts by every member, spread evenly over the rooms. */
export function reads(): Next {
  const perRoom = 50
  const requests = Array.from({ length: perRoom * ROOMS }, (_, n) => {
    const room = n % ROOMS
    const members = listMembers(room)
    const member = members[Math.floor(n / ROOMS) % members.length]!
    return get(`/api/rooms/${roomSlug(room)}/posts`, sessionCookie(member))
  })
  let turn = 0
  return () => requests[(turn = (turn + 1) % requests.length)]!
}

/** New posts, each connection in a room of its own among `rooms`, its members taking turns. */
export function posts(rooms: number): Next {
  const members = Array.from({ length: rooms }, (_, room) => listMembers(room))
  let turn = 0
  return (connection) => {
    const room = connection % rooms
    const inside = members[room]!
    turn += 1
    return newPost(room, inside[turn % inside.length]!)
  }
}

export const newPost = (room: number, member: number): string =>
  post(
    `/api/rooms/${roomSlug(room)}/posts`,
    sessionCookie(member),
    `{"id":"${newDatedId(Date.now())}","text":"Good evening from the bench, and a few words more."}`,
  )

/** Says that somebody writes in room 0. */
export const writing = (member: number): string =>
  post(`/api/rooms/${roomSlug(0)}/writing`, sessionCookie(member), '{}')

/** Says that a browser shows room 0, or none. */
export const presenceRequest = (member: number, line: string, isThere: boolean): string =>
  withBody(
    'PUT',
    '/api/presence',
    sessionCookie(member),
    JSON.stringify({ line, rooms: isThere ? [roomSlug(0)] : [] }),
  )
