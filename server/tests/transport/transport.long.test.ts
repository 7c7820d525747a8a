// Needs nats-server (Debian: apt install nats-server).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { probeNats } from '#server/platform/transport/transport.nats.ts'
import { openClub } from '#testing/club/club.ts'
import { hasNatsServer, startNatsServer } from '#testing/nats/natsServer.ts'
import { until } from '#testing/until.ts'
import { openSecond, openTwoTabs, proveTransport, sees } from './proveTransport.ts'

/** A certificate for `name`, and its key. */
function makeCertificate(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'club-nats-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const made = { certificate: join(folder, 'certificate'), key: join(folder, 'key') }
  const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=club']
  const names = ['-addext', `subjectAltName=${name}`]
  const files = ['-keyout', made.key, '-out', made.certificate]
  execFileSync('openssl', [...kind, ...names, ...files], { stdio: 'ignore' })
  return made
}

function proveEncryption(): void {
  test('nats-server: with tls:// notices go to a server that is vouched for by its name, and to no other', async () => {
    const known = getCACertificates('default')
    onTestFinished(() => setDefaultCACertificates(known))
    for (const name of ['DNS:localhost', 'IP:127.0.0.1', 'DNS:nats.example']) {
      const made = makeCertificate(name)
      await using server = await startNatsServer({ tls: made })
      const { port } = new URL(server.url)
      const isTakenAt = (host: string) =>
        probeNats(`tls://${host}:${port}`).then(
          () => true,
          () => false,
        )
      const hosts = ['localhost', '127.0.0.1']
      setDefaultCACertificates(known)
      for (const host of hosts) expect(await isTakenAt(host)).toBe(false)
      setDefaultCACertificates([...known, readFileSync(made.certificate, 'utf8')])
      for (const host of hosts) expect(await isTakenAt(host), name).toBe(name.endsWith(`:${host}`))
    }
  })
}

const listWarnings = async ({ url }: { url: string }) => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, ...((await answer.json()) as { warnings: string[] }) }
}

/** As an operator writes it who lets the club hear and forgot that it speaks as well. */
const allow = (permissions: string) =>
  `authorization { users = [{ user: club, password: secret, permissions: { ${permissions} } }] }`

function proveLine(): void {
  test('nats-server: an account that may only hear is told, and put right it carries', async () => {
    const deaf = allow('subscribe: "club.>", publish: "_none"')
    await using server = await startNatsServer({ config: deaf })
    const natsUrl = server.url.replace('//', '//club:secret@')
    await using club = await openClub({ config: { natsUrl } })
    const mute = expect.stringMatching(/^the account of NATS_URL may not publish below "club\.>"/)
    await expect.poll(() => listWarnings(club)).toMatchObject({ status: 200, warnings: [mute] })
    server.configure(allow('subscribe: "club.>", publish: "club.>"'))
    await until(() => club.app.bus.transport?.trouble === null)
    const second = await openSecond(club)
    const { mias, bens } = await openTwoTabs(club, second)
    // and taken away again
    server.configure(allow('subscribe: "_none", publish: "club.>"'))
    const reason = expect.stringMatching(/^the account of NATS_URL may not subscribe/)
    await expect.poll(() => listWarnings(club)).toMatchObject({ status: 200, warnings: [reason] })
    for (const tab of [mias, bens]) tab.close()
  })

  test('nats-server: stopped without a word it is away, and is there again when it goes on', async () => {
    await using server = await startNatsServer()
    await using club = await openClub({ config: { natsUrl: server.url } })
    const second = await openSecond(club)
    const { mia, ben, mias, bens } = await openTwoTabs(club, second)
    process.kill(server.pid, 'SIGSTOP')
    try {
      await until(() => [club, second].every(({ app }) => app.bus.transport?.trouble))
      expect(await listWarnings(second)).toMatchObject({ status: 200 })
      bens.close()
    } finally {
      process.kill(server.pid, 'SIGCONT')
    }
    await until(() => [club, second].every(({ app }) => app.bus.transport?.trouble === null))
    await sees(mias, mia)
    expect(mias.names()).not.toContain(ben.userId)
    mias.close()
  })
}

if (hasNatsServer()) {
  proveLine()
  proveTransport('nats-server', () => startNatsServer())
  proveEncryption()
} else test('the real NATS server was left out: nats-server is not installed here', () => {})
