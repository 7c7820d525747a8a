import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getSession } from '#contract/auth.ts'
import { readConfig } from '#server/config.ts'
import { silentLog } from '#server/platform/log.ts'
import { openClub } from '#server/testing/club.ts'
import { examine } from './doctor.ts'
import { grantAdmin } from './grantAdmin.ts'

test('the operator makes a member an admin, once or again', async () => {
  await using club = await openClub()
  const mia = await club.member({ email: 'mia@example.org' })
  expect(await grantAdmin(club.db, ' Mia@Example.org ')).toBe('mia@example.org is an admin now.')
  expect(await grantAdmin(club.db, 'mia@example.org')).toContain('already was')
  const { answer } = (await club.call(mia, getSession, {})) as { answer: { session: unknown } }
  expect(answer.session).toMatchObject({ isAdmin: true })
})

test('an admin nobody knows, or nobody named, is refused in one sentence', async () => {
  await using club = await openClub()
  await expect(grantAdmin(club.db, 'no@example.org')).rejects.toThrow('No account has the address')
  await expect(grantAdmin(club.db, undefined)).rejects.toThrow('--email')
})

test('the doctor finds a sound club sound', async () => {
  await using club = await openClub()
  const findings = await examine({ ...club.config, databaseUrl: club.databaseUrl }, silentLog)
  expect(findings.filter(({ isWell }) => !isWell)).toEqual([])
  expect(findings.map(({ about }) => about)).toEqual([
    'versions',
    'config',
    'disk',
    'database',
    'mail',
  ])
})

test('the doctor says what to do about what is not', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-doctor-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://club:secret@127.0.0.1:1/club',
    SMTP_URL: 'smtp://club:secret@127.0.0.1:1',
    KEK_FILE: join(dataDir, 'missing'),
  })
  const findings = await examine(config, silentLog)
  expect(findings.filter(({ isWell }) => !isWell).map(({ about }) => about)).toEqual([
    'config',
    'database',
    'mail',
  ])
  expect(JSON.stringify(findings)).not.toContain('secret')
})

test('the doctor makes nothing where there is nothing yet', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-doctor-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const findings = await examine(readConfig({ DATA_DIR: dataDir }), silentLog)
  expect(findings.find(({ about }) => about === 'database')?.says).toContain('not made yet')
})
