import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import type { Result } from './call.ts'
import type { Club } from './club.ts'

type Options = NonNullable<Parameters<Club['call']>[3]>

/** One browser: it keeps the cookies it is given and sends them along. */
export function openBrowser(club: Club, cookie = '') {
  const jar = new Map(cookie.split('; ').filter(Boolean).map(split))
  return {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    has: (name: string) => jar.has(name),

    async call<E extends Endpoint>(
      endpoint: E,
      request: RequestOf<E>,
      options: Options = {},
    ): Promise<Result<E>> {
      const result = await club.call({ cookie: this.cookie }, endpoint, request, options)
      for (const line of result.headers.getSetCookie()) {
        const [name, value] = split(line.split(';')[0] ?? '')
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      return result
    },
  }
}

function split(pair: string): [name: string, value: string] {
  const [name = '', ...value] = pair.split('=')
  return [name, value.join('=')]
}
