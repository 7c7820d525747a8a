// The demo: members, two weeks of talk, documents and tables, all marked as demo; refused on https.
import { randomBytes, randomUUID } from 'node:crypto'
import { sharedFolders } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { acceptTerms, consentToContent } from '#server/features/consent/consent.service.ts'
import { listIcebreakers } from '#server/features/rooms/icebreakers.queries.ts'
import { roomVisibilityRefusal } from '#server/features/rooms/rooms.policy.ts'
import type { Database, Sql } from '#server/platform/database/database.ts'
import { settleInstallation } from '#server/platform/vault/installation.ts'
import { hashPassword } from '#server/platform/vault/passwords.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { addMembers, guide, type DemoMember } from './demo.members.ts'
import {
  countDemo,
  insertMemberships,
  insertPosts,
  listOpenRooms,
  lockRooms,
  setDemoPassword,
  type DemoAccount,
  type DemoPost,
  type RoomState,
} from './demo.queries.ts'
import { addSubmissions } from './demo.submissions.ts'
import { addTables } from './demo.tables.ts'
import { recentTalk } from './demo.talk.ts'

type Filled = {
  members: number
  posts: number
  /** False when the demo was there already. */
  isNew: boolean
  /** The one demo member who can be signed in as, with a new password each time. */
  login: { email: string; password: string }
}

/**
 * Fills the club with demo members and two weeks of talk, once; a repetition only gives a new
 * password. Touches nobody else's rows: where real members already talk, it adds nothing older.
 */
export async function fillDemo({
  config,
  db,
  now,
}: {
  config: Config
  db: Database
  now: () => Date
}): Promise<Filled> {
  if (config.secure)
    throw new SetupError('PUBLIC_URL is https: this club is for real members, the demo is refused.')
  const password = randomBytes(12).toString('base64url')
  const [ownHash, nobodysHash] = await Promise.all([
    hashPassword(password),
    hashPassword(randomBytes(32).toString('base64url')),
  ])
  const at = now()

  return db.transaction(async (tx) => {
    await lockRooms(tx)
    const isNew = (await countDemo(tx)).members === 0
    if (isNew) await fill(config, tx, at, (member) => (member === guide ? ownHash : nobodysHash))
    else await setDemoPassword(tx, guide.email, ownHash)
    return { ...(await countDemo(tx)), isNew, login: { email: guide.email, password } }
  })
}

/** `fillDemo`, told in the words of the command line. */
export async function addDemo(config: Config, db: Database, at: Date): Promise<string> {
  await settleInstallation(db, sharedFolders(config))
  const { members, posts, isNew, login } = await fillDemo({ config, db, now: () => at })
  const submissions = await addSubmissions(config, db, at)
  const tables = await addTables(config, db, at)
  const happened = isNew
    ? `Added ${members} demo members and ${posts} posts, with ${submissions} submissions of drawn documents to review and ${tables} tables; they are marked as demo.`
    : 'The demo is already there; no members and no posts were added.'
  return `${happened}\nLook around as ${login.email} with the password ${login.password}`
}

async function fill(
  config: Config,
  tx: Sql,
  now: Date,
  hashOf: (member: DemoMember) => string,
): Promise<void> {
  const members = await addMembers(tx, now, hashOf)
  for (const { id, createdAt, language } of members.values()) {
    const then = { config, now: () => createdAt }
    await acceptTerms(then, tx, id, language)
    await consentToContent(then, tx, id, language)
  }

  const rooms = await listOpenRooms(tx)
  const memberships = rooms.flatMap((room) =>
    [...members.values()]
      .filter((member) => member.rooms.includes(room.slug) && mayEnter(member, room))
      .map(({ id, createdAt }) => ({ roomId: room.id, userId: id, at: createdAt })),
  )
  await insertMemberships(tx, memberships)

  const insiders = new Set(memberships.map(({ roomId, userId }) => `${roomId} ${userId}`))
  const talk = recentTalk(now, await listIcebreakers(tx))
  const posts = rooms.flatMap((room) =>
    talk
      .filter(({ slug, at }) => slug === room.slug && isNewer(at, room.newestAt))
      .map(({ username, text, icebreakerId, at }) => {
        const userId = members.get(username)!.id
        return { id: randomUUID(), roomId: room.id, userId, text, icebreakerId, createdAt: at }
      })
      .filter(({ roomId, userId }) => insiders.has(`${roomId} ${userId}`))
      .map((post, index): DemoPost => ({ ...post, number: room.lastNumber + index + 1 })),
  )
  await insertPosts(tx, posts)
}

const isNewer = (at: Date, newest: string | null) => newest === null || at > new Date(newest)

const mayEnter = ({ verifiedAt, subscribedUntil }: DemoAccount, room: RoomState) =>
  roomVisibilityRefusal(
    {
      isAdmitted: true,
      verificationStatus: verifiedAt ? 'verified' : 'none',
      isSubscriber: subscribedUntil !== null,
    },
    room,
  ) === null
