import { randomUUID } from 'node:crypto'
import type { Language } from '#contract/fields.ts'
import { usernameKey } from '#server/features/members/profiles.policy.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { insertAccounts, keysTaken, type DemoAccount } from './demo.queries.ts'
import { subtractMinutes } from './demo.times.ts'
import people from './members.json' with { type: 'json' }

export type DemoMember = {
  username: string
  email: string
  city: string
  bio: string
  birthdate: string
  isVerified?: boolean
  isSubscriber?: boolean
  joinedDaysAgo: number
  language: Language
  /** Slugs; the first is where they answer icebreakers. */
  rooms: string[]
}

export const demoMembers = people as readonly DemoMember[]
/** The one a newcomer may sign in as: verified and subscribed, so every room is open. */
export const guide = demoMembers[0]!

const DAY_MINUTES = 24 * 60

/** Adds all demo members; answers them by the name the scripts give them. */
export async function addMembers(
  on: Sql,
  now: Date,
  hashOf: (member: DemoMember) => string,
): Promise<Map<string, DemoMember & DemoAccount>> {
  const taken = await keysTaken(
    on,
    demoMembers.map(({ username }) => usernameKey(username)),
  )
  const accounts = demoMembers.map((member, index) => {
    const { joinedDaysAgo, isVerified, isSubscriber } = member
    // a real member keeps the name
    const isTaken = taken.has(usernameKey(member.username))
    const username = isTaken ? `${member.username} aus ${member.city}` : member.username
    const createdAt = subtractMinutes(now, joinedDaysAgo * DAY_MINUTES + ((index * 97) % 600))
    return {
      ...member,
      id: randomUUID(),
      passwordHash: hashOf(member),
      createdAt,
      username,
      usernameKey: usernameKey(username),
      verifiedAt: isVerified ? subtractMinutes(createdAt, -DAY_MINUTES) : null,
      subscribedUntil: isSubscriber ? subtractMinutes(now, -365 * DAY_MINUTES) : null,
    }
  })
  await insertAccounts(on, accounts)
  return new Map(accounts.map((account, index) => [demoMembers[index]!.username, account]))
}
