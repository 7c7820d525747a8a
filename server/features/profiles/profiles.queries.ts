import { sql, type Sql } from '#server/platform/database.ts'

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
