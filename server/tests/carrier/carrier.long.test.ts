// Needs nats-server (Debian: apt install nats-server).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { probeNats } from '#server/platform/carrier/carrier.nats.ts'
import { hasNatsServer, startNatsServer } from '#testing/nats/natsServer.ts'
import { proveCarrier } from './carrying.ts'

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
      await using server = await startNatsServer(made)
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

if (hasNatsServer()) {
  proveCarrier('nats-server', () => startNatsServer())
  proveEncryption()
} else test('the real NATS server was left out: nats-server is not installed here', () => {})
