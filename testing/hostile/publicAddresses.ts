// Everything a stranger can ask for, with requests nothing is wrong with.
import { pages } from '#contract/pages.ts'
import { routes } from '#server/routes.ts'
import { leadingAddresses } from '#server/mailedAddresses.ts'
import { TERMS_JSON } from '#server/platform/site/site.terms.ts'
import { wellKnown } from '#server/platform/site/site.wellKnown.ts'
import { letters, uuid } from '#testing/random.ts'
import { httpMethod } from '#testing/authorisation/authorisation.access.ts'
import type { Club } from '#testing/club/club.ts'
import { prepare } from '#testing/fuzz/fuzz.scenes.ts'
import { encodeRequest } from '#testing/club/load.ts'
import { arrive } from '#testing/authorisation/standings.ts'

/** So many that hardly one is asked twice while it is measured. */
const VARIANTS = 1_500
/** What the server answers by itself, and what is refused to strangers or is not there. */
const OTHERS = ['/healthz', '/readyz', '/api/openapi.json', TERMS_JSON, '/nowhere', '/api/nowhere']

type PublicAddress = { name: string; requests: string[] }

/** What a crowd varies, so that no rate and no uniqueness makes its next request cheaper than the first. */
const VARIED: Record<string, () => string> = {
  email: () => `${letters(12)}@example.org`,
  username: () => `Stranger ${letters(12)}`,
  id: uuid,
  sessionId: uuid,
}

/** Every address open to strangers, by the contract; each request comes from a net of its own. */
export async function publicAddresses(club: Club): Promise<PublicAddress[]> {
  const room = await club.room()
  const standing = 'visitor'
  const scene = { club, who: await arrive(club, standing, room), standing, room } as const
  let turn = 0
  const from = () => {
    turn += 1
    return `10.${(turn >> 8) & 255}.${turn & 255}.7`
  }
  // the last is somebody who makes a session up
  const got = (path: string, cookie = '') => ({
    name: `GET ${path}${cookie && ' with a session made up'}`,
    requests: Array.from({ length: VARIANTS }, () =>
      encodeRequest('GET', path, { cookie: cookie && `session=${letters(43)}`, from: from() }),
    ),
  })

  const calls = routes
    .filter(({ call }) => call.access === 'visitor')
    .map(async ({ call }) => {
      const method = httpMethod(call)
      const path = call.path.replace(/:(\w+)/g, '{$1}')
      const ready = await prepare({ method, path, parameters: [] }, scene)
      if (!ready) throw new Error(`nothing to ask ${call.path} with`)
      const { params = {}, query = {}, body } = ready
      const filled = call.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
      const queryString = new URLSearchParams(query as Record<string, string>).toString()
      const target = queryString ? `${filled}?${queryString}` : filled
      const vary = (key: string, value: unknown) => VARIED[key]?.() ?? value
      const requests = Array.from({ length: VARIANTS }, () => {
        const given = Object.entries((body ?? {}) as Record<string, unknown>)
        const varied = Object.fromEntries(given.map(([key, value]) => [key, vary(key, value)]))
        return encodeRequest(method, target, {
          cookie: '',
          from: from(),
          ...(body !== undefined && { body: varied }),
        })
      })
      return { name: `${method} ${call.path}`, requests }
    })
  const paths = Object.values(pages).map(({ path }) => path.replace(/:\w+/g, 'terms'))
  return [
    ...(await Promise.all(calls)),
    ...[...paths, ...Object.keys(wellKnown), ...leadingAddresses, ...OTHERS].map((path) =>
      got(path),
    ),
    got('/api/rooms'),
    got('/api/rooms', 'made up'),
  ]
}
