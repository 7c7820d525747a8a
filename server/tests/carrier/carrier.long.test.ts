// Needs nats-server (Debian: apt install nats-server).
import { test } from 'vitest'
import { hasNatsServer, startNatsServer } from '#testing/nats/natsServer.ts'
import { proveCarrier } from './carrying.ts'

if (hasNatsServer()) proveCarrier('nats-server', startNatsServer)
else test('the real NATS server was left out: nats-server is not installed here', () => {})
