import { openNats } from '#testing/nats/nats.ts'
import { proveTransport } from './proveTransport.ts'

proveTransport('PostgreSQL', async () => ({ url: null, [Symbol.asyncDispose]: async () => {} }))
proveTransport('NATS', openNats)
