// A club that does not run, and what a process that starts it finds.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { sharedFolders } from '#server/app.ts'
import { turnLastingKey } from '#server/cli/lastingKey.ts'
import { readConfig } from '#server/config.ts'
import { filterBanned, keepBannedAddresses } from '#server/features/accounts/bans/bans.service.ts'
import { findEntry, insertEntry } from '#server/features/members/blocks/avoided.queries.ts'
import { listMarks, makeMark } from '#server/features/members/blocks/apart.service.ts'
import { sealTotpSecret } from '#server/features/accounts/second-factor/totp.secrets.ts'
import { openDatabase, raw, sql, type Database } from '#server/platform/database/database.ts'
import { compareInstallation, settleInstallation } from '#server/platform/vault/installation.ts'
import {
  openStrongbox,
  SEALED,
  type SealedUse,
  type Strongbox,
} from '#server/platform/vault/strongbox.ts'
import { newMember } from '#testing/fixtures/members.ts'
import { stateDecision } from '#testing/moderation/statements.ts'
import { uuid } from '#testing/random.ts'
import { openBackups } from './backups.ts'
import { openClock } from './clock.ts'

const NOW = '2026-05-04T10:00:00.000Z'
const SECRET = Buffer.from('what was sealed')
const TOTP = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** A club that does not run, with something of everything its lasting key guards. */
export async function openStill() {
  const { now, clock } = openClock(NOW)
  const backups = await openBackups({ config: readConfig({}), databaseUrl: '', app: { now } })
  const place = await backups.newPlace()
  const { config } = place
  const url = config.databaseUrl!
  const db = openDatabase(url, { max: 2 })
  const keyPath = join(place.dataDir, 'keys', 'kek')
  await settleInstallation(db, sharedFolders(config))
  const strongbox = openStrongbox(keyPath)

  const [mia, ben, tom] = await Promise.all([enter(), enter(), enter()])
  async function enter() {
    const { member, insert } = await newMember({ config, now: now() }, {})
    await db.run(insert)
    return member
  }
  await db.run(sql`
    insert into totp_secrets (user_id, sealed, created_at, confirmed_at)
    values (${mia.userId}, ${await sealTotpSecret({ strongbox, now }, mia.userId, TOTP)}, ${NOW}, ${NOW})`)
  const startsAt = now()
  await stateDecision(db, tom.userId, null, 'Asked for money.', { kind: 'ban', startsAt })
  await keepBannedAddresses(db, { strongbox, now }, tom.userId, [tom.email])
  const avoided = { ownerId: mia.userId, mailbox: 'nobody@example.org' }
  const mark = await makeMark({ strongbox }, avoided.mailbox)
  await insertEntry(db, { ...avoided, id: uuid(), mark, at: now() })
  const [caseId, evidenceId] = [uuid(), uuid()]
  const removal = { kind: 'removal', removedKind: 'photo' } as const
  const statementId = await stateDecision(db, ben.userId, null, 'A photo of others.', removal)
  await db.run(sql`
    insert into cases (id, number, user_id, urgency, opened_at, due_at)
    values (${caseId}, 'C-2026-000001', ${ben.userId}, 72, ${NOW}, ${NOW})`)
  await db.run(sql`
    insert into evidence (id, case_id, kind, source_id, frozen_at, content_hash, sealed, sealed_photo)
    values (${evidenceId}, ${caseId}, 'photo', ${uuid()}, ${NOW}, '\\x01',
      ${await strongbox.seal('evidence', evidenceId, SECRET)},
      ${await strongbox.seal('evidence-photo', evidenceId, SECRET)})`)
  await db.run(sql`
    insert into taken_away (statement_id, user_id, kind, taken_at, sealed, sealed_small)
    values (${statementId}, ${ben.userId}, 'photo', ${NOW},
      ${await strongbox.seal('taken-away', statementId, SECRET)},
      ${await strongbox.seal('taken-away-small', statementId, SECRET)})`)
  const noteId = uuid()
  await db.run(sql`
    insert into private_notes (id, writer_id, about_id, sealed, written_at)
    values (${noteId}, ${mia.userId}, ${ben.userId},
      ${await strongbox.seal('private-note', noteId, SECRET)}, ${NOW})`)
  const [club] = await db.rows<{ id: string }>(sql`select id from installation`)
  await db.run(
    sql`update installation set photo_key = ${await strongbox.seal('photo-key', club!.id, SECRET)}`,
  )
  const wayOut = await strongbox.seal('digest', 'digest', Buffer.from(ben.userId))

  /** What a strongbox makes of each kind of thing that is sealed. */
  const read = async (box: Strongbox) => {
    const opened: [string, string][] = []
    for (const [use, kept] of Object.entries(SEALED)) {
      if (!kept) continue
      const [table, owner, column] = [raw(kept.table), raw(kept.owner), raw(kept.column)]
      const rows = await db.rows<{ id: string; bytes: Buffer }>(
        sql`select ${owner} as id, ${column} as bytes from ${table}`,
      )
      for (const { id, bytes: sealed } of rows)
        opened.push([use, String(await box.open(use as SealedUse, id, sealed))])
    }
    return Object.fromEntries(opened)
  }
  const uses = Object.keys(SEALED).filter((use) => SEALED[use as SealedUse])
  const WHOLE = Object.fromEntries(uses.map((use) => [use, use === 'totp' ? TOTP : String(SECRET)]))

  return {
    clock,
    now,
    backups,
    place,
    db,
    mia,
    ben,
    tom,
    secret: TOTP,
    wayOut: wayOut.toString('base64url'),
    keyPath,
    turn: (on: Database = db) => turnLastingKey({ config, db: on, url, now }),

    /** What a server that starts now makes of it: all can be read, and who was banned or is avoided is known. */
    async isSound() {
      expect(await compareInstallation(db, sharedFolders(config))).not.toBeNull()
      const strongbox = openStrongbox(keyPath)
      expect(await read(strongbox)).toEqual(WHOLE)
      const known = await filterBanned(db, { strongbox, now }, [mia.email, tom.email])
      expect([...known]).toEqual([tom.email])
      const marks = await listMarks({ strongbox }, avoided.mailbox)
      expect(await findEntry(db, avoided.ownerId, marks)).toBeDefined()
    },

    /** All of it opens with the present key alone. */
    async isAnew() {
      const alone = await mkdtemp(join(tmpdir(), 'club-lasting-'))
      onTestFinished(() => rm(alone, { recursive: true, force: true }))
      await cp(`${keyPath}.lasting`, join(alone, 'kek.lasting'))
      expect(await read(openStrongbox(join(alone, 'kek')))).toEqual(WHOLE)
    },

    keyFiles: () => readdir(join(place.dataDir, 'keys')),
    async [Symbol.asyncDispose]() {
      await db.end()
      await backups[Symbol.asyncDispose]()
    },
  }
}
