import { logIn } from '#contract/accounts/auth.ts'
import { callUrl, readSetCookies } from '#testing/club/call.ts'
import { until } from '#testing/until.ts'
import { memberEmail, PASSWORD, sessionCookie } from '../tools/filling.ts'

const ABREAST = 8
const PATIENCE_MS = 300_000

/** As whom each member is known: by the session they came with, or by one since. */
export class Members {
  #cookies = new Map<number, string>()

  cookieOf(member: number): string {
    return this.#cookies.get(member) ?? sessionCookie(member)
  }

  /** As after a restore, which brings no session back. */
  async signIn(url: string, members: readonly number[]): Promise<void> {
    const left = [...members]
    const work = async () => {
      for (let member = left.pop(); member !== undefined; member = left.pop())
        await this.#signIn(url, member)
    }
    await Promise.all(Array.from({ length: ABREAST }, work))
  }

  async #signIn(url: string, member: number): Promise<void> {
    const body = { email: memberEmail(member), password: PASSWORD }
    const address = { 'x-forwarded-for': `10.5.${member >> 8}.${member & 255}` }
    const once = async () => {
      const answer = await callUrl(url, undefined, logIn, { body }, address).catch(() => null)
      if (answer?.ok) this.#cookies.set(member, readSetCookies(answer.headers))
      return answer?.ok
    }
    await until(once, { what: `member ${member} signed in`, withinMs: PATIENCE_MS, everyMs: 200 })
  }
}
