// Stands in the app's page before its scripts and asks at once for what the screen at this address
// needs, which would otherwise be found only after the app itself has come and run.
// FILES is what the build put there: the files and words of each screen, by where its address starts,
// and the words of every screen; words by language. CALLS are those of every screen, and those of the
// screens about a room, by where their addresses start.
const [screens, words] = FILES
const [always, ofRooms] = CALLS

const path = location.pathname
const screen = screens.find(([start]) =>
  start.endsWith('/') ? path.startsWith(start) : path === start,
)

let language
try {
  language = localStorage.getItem('language')
} catch {
  // storage refused: the operator's
}
language ??= document.querySelector('meta[name=default-language]').content
if (language === 'auto') language = /^de/i.test(navigator.language) ? 'de' : 'en'

const files = [words, screen?.[2]].flatMap((by) => by?.[language] ?? [])
for (const file of new Set([...(screen?.[1] ?? []), ...files])) {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  // as the app will ask for it, or it would be loaded twice
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}

/** The club's answers as the app takes them over (`platform/start/early.ts`), by method and path. */
const answers = new Map()

/** Without a session the answer is a refusal, which nobody looks at. */
function ask() {
  const [start, slug] = /^(.*\/)([a-z0-9-]{1,60})$/.exec(path)?.slice(1) ?? []
  for (const call of [...always, ...(ofRooms[start] ?? [])]) {
    const name = call.replace(':slug', slug)
    const [method, url] = name.split(' ')
    const one = { stop: new AbortController() }
    one.answer = fetch(url, { method, signal: one.stop.signal }).then(async (response) => {
      const { status } = response
      // refused before they had logged in or entered, somebody may well be let in by now
      if (status === 401 || status === 403) return undefined
      return (one.known = { status, json: await response.json().catch(() => {}) })
    })
    one.answer.catch(() => {})
    answers.set(name, one)
  }
}
// a task of its own, so that a slow phone answers a tap in between
setTimeout(ask)
// what nobody took by then was not needed, and grows old
setTimeout(() => answers.clear(), 15_000)

globalThis.early = {
  language,
  take(name, signal) {
    const one = answers.get(name)
    answers.delete(name)
    signal.addEventListener('abort', () => one?.stop.abort())
    return one?.answer
  },
  known(name) {
    const { known } = answers.get(name) ?? {}
    return known?.status === 200 ? known.json : undefined
  },
  drop: (name) => (name ? answers.delete(name) : answers.clear()),
}
