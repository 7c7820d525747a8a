import { openNats } from '#testing/nats/nats.ts'
import { proveCarrier } from './carrying.ts'

proveCarrier('PostgreSQL', async () => ({ url: null, [Symbol.asyncDispose]: async () => {} }))
proveCarrier('NATS', openNats)
