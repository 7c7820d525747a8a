import type { App } from '#server/platform/context.ts'
import { deriveCode, newCode, newToken } from '#server/platform/vault/secrets.ts'

// A job whose mail may have arrived, though nobody said so, sends it again: with the secrets it had,
// so that whichever copy a mail program keeps still opens what it should.

const USE = 'mailed secrets'

/** Bytes for a use, the same at each try of one job; null where no job asks. */
async function mailedBytes(
  { job, strongbox }: Pick<App, 'job' | 'strongbox'>,
  use: string,
): Promise<Buffer | null> {
  return job ? strongbox.mark(USE, `${job.id} ${use}`) : null
}

/** A secret of 256 bits for a mail's link. */
export async function mailedToken(app: App, use: string): Promise<string> {
  return (await mailedBytes(app, `link ${use}`))?.toString('base64url') ?? newToken()
}

/** A code that stands beside a mail's link, as `newCode`. */
export async function mailedCode(app: App, use: string): Promise<string> {
  const bytes = await mailedBytes(app, `code ${use}`)
  return bytes ? deriveCode(bytes) : newCode()
}
