/** What other features may use of this one. */
export { wakeRooms } from './dormancy.queries.ts'
export { restRooms } from './dormancy.service.ts'
export { readEvening } from './rooms.service.ts'
export { icebreakerOfTheDay } from './icebreakers.service.ts'
export { isPresenceShown, listShown } from './presence/presence.queries.ts'
export { type Roster, getRoster } from './presence/presence.roster.ts'
export { roomAccessSql, takeNumbers, type RoomAccess } from './rooms.queries.ts'
export { findRoomAccess, readPlan, requireRoomMembership } from './rooms.service.ts'
