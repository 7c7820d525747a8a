import type { CallLimits, Endpoint } from '#contract/endpoint.ts'
import type { App, Asking, Refusing, Viewer } from '#server/platform/context.ts'
import { enforceRateLimit } from '#server/platform/limits/attempts.ts'
import { normalizeMailbox } from '#server/platform/mail/mailbox.ts'
import { enforceForAddress } from './signUpLimits.ts'

type Ctx = App & Asking & Refusing<never> & { viewer: Viewer | null }
type Limited = {
  call: Pick<Endpoint, 'path' | 'limits' | 'isLimitedByHandler'>
  handle: (ctx: never, input: never) => Promise<unknown>
}

/** What a handler answers within the limits its endpoint declares; beyond them `too_many_attempts`. */
export async function handleWithinLimits(
  { call, handle }: Limited,
  ctx: Ctx,
  input: object,
  { strict }: { strict: boolean },
): Promise<unknown> {
  const { limits, path, isLimitedByHandler = false } = call
  if (!limits) return handle(ctx as never, input as never)
  let isCounted = false
  const enforceLimits = async ({ areNetsSpared = false, isRepeat = false } = {}) => {
    isCounted = true
    // what was counted when it came first
    if (isRepeat) return
    await enforceCallLimits(ctx, areNetsSpared ? { ...limits, address: [] } : limits, input)
  }
  if (!isLimitedByHandler) await enforceLimits()
  const answer = await handle({ ...ctx, enforceLimits } as never, input as never)
  // a limit that is declared and never asked for would look like one
  if (strict && !isCounted) throw new Error(`${path} answered without counting its limits`)
  return answer
}

async function enforceCallLimits(ctx: Ctx, limits: CallLimits, input: object): Promise<void> {
  const { address = [], member, email } = limits
  for (const rate of address) await enforceForAddress(ctx, rate)
  if (member) {
    if (!ctx.viewer) throw new Error(`${member} counts members, and nobody is signed in`)
    await enforceRateLimit(ctx, member, ctx.viewer.userId)
  }
  if (email) await enforceRateLimit(ctx, email, normalizeMailbox(readEmail(input)))
}

function readEmail(input: object): string {
  const { email } = (input as { body?: { email?: unknown } }).body ?? {}
  if (typeof email !== 'string') throw new Error('a limit per e-mail, and a body without one')
  return email
}
