import { createServer } from 'node:net'
import { once } from 'node:events'
import { SetupError } from './setupError.ts'

/** Asks for the port and gives it back, so that a taken one is known before anything else starts. */
export async function refuseTakenPort(host: string, port: number, of = ''): Promise<void> {
  const trial = createServer()
  try {
    trial.listen(port, host)
    await once(trial, 'listening')
  } catch (error) {
    throw toSetupError(error, host, port, of)
  }
  await new Promise((resolve) => trial.close(resolve))
}

/** What listening failed with, as a sentence where there is one. `of`: what its settings begin with. */
export function toSetupError(error: unknown, host: string, port: number, of = ''): unknown {
  const { code } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EADDRINUSE':
      return new SetupError(
        `Port ${port} on ${host} is already taken; stop what listens there, or set ${of}PORT to another.`,
      )
    case 'EACCES':
      return new SetupError(
        `Port ${port} may not be used by this user; set ${of}PORT to 1024 or above.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new SetupError(`${of}HOST ${host} is no address of this machine.`)
    default:
      return error
  }
}
