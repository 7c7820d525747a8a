import { codes } from '#contract/errors.ts'
import { CallError } from '#web/platform/api/call.ts'

/** Whether this took an invitation back; false where somebody came by it first, or it ran out. */
export async function isRevoked(request: Promise<unknown>): Promise<boolean> {
  try {
    await request
    return true
  } catch (error) {
    if (error instanceof CallError && error.code === codes.notFound) return false
    throw error
  }
}
