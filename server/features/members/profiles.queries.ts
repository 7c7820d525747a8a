// A member's profile, for themselves to edit and for others to see, who get bio and photos by consent alone.
import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/members/profiles.ts'
import type { ProfileWords } from '#contract/members/author.ts'
import type { Viewer } from '#server/platform/context.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { isSuspended } from '#server/platform/member-rules/accounts.ts'
import { authorWordsSql, PROFILE_WORDS, sqlOfEach } from '#server/platform/member-rules/author.ts'
import { mayBeSeen } from '#server/platform/member-rules/visibility.ts'
import { staffRole } from '#server/platform/member-rules/staff.ts'

export type NewProfile = {
  id: string
  username: string
  usernameKey: string
  city: string | null
  bio: string | null
  /** `YYYY-MM-DD`. */
  birthdate: string
}

/** Answers false when the username is somebody's. */
export async function insertProfile(on: Sql, profile: NewProfile): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into profiles (id, username, username_key, city, bio, birthdate)
    values (${profile.id}, ${profile.username}, ${profile.usernameKey}, ${profile.city},
      ${profile.bio}, ${profile.birthdate})
    on conflict (username_key) do nothing`)
  return inserted > 0
}

const wordsSql = sqlOfEach(PROFILE_WORDS, (name) => name)

export const findProfile = (on: Sql, userId: string): Promise<contract.Profile | undefined> =>
  on.row<contract.Profile>(
    sql`select username, ${wordsSql}, photos from profiles where id = ${userId}`,
  )

type Changes = {
  [K in 'username' | 'usernameKey' | keyof ProfileWords]?:
    | (NewProfile & ProfileWords)[K]
    | undefined
}

/**
 * Fields that are not given stay as they are, even if changed at the same time. Fails with a unique violation
 * when the username is somebody else's. Answers nothing for another bio than stands there, before the
 * consent it needs.
 */
export const updateProfile = (
  on: Sql,
  id: string,
  { username, usernameKey, ...words }: Changes,
): Promise<contract.Profile | undefined> => {
  const { bio } = words
  return on.row<contract.Profile>(sql`
    update profiles set
      username = ${username === undefined ? sql`username` : username},
      username_key = ${usernameKey === undefined ? sql`username_key` : usernameKey},
      ${sqlOfEach(PROFILE_WORDS, (name, word) => sql`${name} = ${words[word] === undefined ? name : words[word]}`)}
    where id = ${id} and ${
      bio === undefined
        ? sql`true`
        : sql`(content_consent_at is not null or ${bio}::text is null or bio = ${bio})`
    }
    returning username, ${wordsSql}, photos`)
}

type Viewing = Pick<Viewer, 'userId' | 'isModerator'>

const visibleMemberSql = (viewer: Viewing, memberId: string) => sql`
  from profiles p join users u on u.id = p.id
  where p.id = ${memberId} and ${mayBeSeen(viewer.userId, viewer)}`

/** Bio and photos are seen by others only while the member consents to that; by themselves always. */
const open = (viewerId: string) => sql`(p.is_shown or p.id = ${viewerId}::uuid)`

type Member = AnswerOf<typeof contract.getMember>

export const findMember = (
  on: Sql,
  viewer: Viewing,
  memberId: string,
): Promise<Member | undefined> =>
  on.row<Member>(sql`
    select p.id, p.username, ${authorWordsSql(sql`p`)}, case when ${open(viewer.userId)} then p.bio end as bio,
      p.verification_status = 'verified' as is_verified, ${staffRole(sql`p.id`)} as role,
      to_char(u.created_at at time zone 'Europe/Berlin', 'YYYY-MM') as member_since,
      case when ${open(viewer.userId)} then p.photos else '{}' end as photos
    ${visibleMemberSql(viewer, memberId)}`)

/**
 * Whether somebody sees a photo, as both stand at this moment and whatever was remembered of the viewer; null
 * when their session is over.
 */
export async function showsPhoto(
  on: Sql,
  viewer: Viewing & Pick<Viewer, 'sessionId'>,
  { memberId, photoId, now }: { memberId: string; photoId: string; now: Date },
): Promise<boolean | null> {
  const at = now.toISOString()
  const row = await on.row<{ isShown: boolean }>(sql`
    select not ${isSuspended(sql`v`, now)}
      and (v.admitted_at is not null or v.id = ${memberId})
      and exists (select ${visibleMemberSql(viewer, memberId)}
        and ${photoId} = any (p.photos) and ${open(viewer.userId)}) as is_shown
    from sessions s join users v on v.id = s.user_id
    where s.id = ${viewer.sessionId} and s.expires_at > ${at}
      and not exists (select from account_deletions d where d.user_id = v.id)`)
  return row?.isShown ?? null
}
