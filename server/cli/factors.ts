import { resetFactors } from '#server/features/accounts/second-factor/secondFactor.reset.ts'
import type { App } from '#server/platform/context.ts'
import { parseAddress, noAccount } from './roles.ts'

/** For who lost every second factor: only the operator can make sure who asks. Answers in words. */
export async function removeFactors(
  app: Pick<App, 'db' | 'jobs' | 'now'>,
  email: string | undefined,
): Promise<string> {
  const address = parseAddress(email)
  if (!(await resetFactors(app, address))) throw noAccount(address)
  return `${address} has no second factor any more and was signed out everywhere: the password alone opens the account, and a mail says so.`
}
