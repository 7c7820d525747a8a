import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { listWaiting, setDoor } from '#contract/admission/admission.ts'
import { createInvitation } from '#contract/admission/invitations.ts'
import { listSubmissions } from '#contract/verification/review.ts'
import { readConfig, type Config } from '#server/config.ts'
import pino from 'pino'
import { audit, auditHead } from '#server/platform/limits/audit.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { newKey } from '#server/platform/vault/keyring.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { cloneDatabase, findCluster } from '#testing/club/database/cluster.ts'
import { openWay } from '#testing/club/database/way.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { ban } from '#testing/moderation/banning.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { insertLeaving } from '#testing/privacy/leaving.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { proveSession, readTraces } from '#testing/fixtures/submissions.ts'
import { now } from '#testing/random.ts'
import { expectedHeads, reportAudit } from './audit.ts'
import { describeDecoder } from './doctor.decoder.ts'
import { examine } from './doctor.ts'
import { grantAdmin, revokeAdmin } from './roles.ts'

const NOW = new Date('2026-06-15T12:00:00Z')

const atNoon = ({ config, db }: Club) => ({ config, db, now: NOW })

test('the operator makes a member an admin, once or again', async () => {
  await using club = await openClub()
  const mia = await club.member({ email: 'mia@example.org' })
  expect(await grantAdmin(atNoon(club), ' Mia@Example.org ')).toBe(
    'mia@example.org is an admin now.',
  )
  expect(await grantAdmin(atNoon(club), 'mia@example.org')).toContain('already was')
  const { answer } = (await club.call(mia, getSession, {})) as { answer: { session: unknown } }
  expect(answer.session).toMatchObject({ isAdmin: true })
  expect(await readTraces(club)).toEqual([
    { action: 'role_granted', actorId: null, subjectId: mia.userId, details: { role: 'admin' } },
  ])
})

test('the operator makes nobody an admin who is suspended', async () => {
  await using club = await openClub()
  const { email } = await club.member({ suspendedUntil: '2100-01-01T00:00:00Z' })
  await expect(grantAdmin(atNoon(club), email)).rejects.toThrow('is suspended')
})

test('the operator makes nobody an admin who is leaving, or whose data are restricted', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  await insertLeaving(club, mia)
  await restrict(club, tom)
  await expect(grantAdmin(atNoon(club), mia.email)).rejects.toThrow('is being deleted')
  await expect(grantAdmin(atNoon(club), tom.email)).rejects.toThrow('is restricted')
})

test('who is banned while the operator makes them an admin is none', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const granting = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for update`)
    const banning = ban(club, mia)
    await untilSomebodyWaits(club)
    const granted = grantAdmin(atNoon(club), mia.email).catch(String)
    await untilSomebodyWaits(club, 2)
    return [banning, granted] as const
  })
  expect(await Promise.all(granting)).toEqual([
    expect.any(String),
    expect.stringContaining('is suspended'),
  ])
  expect(await club.db.rows(sql`select from user_roles`)).toEqual([])
})

test('staff do not wait to be admitted, and may invite', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const { email, cookie } = await club.member({ isAdmitted: false })
  const admin = { cookie }
  expect(await club.call(admin, createInvitation, { body: {} })).toMatchObject({
    code: 'not_admitted',
  })
  await grantAdmin(atNoon(club), email)
  expect(await club.call(admin, createInvitation, { body: {} })).toMatchObject({ ok: true })
  expect(await club.call(admin, listWaiting, { query: {} })).toMatchObject({
    answer: { waiting: [] },
  })
})

test('a password alone that was typed before the operator gave the role proves nothing after it', async () => {
  await using club = await openClub({ config: { secure: true } })
  const mia = await club.member()
  const [weak, strong] = [await club.session(mia), await club.session(mia)]
  await proveSession(club, mia)
  await club.db.run(sql`update sessions set factor_at = null where id = ${weak.sessionId}`)
  await grantAdmin(atNoon(club), mia.email)
  const proved = await club.db.rows<{ id: string }>(
    sql`select id from sessions where proved_at is not null`,
  )
  expect(proved.map(({ id }) => id).sort()).toEqual([mia.sessionId, strong.sessionId].sort())
})

test('the operator takes the role back, and it is gone with the next request', async () => {
  await using club = await openClub()
  const mia = await club.member({ email: 'mia@example.org', isAdmin: true })
  const isLet = async () => (await club.call(mia, listSubmissions, { query: {} })).ok
  expect(await isLet()).toBe(true)
  expect(await revokeAdmin(atNoon(club), 'mia@example.org')).toBe(
    'mia@example.org is no longer an admin.',
  )
  expect(await isLet()).toBe(false)
  expect(await revokeAdmin(atNoon(club), 'mia@example.org')).toContain('was no admin')
  const changes = (await readTraces(club)).filter(({ action }) => action.startsWith('role'))
  expect(changes).toEqual([
    { action: 'role_revoked', actorId: null, subjectId: mia.userId, details: { role: 'admin' } },
  ])
})

test('nobody becomes an admin by an address that nobody has confirmed', async () => {
  await using club = await openClub()
  await club.member({ email: 'mia@example.org', isConfirmed: false })
  const grant = (settings: Partial<Config>) =>
    grantAdmin({ ...atNoon(club), config: { ...club.config, ...settings } }, 'mia@example.org')
  for (const settings of [{ emailConfirmation: 'required' }, { isLocal: false }] as const)
    await expect(grant(settings)).rejects.toThrow('has not confirmed this address')
  expect(await readTraces(club)).toEqual([])
  expect(await grant({})).toBe('mia@example.org is an admin now.')
})

test('an admin nobody knows, or nobody named, is refused in one sentence', async () => {
  await using club = await openClub()
  await expect(grantAdmin(atNoon(club), 'no@example.org')).rejects.toThrow(
    'No account has the address',
  )
  for (const none of [undefined, '', ' '])
    await expect(grantAdmin(atNoon(club), none)).rejects.toThrow('--email')
})

test('the doctor finds a sound club sound', async () => {
  await using club = await openClub()
  const findings = await examine({ ...club.config, databaseUrl: club.databaseUrl }, silentLog)
  expect(findings.filter(({ isWell }) => !isWell)).toEqual([])
  expect(findings.map(({ about }) => about)).toEqual([
    'versions',
    'config',
    'disk',
    'keys',
    'database',
    'installation',
    'files',
    'admission',
    'admins',
    'decoder',
    'mail',
    'transport',
    'backups',
    'seeing',
  ])
})

test('the doctor says what to do about what is not', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-doctor-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://club:secret@127.0.0.1:1/club',
    SMTP_URL: 'smtp://club:secret@127.0.0.1:1',
    NATS_URL: 'nats://club:secret@127.0.0.1:1',
    KEK_FILE: '/proc/self/kek',
  })
  const findings = await examine(config, silentLog)
  expect(findings.filter(({ isWell }) => !isWell).map(({ about }) => about)).toEqual([
    'keys',
    'database',
    'mail',
    'transport',
  ])
  expect(JSON.stringify(findings)).not.toContain('secret')
})

test('the doctor says how the club admits: as an admin set it, else as configured', async () => {
  await using club = await openClub({ config: { admission: 'open' } })
  const admin = await club.member({ isAdmin: true })
  const admission = async () => {
    const findings = await examine({ ...club.config, databaseUrl: club.databaseUrl }, silentLog)
    return findings.find(({ about }) => about === 'admission')
  }
  expect(await admission()).toMatchObject({ isWell: true, says: 'open, as ADMISSION says' })
  await club.call(admin, setDoor, { body: { admission: 'invitation', invitationsPerMember: 3 } })
  expect((await admission())?.says).toMatch(/^invitation, as an admin set it/)
})

test('the doctor says that a club with one admin needs a second', async () => {
  await using club = await openClub()
  const admins = async () => {
    const findings = await examine({ ...club.config, databaseUrl: club.databaseUrl }, silentLog)
    return findings.find(({ about }) => about === 'admins')?.says
  }
  expect(await admins()).toMatch(/^nobody: appeals/)
  await club.member({ isAdmin: true })
  expect(await admins()).toMatch(/^only one: appeals.* wait until there is a second/)
  const second = await club.member({ isAdmin: true })
  expect(await admins()).toMatch(/^2, /)
  await insertLeaving(club, second)
  expect(await admins()).toMatch(/^only one/)
})

test('the doctor makes nothing where there is nothing yet', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-doctor-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const findings = await examine(readConfig({ DATA_DIR: dataDir }), silentLog)
  expect(findings.find(({ about }) => about === 'database')?.says).toContain('not made yet')
  expect(findings.find(({ about }) => about === 'admission')?.says).toBe('open, as ADMISSION says')
})

test.each([
  ['the key of a month', 'kek.2026-05'],
  ['the lasting key', 'kek.lasting'],
])('the doctor looks after %s: whole, private, apart from the data', async (_, name) => {
  await using club = await openClub()
  const keysIn = async (config: Config) => {
    const findings = await examine({ ...config, databaseUrl: club.databaseUrl }, silentLog)
    return findings.find(({ about }) => about === 'keys')!
  }
  expect(await keysIn(club.config)).toMatchObject({ isWell: true })
  const wrapped = await club.app.keys.wrap(newKey(), new Date('2026-05-04T20:00:00Z'))
  expect(wrapped.epoch).toBe('2026-05')
  await club.app.strongbox.derive('anything')
  const path = join(club.dataDir, 'keys', name)
  expect(await keysIn(club.config)).toMatchObject({ isWell: true })
  expect((await keysIn(club.config)).says).toContain('months: 2026-05')

  await chmod(path, 0o644)
  expect(await keysIn(club.config)).toMatchObject({ isWell: false })
  expect((await keysIn(club.config)).says).toContain('chmod 600')
  await chmod(path, 0o600)
  await writeFile(path, 'short')
  expect((await keysIn(club.config)).says).toContain('not whole')

  const strict = { ...club.config, secure: true, kekFile: join(club.dataDir, 'keys', 'kek') }
  expect((await keysIn(strict)).says).toContain('DATA_DIR')
})

test('the doctor says when the server could change its own audit log', async () => {
  await using club = await openClub()
  const owner = new URL(findCluster().ownerUrl)
  owner.pathname = new URL(club.databaseUrl).pathname
  const findings = await examine({ ...club.config, databaseUrl: owner.href }, silentLog)
  expect(findings.find(({ about }) => about === 'database')).toMatchObject({
    isWell: false,
    says: expect.stringContaining('DATABASE_OWNER_URL') as string,
  })
})

const OUT_OF_REACH = 'audit log and consents are out of its reach'

test('the doctor calls the audit log out of reach for the server’s own role, and for no superuser', async () => {
  await using club = await openClub()
  const said = async (role: string) => {
    const at = new URL(role)
    at.pathname = new URL(club.databaseUrl).pathname
    const findings = await examine({ ...club.config, databaseUrl: at.href }, silentLog)
    return findings.find(({ about }) => about === 'database')
  }
  const { url, ownerUrl, superuserUrl } = findCluster()
  // PostgreSQL as one that asks everybody else for a password
  const strict = await openWay(url, (near, goOn) =>
    near.once('data', (first) => {
      const isOwn = first.includes(`user\0${new URL(url).username}\0`)
      if (!isOwn) return near.destroy()
      const far = goOn()
      far.write(first)
      return near.pipe(far).pipe(near)
    }),
  )
  expect(await said(strict.url)).toMatchObject({
    isWell: true,
    says: expect.stringContaining(OUT_OF_REACH) as string,
  })
  const nearer = await said(superuserUrl ?? ownerUrl)
  expect(nearer?.isWell).toBe(false)
  expect(nearer?.says).not.toContain(OUT_OF_REACH)
})

test('the doctor calls the audit log out of reach of nobody where a superuser needs no password', async () => {
  await using club = await openClub()
  const { superuserUrl } = findCluster()
  const findings = await examine({ ...club.config, databaseUrl: club.databaseUrl }, silentLog)
  const says = findings.find(({ about }) => about === 'database')?.says
  // a server that was given may ask for one
  if (superuserUrl) {
    expect(says).not.toContain(OUT_OF_REACH)
    expect(says).toContain(`"${new URL(superuserUrl).username}" gets in without a password`)
  } else expect(says).toContain('audit log and consents')
})

test.each([
  [true, false],
  [false, true],
])('no mail server: on https (%s) the doctor finds that well (%s)', async (secure, isWell) => {
  await using club = await openClub()
  const config = { ...club.config, databaseUrl: club.databaseUrl, smtpUrl: null, secure }
  const findings = await examine(config, silentLog)
  expect(findings.find(({ about }) => about === 'mail')).toMatchObject({ isWell })
})

test('on https the doctor is not content with a decoder that nothing of the system shuts in', async () => {
  const none = describeDecoder({ secure: true }, 'none')
  await expect(none).rejects.toThrow(/^the permission model of Node and nothing of the system/)
  expect(await describeDecoder({ secure: false }, 'none')).toMatch(/^the permission model of Node/)
  expect(await describeDecoder({ secure: true }, 'user')).toContain('the network is not cut off')
  expect(await describeDecoder({ secure: true }, 'cage')).toMatch(/^no network, no keys/)
})

test('the doctor says when the server could make what misleads the owner of its tables', async () => {
  await using club = await openClub()
  const { url, ownerUrl, drop } = await cloneDatabase()
  const owner = openDatabase(ownerUrl, { max: 1 })
  await owner.script(`grant temporary on database ${new URL(url).pathname.slice(1)} to public`)
  await owner.end()
  const findings = await examine({ ...club.config, databaseUrl: url }, silentLog)
  await drop()
  expect(findings.find(({ about }) => about === 'database')).toMatchObject({
    isWell: false,
    says: expect.stringContaining('revoke create and temporary') as string,
  })
})

test('the doctor reports an unencrypted database connection, and queries nothing over it', async () => {
  await using club = await openClub()
  const databaseUrl = 'postgres://club:secret@db.example/club'
  const findings = await examine({ ...club.config, databaseUrl }, silentLog)
  const found = findings.find(({ about }) => about === 'database')
  expect(found).toMatchObject({ isWell: false })
  expect(found?.says).toContain('without TLS')
  expect(found?.says).not.toContain('secret')
})

test('an audit log rewritten from its first entry does not match the head that was stored elsewhere', async () => {
  await using club = await openClub()
  const entry = { at: now(), actorId: null, action: 'role_granted' } as const
  for (let n = 0; n < 3; n += 1) await audit(club.db, { ...entry, details: { n } })
  const head = (await auditHead(club.db))!.head
  await audit(club.db, entry)
  const expected = await expectedHeads({ head: ` ${head.toUpperCase()}` })
  expect(await reportAudit(club.db, expected)).toMatchObject({ isWhole: true })
  // the end cut off, and other ends written in its place: every entry follows the one before
  await asOwner(
    club,
    () => `alter table audit disable trigger user; delete from audit where id > 2;
      alter table audit enable trigger user`,
  )
  for (let n = 7; n < 9; n += 1) await audit(club.db, { ...entry, details: { n } })
  expect(await reportAudit(club.db)).toMatchObject({ isWhole: true })
  const found = await reportAudit(club.db, expected)
  expect(found).toMatchObject({ isWhole: false })
  expect(found.says).toContain(head)
  await expect(expectedHeads({ head: 'abc' })).rejects.toThrow('--head')
})

test('each day the head of the audit log goes into the log', async () => {
  const lines: { head?: string; entry?: number }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as object)
  await using club = await openClub({ log: pino({ level: 'info' }, { write }) })
  await audit(club.db, { at: now(), actorId: null, action: 'role_granted' })
  await club.app.jobs.send(club.db, 'note_audit_head', {})
  await club.app.jobs.drain()
  const { head, entry } = (await auditHead(club.db))!
  expect(lines).toContainEqual(expect.objectContaining({ head, entry }))
})

test('the operator verifies the audit log, and is told the first tampered entry', async () => {
  await using club = await openClub()
  expect(await reportAudit(club.db)).toEqual({ isWhole: true, says: 'The audit log is empty.' })
  const entry = { at: now(), actorId: null, action: 'role_granted' } as const
  for (let n = 0; n < 4; n += 1) await audit(club.db, { ...entry, details: { n } })
  const whole = await reportAudit(club.db)
  expect(whole).toMatchObject({ isWhole: true })
  expect(whole.says).toMatch(/^4 entries, all as written\.\nHead [0-9a-f]{64};/)

  const url = new URL(findCluster().ownerUrl)
  url.pathname = new URL(club.databaseUrl).pathname
  const owner = openDatabase(url.href, { max: 1 })
  await owner.script(`alter table audit disable trigger user;
    update audit set details = '{"n": 9}' where id = 3; alter table audit enable trigger user`)
  await owner.end()
  const tampered = await reportAudit(club.db)
  expect(tampered).toMatchObject({ isWhole: false })
  expect(tampered.says).toContain('entry 3 is the first')
})
