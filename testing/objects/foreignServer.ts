// Servers that speak S3 and are not ours: moto_server (Python: pip install 'moto[server]'), or whichever S3_TEST_URL
// names, as FILES_URL would.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { BucketAddress } from '#server/platform/files/bucket.ts'
import { readBucket } from '#server/platform/files/bucketAddress.ts'
import { freePort } from '#testing/club/process/serverProcess.ts'
import { until } from '#testing/until.ts'

const [MOTO, BUCKET] = ['moto_server', 'club']

/** Those that are there, by name. */
export const foreignServers = (): string[] => [
  ...(process.env['S3_TEST_URL'] ? ['S3_TEST_URL'] : []),
  ...(spawnSync(MOTO, ['--help']).error ? [] : [MOTO]),
]

export async function openForeignServer(
  name: string,
): Promise<{ address: BucketAddress } & AsyncDisposable> {
  if (name !== MOTO) {
    const address = readBucket(process.env['S3_TEST_URL']!)
    return { address, async [Symbol.asyncDispose]() {} }
  }
  const port = await freePort()
  const child = spawn(MOTO, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const endpoint = `http://127.0.0.1:${port}`
  await until(() => fetch(endpoint).then(Boolean, () => false), { what: `${name} to listen` })
  await fetch(`${endpoint}/${BUCKET}`, { method: 'PUT' })
  return {
    address: {
      endpoint,
      region: 'us-east-1',
      bucket: BUCKET,
      prefix: '',
      accessKeyId: 'mia',
      secretAccessKey: 'secret',
    },
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      kill()
      await gone
      process.off('exit', kill)
    },
  }
}
