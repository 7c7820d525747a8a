import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { stageFile } from '#contract/verification/verification.ts'
import { readConfig } from '#server/config.ts'
import { operator } from '#testing/club/operator.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const SETTING = /\b([A-Z][A-Z_]+)(?==|:\s)/g
/** Of the images beside the club’s, and what a section of a unit or file is called. */
const OTHERS = new Set([
  'POSTGRES_PASSWORD_FILE',
  'CLUB',
  'CMD',
  'ALL',
  'ROOT_ACCESS_KEY',
  'ROOT_SECRET_KEY',
  'ROOT_ACCESS_KEY_ID',
  'ROOT_SECRET_ACCESS_KEY',
  'VGW_PORT',
  'VGW_REGION',
  'VGW_HEALTH',
  'VGW_KEEP_ALIVE',
])
const config = read('server/config.ts')
const isSetting = (name: string) =>
  [name, name.replace(/_FILE$/, '')].some((one) => new RegExp(`\\b${one}: `).test(config)) ||
  name in operator

/** What a service is started with: the settings all share, and those of its own. */
function readEnvironment(unit: string): Record<string, string> {
  const shared = read('deploy/club.env').matchAll(/^([A-Z_]+)=(.*)$/gm)
  const own = read(unit)
    .matchAll(/^Environment=(.*)$/gm)
    .flatMap(([, all = '']) => all.split(' ').map((one) => one.split('=')))
  return Object.fromEntries([
    ...[...shared].map(([, name, value]) => [name, value] as [string, string]),
    ...([...own] as [string, string][]),
  ])
}

test('every setting that a sample names is one of the club', () => {
  const files = globSync('deploy/{club.env,compose.yaml,Containerfile,systemd/*}')
  expect(files).toHaveLength(6)
  const named = files.flatMap((path) =>
    [
      ...read(path)
        .replace(/^\s*#.*$/gm, '')
        .matchAll(SETTING),
    ].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !OTHERS.has(name) && !isSetting(name))).toEqual([])
})

test.each(['web', 'worker', 'migrate'])(
  'with the shared settings filled in, the service club-%s has all it needs',
  (role) => {
    const folder = mkdtempSync(join(tmpdir(), 'club-deploy-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const secrets: Record<string, string> = {
      DATABASE_URL_FILE: 'postgres://club:secret@localhost/club',
      DATABASE_OWNER_URL_FILE: 'postgres://club_owner:secret@localhost/club',
      SMTP_URL_FILE: 'smtps://user:secret@mail.example',
    }
    const environment = readEnvironment(`deploy/systemd/club-${role}.service`)
    for (const [name, secret] of Object.entries(secrets)) {
      if (!environment[name]) continue
      environment[name] = join(folder, name)
      writeFileSync(environment[name], secret)
    }
    const read = readConfig({ ...environment, ...operator })
    expect(read.role).toBe(role === 'migrate' ? 'all' : role)
    expect(read.databaseOwnerUrl === null).toBe(role !== 'migrate')
    expect(read.secure).toBe(true)
  },
)

test('proxies let a stream through and wait longer than it is silent; services may end in peace', () => {
  const live = /location = \/api\/live \{[\s\S]*?\}/.exec(read('deploy/nginx.conf'))?.[0] ?? ''
  expect(live).toContain('proxy_buffering off;')
  expect(Number(/proxy_read_timeout (\d+)s/.exec(live)?.[1])).toBeGreaterThan(10)
  expect(read('deploy/Caddyfile')).toContain('@whole not path /api/live')
  for (const role of ['web', 'worker']) {
    const unit = read(`deploy/systemd/club-${role}.service`)
    // as long as a process may take to stop (server/main.ts)
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(50)
    expect(unit).toContain('NoNewPrivileges=true')
  }
})

test('proxies wait for a picture as long as its browser does', () => {
  const [, longest] = /LONGEST_UPLOAD_MS = (\d+)_000$/m.exec(read('web/platform/api/call.ts')) ?? []
  const upload = /location ~ \S*\(profile\/photos\|verification\/files\)\$ \{[\s\S]*?\}/
  const [location = ''] = upload.exec(read('deploy/nginx.conf')) ?? []
  expect([addPhoto.path, stageFile.path]).toEqual([
    '/api/profile/photos',
    '/api/verification/files',
  ])
  expect(location).toContain(`proxy_read_timeout ${longest}s;`)
  expect(read('deploy/Caddyfile')).toContain(`response_header_timeout ${longest}s`)
})

test('a container may shut the decoder in, and asks no more of the kernel than that', () => {
  const { syscalls } = JSON.parse(read('deploy/seccomp.json')) as {
    syscalls: { names: string[] }[]
  }
  const refused = new Set(syscalls.flatMap(({ names }) => names))
  const needed = ['unshare', 'clone', 'clone3', 'mount', 'umount2', 'chroot', 'capset', 'prctl']
  expect(needed.filter((name) => refused.has(name))).toEqual([])
  for (const name of ['bpf', 'keyctl', 'setns', 'ptrace', 'io_uring_setup', 'fsopen'])
    expect(refused.has(name), name).toBe(true)
  expect(read('deploy/compose.yaml')).toMatch(
    /^ {2}security_opt: \[no-new-privileges, 'seccomp=\.\/seccomp\.json', 'apparmor=unconfined'\]$/m,
  )
})

test('each secret of the composed services is given to who reads it, and database and objects have no way out', () => {
  const [, services = '', kept = ''] = read('deploy/compose.yaml').split(/^(?:services|secrets):$/m)
  const all = new Set(
    [...kept.matchAll(/^ {2}([a-z-]+): \{ file: secrets\/\1 \}$/gm)].map(([, one]) => one),
  )
  expect(all.size).toBeGreaterThan(6)
  const parts = services.split(/^(?= {2}[a-z]+:$)/m).filter((part) => /^ {2}[a-z]+:$/m.test(part))
  expect(parts.length).toBeGreaterThan(6)
  const shared = ['database-url', 'files-url', 'smtp-url']
  for (const part of parts) {
    const name = /^ {2}([a-z]+):$/m.exec(part)?.[1] ?? ''
    const own = /^ {4}secrets: \[(.*)\]$/m.exec(part)?.[1]?.split(', ')
    const given = own ?? (part.includes('*club') ? shared : [])
    const wanted = [...part.matchAll(/\/run\/secrets\/([a-z-]+)/g)].map(([, one = '']) => one)
    expect({ name, wanted: new Set(wanted) }).toEqual({ name, wanted: new Set(given) })
    expect(given.filter((one) => !all.has(one))).toEqual([])
    if (['database', 'objects'].includes(name)) expect(part).toContain('networks: [inside]')
  }
})
