// The baseline of sealing, loaded before the club: the same club, which keeps the words of tables as
// they are written. In place of what seals, it is given this file.
import { registerHooks } from 'node:module'

export const newKey = (): Buffer => Buffer.alloc(32)
export const seal = (_key: Buffer, bytes: Uint8Array): Buffer => Buffer.from(bytes)
export const unseal = (_key: Buffer, bytes: Buffer): Buffer => bytes

const OF_TABLES = '/server/features/tables/tables.keys.ts'
const SEALING = /\/vault\/keyring\.ts$/

registerHooks({
  resolve(specifier, context, next) {
    const isSealing = SEALING.test(specifier) && context.parentURL?.endsWith(OF_TABLES)
    return isSealing ? next(import.meta.url, context) : next(specifier, context)
  },
})
