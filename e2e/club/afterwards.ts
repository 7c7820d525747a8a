/** What stands beside the talk or is for acting, and is asked for after what is seen first: each is light. */
export const AFTERWARDS =
  /^\/assets\/(DialogPopup|en-beside|FootOfRail|Lately|RoomSide|RoomsEvening|TablesCount|ToastCard|hearActs|workerWatch|beside-(posts|rooms)|outbox|tables|text)-/

/** In a room the foot of the rail shares a file with the list of rooms. */
export const AFTERWARDS_IN_ROOM = new RegExp(`${AFTERWARDS.source}|^/assets/rooms-`)
