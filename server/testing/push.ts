// A push service and browsers of the tests' own: what is sent can be read again.
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bytes } from '#testing/random.ts'

/** A browser that can be subscribed under an address, and read what is sent to it. */
export function aBrowser(endpoint: string) {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys()
  const authKey = Buffer.from(bytes(16))
  const derived = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

  return {
    body: {
      endpoint,
      keys: { p256dh: publicKey.toString('base64url'), auth: authKey.toString('base64url') },
    },
    /** As RFC 8291 has a browser do it. */
    read(sent: Buffer): Record<string, string> {
      const salt = sent.subarray(0, 16)
      const sender = sent.subarray(21, 21 + sent[20]!)
      const both = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const secret = derived(curve.computeSecret(sender), authKey, both, 32)
      const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const sealed = sent.subarray(21 + sender.length)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as Record<
        string,
        string
      >
    },
  }
}

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** Takes what it is sent, and answers as it is told to. */
export async function openPushService() {
  const received: Received[] = []
  const answer = { status: 201 }
  const server = createServer((asked, said) => {
    const parts: Buffer[] = []
    asked.on('data', (part: Buffer) => parts.push(part))
    asked.on('end', () => {
      received.push({ path: asked.url ?? '', headers: asked.headers, body: Buffer.concat(parts) })
      said.writeHead(answer.status, { location: 'http://127.0.0.1:1/elsewhere' }).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer,
    async [Symbol.asyncDispose]() {
      await new Promise((closed) => server.close(closed))
    },
  }
}
