import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { minify, type Plugin } from 'vite'
import { getSession } from '#contract/accounts/session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'
import { listPosts } from '#contract/posts/posts.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { besideTalk, everywhere, LATE_GERMAN, screenWords } from '#web/text/screenWords.ts'
import { at } from '../places.js'
import { listEarlyFiles } from './earlyFiles.ts'

const REACT = /\/node_modules\/(react|react-dom|scheduler)\/|\/web\/reactDom\.ts$/
const LIBRARIES = /\/node_modules\/(react-router|@tanstack|zod)\//
/** What lists of many pages take of them: no screen of the first ones has such a list. */
const OF_LISTS = /\/node_modules\/@tanstack\/.*(useInfinite\w*|infiniteQueryObserver)\.js$/i
const WORDS = /\/web\/text\/(\w+)\/(\w+)\.json$/
/** Words of a screen that fit into so many bytes come with those of every screen. */
const FEW_WORDS = 400
/** A folder of less source bytes is no file of its own: its head and the answer's headers weigh as much. */
const SMALL = 10_000
/** The layers of the app, lowest first: what a folder imports is packed before it, and not along with it. */
const LAYERS = ['contract', 'web/text', 'web/ui', 'web/platform', 'web/features', 'web/pages']

/**
 * Packs the app into few files: what every screen needs as `react` and `libraries`, which stay in the
 * browser's cache from one version to the next, and the app's own; what all members' screens need; one
 * for each screen, and its words. Log-in, the rooms and a room load nothing that they do not need; what
 * other screens share is packed by folder. The screen's own files are asked for in the first lines of
 * the page, and its last lines run the scripts one after the other.
 */
export function appChunks(): Plugin {
  const files = new Map<string, string>()
  const beside = new Set<string>()
  return {
    name: 'app-chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: REACT },
                { name: 'libraries', test: (id) => LIBRARIES.test(id) && !OF_LISTS.test(id) },
                { name: wordsFile, debugName: 'words', test: WORDS },
                { name: 'app', test: (id) => files.get(id) === 'app' },
                { name: 'members', test: (id) => files.get(id) === 'members' },
                {
                  name: (id) => files.get(id) ?? null,
                  debugName: 'screen',
                  test: (id) => files.has(id) && files.get(id) !== 'talk',
                  minShareCount: 2,
                },
                { name: 'talk', test: (id) => files.get(id) === 'talk' },
                ...LAYERS.flatMap((layer) => folders(layer, beside)),
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const reach = (id: string, found = new Set<string>()): Set<string> => {
        if (found.has(id)) return found
        found.add(id)
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) reach(next, found)
        return found
      }
      const from = (isIt: (id: string) => boolean) => {
        const id = ids.find(isIt)
        if (!id) throw new Error('the app has lost its entry or one of its first screens')
        return reach(id)
      }
      const page = (path: string) => from((id) => id.endsWith(`/web/pages/${path}.tsx`))
      const app = from((id) => this.getModuleInfo(id)?.isEntry === true)
      const frame = page('MembersArea')
      const logIn = page('accounts/LogInPage')
      const rooms = page('members/rooms/RoomsPage')
      const room = page('members/rooms/RoomPage')
      // what tells how much is new at one's tables comes to every screen, and brings nothing else along
      const count = page('frame/TablesCount')
      // one reads and writes at a table as in a room: what both alone need is one file
      const isTalk = (id: string) => /\/web\/pages\/members\/\w+\/(Room|Table)Page\.tsx$/.test(id)
      const partsOf = (from: readonly string[]) =>
        from.flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
      const elsewhere = new Set<string>()
      for (const part of partsOf(ids)) if (!isTalk(part)) reach(part, elsewhere)
      for (const part of partsOf([...frame, ...rooms, ...room])) reach(part, beside)
      for (const id of ids) {
        if (OF_LISTS.test(id)) continue
        const isOfRooms = rooms.has(id) || room.has(id)
        if (app.has(id) || (logIn.has(id) && (isOfRooms || frame.has(id)))) files.set(id, 'app')
        else if (frame.has(id) || (rooms.has(id) && room.has(id))) files.set(id, 'members')
        else if (isOfRooms)
          files.set(id, rooms.has(id) ? 'rooms' : elsewhere.has(id) ? 'room' : 'talk')
        else if (logIn.has(id)) files.set(id, 'log-in')
        else if (count.has(id)) files.set(id, 'tables')
      }
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const [tag, app] = /<script type="module".* src="([^"]+)"><\/script>/.exec(html) ?? []
        if (!tag) throw new Error('the page does not start the app')
        const [sheet, styles] = /<link rel="stylesheet" .*href="([^"]+)">/.exec(html) ?? []
        if (!sheet) throw new Error('the page has no styles')
        const scripts = ['react', 'libraries'].map((name) => {
          const file = Object.keys(bundle).find((one) => one.startsWith(`assets/${name}-`))
          if (!file) throw new Error(`the app is packed without a file of ${name}`)
          return `/${file}`
        })
        const early = await inline('early.js', {
          FILES: listEarlyFiles(bundle),
          CALLS: callsToMake,
        })
        const start = await inline('start.js', {
          SCRIPTS: [...scripts, app],
          STYLES: styles,
          WORDS: await firstWords(),
        })
        const preload = `<link rel="preload" as="style" crossorigin href="${styles}">`
        // asked for before the style sheets, and run when they are here
        return html
          .replace(sheet, () => preload)
          .replace(tag, () => `${early}\n    <link rel="modulepreload" crossorigin href="${app}">`)
          .replace('</body>', () => `  ${start}\n  </body>`)
      },
    },
  }
}

/**
 * What several screens share of a folder, in one file; the small folders of a layer share one, but for
 * features. What of those comes beside the talk, and what no room ever shows, are two.
 */
function folders(layer: string, beside: ReadonlySet<string>) {
  const inside = new RegExp(`/${layer}/([\\w-]+)`)
  const file = layer.replace('web/', '')
  const all = { debugName: layer, test: inside, minShareCount: 2 }
  const folder = { ...all, name: (id: string) => `${file}-${inside.exec(id)?.[1]}` }
  if (layer === 'web/features')
    return [
      {
        ...all,
        test: (id: string) => inside.test(id) && beside.has(id),
        name: (id: string) => `beside-${inside.exec(id)?.[1]}`,
      },
      folder,
    ]
  return [
    { ...folder, minSize: SMALL },
    { ...all, name: () => file },
  ]
}

/** Whether nobody but staff reads them: each file more is a name more in what everybody loads. */
const isOfStaff = (ns: string): boolean =>
  Object.entries(screenWords).every(
    ([page, words]) => page.startsWith('admin') || !words.some((one) => one === ns),
  ) && Object.values(screenWords).some((words) => words.some((one) => one === ns))

/** Words of every screen in one file a language; of the others a file each, but for those of a room alone. */
function wordsFile(id: string): string {
  const [, language = '', ns = ''] = WORDS.exec(id) ?? []
  if (besideTalk.some((one) => one === ns)) return `${language}-beside`
  const isLate = language === 'mul' && ns === LATE_GERMAN
  const isSmall = statSync(id).size < FEW_WORDS
  if (!isLate && (isSmall || everywhere.some((one) => one === ns))) return language
  const isOfRoom = screenWords.room?.some((one) => one === ns)
  return `${language}-${isOfRoom ? 'room' : isOfStaff(ns) ? 'staff' : ns}`
}

/** A script as it stands in the page, with what the build knows in the place of its names. */
async function inline(file: string, values: Record<string, unknown>): Promise<string> {
  let source = await readFile(at('web', file), 'utf8')
  for (const [name, value] of Object.entries(values))
    source = source.replace(
      new RegExp(`(= |\\()${name}\\b`),
      (_, before: string) => before + JSON.stringify(value),
    )
  return `<script>${(await minify(file, `{${source}}`)).code.trim()}</script>`
}

const describeCall = ({ method, path }: Endpoint) => `${method} ${path}`

/** What every screen is sure to ask the club for first, and what those about a room are, by where their addresses start. */
const callsToMake: [always: string[], ofRooms: Record<string, string[]>] = [
  [describeCall(getSession)],
  { [pages.room.path.replace(':slug', '')]: [enterRoom, listPosts].map(describeCall) },
]

type Wording = [tongue: string, words: string]

const SAID = [
  ['shell', 'loading'],
  ['errors', 'FETCH_ERROR'],
  ['shell', 'try_again'],
] as const

/** What the app's page says before the app is here, and when it does not come; by language. */
async function firstWords(): Promise<Record<string, Wording[]>> {
  const read = async (language: string, ns: string, key: string) => {
    const words = JSON.parse(await readFile(at('web/text', language, `${ns}.json`), 'utf8'))
    return (words as Record<string, string>)[key]
  }
  const say = async (language: string, ns: string, key: string): Promise<Wording> => {
    // the mixture holds what is German in it
    const german = language === 'en' ? undefined : await read(language, ns, key)
    return german ? ['de', german] : ['en', (await read('en', ns, key))!]
  }
  const all = ['mul', 'de', 'en'].map(async (language) => [
    language,
    await Promise.all(SAID.map(([ns, key]) => say(language, ns, key))),
  ])
  return Object.fromEntries(await Promise.all(all)) as Record<string, Wording[]>
}
