import type { Chance } from './fuzz.chance.ts'
import type { FuzzedDraft } from './fuzz.draft.ts'

/** Headers no browser of ours would send. */
export function spoilHeaders(draft: FuzzedDraft, chance: Chance, origin: string): void {
  const cookie = draft.headers.find(([name]) => name === 'cookie')?.[1] ?? ''
  const set = (name: string, value: string) => {
    draft.headers = [...draft.headers.filter(([one]) => one !== name), [name, value]]
  }
  const add = (name: string, value: string) => void draft.headers.push([name, value])
  chance.pick([
    () =>
      set(
        'cookie',
        chance.pick(['session', 'session=', '=;=;;', ';'.repeat(2000), 'session=%E0%A4']),
      ),
    () => set('cookie', `session="${chance.hex(43)}"; session=${chance.hex(43)}; ${cookie}`),
    () => set('cookie', `session=${'x'.repeat(7000)}`),
    () => set('cookie', `${cookie}; __proto__=1; recovery=%00; device=%ff; theme=\u00e9`),
    () => set('cookie', `session=${encodeURIComponent(chance.text(20).toWellFormed())}`),
    () => add('cookie', `session=${chance.hex(10)}`),
    () =>
      set(
        'origin',
        chance.pick(['null', 'https://evil.example', 'http://[', '', `${origin}.evil`]),
      ),
    () => add('origin', 'http://localhost'),
    () => set('sec-fetch-site', chance.pick(['cross-site', 'none', 'same-origin', 'x'])),
    () =>
      set(
        'x-forwarded-for',
        chance.pick(['127.0.0.1', '::1, evil', ','.repeat(3000), '\u00ff', '999.1.1.1']),
      ),
    () => set('x-forwarded-host', 'evil.example'),
    () =>
      set(
        'user-agent',
        chance.pick(['', '\u00ff'.repeat(300), 'x'.repeat(7000), '\u{1f319}'.repeat(200)]),
      ),
    () => set('accept', chance.pick(['', 'text/event-stream', 'application/xml', '*/*;q=0'])),
    () => set('accept-encoding', chance.pick(['gzip', 'br;q=1.0', 'identity;q=0', '*'])),
    () => set('expect', '100-continue'),
    () => {
      set('expect', 'x')
      draft.operation = 'broken'
    },
    () => set('range', 'bytes=0-1,5-'),
    () => set('if-none-match', '*'),
    () => set('last-event-id', chance.hex(2000)),
    () => set('x-http-method-override', 'DELETE'),
    () => set('content-type', 'application/json\t;charset="'),
    () => add('content-type', 'text/plain'),
    () => set('upgrade', chance.pick(['websocket', 'h2c'])),
    () => {
      set('connection', 'Upgrade')
      set('upgrade', 'websocket')
    },
    () => set('connection', chance.pick(['close', 'keep-alive, close', 'session'])),
    () => {
      for (let count = 0; count < 300; count += 1) add(`x-${count}`, 'y')
    },
    () => {
      set('x-large', 'y'.repeat(20_000))
      draft.operation = 'broken'
    },
    () => {
      set(
        'host',
        chance.pick([
          '',
          'evil.example',
          '[::1',
          'a b',
          '\u00e9',
          'x'.repeat(500),
          'user@club:1/?',
        ]),
      )
      draft.operation = 'broken'
    },
    () => {
      draft.headers = draft.headers.filter(([name]) => name !== 'host')
      draft.operation = 'broken'
    },
  ])()
}
