import type { Sql } from '#server/platform/database.ts'
import { usernameKey } from './profiles.policy.ts'
import { insertProfile, type NewProfile } from './profiles.queries.ts'

/** Answers false when the username, or one that looks like it, is somebody's. */
export const createProfile = (
  on: Sql,
  profile: Omit<NewProfile, 'usernameKey'>,
): Promise<boolean> => insertProfile(on, { ...profile, usernameKey: usernameKey(profile.username) })
