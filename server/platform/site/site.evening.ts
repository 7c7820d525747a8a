import { roomIcons } from '#contract/rooms/roomAdmin.ts'

/** What the landing page tells of the club: nothing that a member has written or is. */
export type Evening = {
  question: { de: string; en: string } | null
  rooms: { name: string; description: string; icon: string; accessLevel: string }[]
  /** In the last seven days; fewer are never too many to tell. */
  weeksPosts: number
}

const NOTHING: Evening = { question: null, rooms: [], weeksPosts: 0 }

/** Of fewer posts nothing is said: a small number is no invitation, and might tell who was there. */
const FEWEST = 50

const BADGES: Record<string, string> = { club: 'Club', vip: 'VIP', paid: 'Premium' }

type Escape = (text: string) => string

/** The page with what is told of the evening; what there is nothing of to tell leaves with its element. */
export function fillEvening(html: string, evening: Evening | undefined, escaped: Escape): string {
  const { question, rooms, weeksPosts } = evening ?? NOTHING
  const untold = [
    weeksPosts > FEWEST ? null : 'posts',
    question ? null : 'question',
    rooms.length > 0 ? null : 'rooms',
  ]
  const by: Record<string, string> = {
    QUESTION_DE: escaped(question?.de ?? ''),
    QUESTION_EN: escaped(question?.en ?? ''),
    WEEKS_POSTS_DE: roundDown(weeksPosts).toLocaleString('de'),
    WEEKS_POSTS_EN: roundDown(weeksPosts).toLocaleString('en'),
  }
  return untold
    .reduce<string>((left, name) => left.replace(elementPattern(`if="${name}"`), ''), html)
    .replace(elementPattern('each="room"'), (element) =>
      rooms.map((room) => fill(element, roomHoles(room, escaped))).join(''),
    )
    .replaceAll(/%((?:QUESTION|WEEKS_POSTS)_(?:DE|EN))%/g, (_, name: string) => by[name] ?? '')
}

/** None of them stands in one of the same name. */
const elementPattern = (mark: string) => new RegExp(`<(\\w+) data-${mark}[^]*?</\\1>`, 'g')

const fill = (element: string, by: Record<string, string>) =>
  element.replaceAll(/%(ROOM_[A-Z]+)%/g, (hole, name: string) => by[name] ?? hole)

const roomHoles = (
  { name, description, icon, accessLevel }: Evening['rooms'][number],
  escaped: Escape,
) => ({
  ROOM_NAME: escaped(name),
  ROOM_DESCRIPTION: escaped(description),
  ROOM_ICON: roomIcons.find((known) => known === icon) ?? roomIcons[0],
  ROOM_BADGE: BADGES[accessLevel] ?? 'Free',
  ROOM_TONE: BADGES[accessLevel] ? 'lamp' : 'plain',
})

/** To fifties, and from a thousand on to hundreds, so that "more than" is true and nobody can be counted by it. */
function roundDown(posts: number): number {
  const step = posts <= 1_000 ? FEWEST : 2 * FEWEST
  return Math.floor((posts - 1) / step) * step
}
