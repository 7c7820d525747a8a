import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { audit } from '#server/platform/limits/audit.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { now } from '#testing/random.ts'
import { findCluster } from '#testing/club/database/cluster.ts'

test('the command line ends with 1 when the log was tampered with, and with 0 when it was not', async () => {
  await using club = await openClub()
  const url = new URL(findCluster().ownerUrl)
  url.pathname = new URL(club.databaseUrl).pathname
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [fileURLToPath(new URL('club.ts', import.meta.url)), ...args], {
      encoding: 'utf8',
      env: {
        DATA_DIR: club.dataDir,
        DATABASE_URL: club.databaseUrl,
        DATABASE_OWNER_URL: url.href,
      },
    })
  await audit(club.db, { at: now(), actorId: null, action: 'role_granted' })
  const whole = run('audit', 'verify')
  expect({ status: whole.status, stderr: whole.stderr }).toEqual({ status: 0, stderr: '' })
  expect(whole.stdout).toMatch(/^1 entry, all as written/)
  expect(run('audit')).toMatchObject({ status: 1 })
  const owner = openDatabase(url.href, { max: 1 })
  await owner.script(`alter table audit disable trigger user;
    update audit set action = 'role_revoked'; alter table audit enable trigger user`)
  await owner.end()
  const { status, stdout } = run('audit', 'verify')
  expect(status).toBe(1)
  expect(stdout).toContain('entry 1')
})
