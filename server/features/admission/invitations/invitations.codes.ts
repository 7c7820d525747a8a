import { hashSlowly } from '#server/platform/vault/passwords.ts'
import type { App } from '#server/platform/context.ts'
import { deriveCode, secretHash } from '#server/platform/vault/secrets.ts'

const USE = 'given invitations'

/**
 * A code that somebody types, `XXXX-XXXX`; wrong ones are counted (decision 020). Made with the club's key, it is the
 * same whenever its giver asks for the same invitation, and of nobody else.
 */
export const makeInviteCode = async (
  { strongbox }: Pick<App, 'strongbox'>,
  giverId: string,
  id: string,
): Promise<string> => deriveCode(await strongbox.mark(USE, `${giverId} ${id}`))

/** Codes used to be this long, of 128 bits, which need no slow hash. */
const LENGTH_OF_OLD = 26

/** How a code is found. How it was typed (case, spaces, hyphens, O for 0, I or L for 1) does not matter. */
export async function inviteHash(code: string): Promise<Buffer> {
  const read = code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return read.length >= LENGTH_OF_OLD ? secretHash(read) : hashSlowly('invitation', read)
}

/** The address that carries a code, in its fragment: no server, no log and no referrer sees it. */
export const inviteUrl = (publicUrl: string, code: string): string =>
  `${publicUrl}/invite#code=${code}`
