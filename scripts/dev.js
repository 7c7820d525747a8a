// One URL for development: Vite serves the web app with hot reload and passes everything else on
// to the server, which restarts whenever one of its files changes.
import { spawn } from 'node:child_process'
import { createServer as createPlainServer } from 'node:net'
import { createServer } from 'vite'
import { ROOT } from './places.js'

const port = Number(process.env.PORT || 3000)
const host = process.env.HOST || '127.0.0.1'
const behind = await freePort()

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(behind),
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
    // each change ends it
    DRAIN_SECONDS: '0',
  },
})

const target = `http://127.0.0.1:${behind}`
const vite = await createServer({
  server: {
    host,
    port,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/healthz', '/readyz'].map((path) => [path, { target }])),
  },
})

const stop = async () => {
  server.kill('SIGTERM')
  await vite.close()
}
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(signal, () => void stop())
server.on('exit', (code) => process.exit(code ?? 0))

await vite.listen().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  void stop()
})
process.stdout.write(`Development: http://localhost:${port}\n`)

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const trial = createPlainServer().listen(0, '127.0.0.1', () => {
      const address = trial.address()
      trial.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
