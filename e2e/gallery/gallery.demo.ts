import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import type { ClubUnderTest, Member } from '../club/club.ts'

const CLI = join(import.meta.dirname, '../../server/cli/club.ts')
const ROOMS = ['tresen', 'salon']

/** A club in which people have been talking for two weeks, and a newcomer who has found their place. */
export async function demoStage(club: ClubUnderTest) {
  await promisify(execFile)(process.execPath, [CLI, 'demo'], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: club.server.dataDir },
  })
  const [mia, ben, chief, emptySlug] = [
    await club.member({ name: 'Mia' }),
    await club.member({ name: 'Ben' }),
    await club.member({ name: 'Jo', isAdmin: true }),
    await club.room({ name: 'Wintergarten' }),
  ]
  // what was made to be unique is not what a picture should show
  const [josefine, benedikt, jo] = [
    { ...mia, username: 'Josefine', email: 'josefine@example.org' },
    { ...ben, username: 'Benedikt', email: 'benedikt@example.org' },
    { ...chief, username: 'Jo', email: 'jo@example.org' },
  ]
  await named(club, [
    [mia, josefine],
    [ben, benedikt],
    [chief, jo],
  ])
  for (const slug of [...ROOMS, emptySlug])
    for (const who of [mia, ben]) await club.enter(who, slug)
  await club.post(mia, 'salon', 'Guten Abend! Ich bin neu hier und höre erst einmal zu.')
  await club.post(ben, 'salon', 'Willkommen, Josefine. Setz dich ruhig dazu, wir beißen nicht.')
  await club.post(mia, 'salon', 'Danke! Worum ging es denn gerade?')
  return {
    mia: josefine,
    ben: benedikt,
    chief: jo,
    slug: 'salon',
    fullSlug: 'salon',
    emptySlug,
  }
}

/** Names, addresses and words about a room, as people would give them. */
async function named({ server }: ClubUnderTest, people: [Member, Member][]): Promise<void> {
  const db = openDatabase(server.databaseUrl, { max: 1 })
  for (const [unique, as] of people) {
    await db.run(sql`update profiles set username = ${as.username}
      where username = ${unique.username}`)
    await db.run(sql`update users set email = ${as.email} where email = ${unique.email}`)
  }
  await db.run(sql`update rooms set description = 'Palmen, Korbstühle und Zeit für leise Gespräche.'
    where name = 'Wintergarten'`)
  await db.end()
}
