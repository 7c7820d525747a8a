import { readFile } from 'node:fs/promises'
import { minify, type Plugin } from 'vite'
import { everywhere, LATE_GERMAN } from '#web/text/screenWords.ts'
import { at } from '../places.js'
import { callsToMake } from './earlyCalls.ts'
import { listEarlyFiles } from './earlyFiles.ts'
import { firstWords } from './firstWords.ts'
import { usedStyles } from './usedStyles.ts'

const REACT = /\/node_modules\/(react|react-dom|scheduler)\/|\/web\/reactDom\.ts$/
const LIBRARIES = /\/node_modules\/(react-router|@tanstack|zod)\//
/** Lists that grow by pages, which neither the rooms nor a room show at first, and what stands in them. */
const PAGED =
  /\/(useInfiniteQuery|infiniteQueryObserver)\.js$|\/web\/(platform\/\w+\/(usePages|useUnfolded|PagedList|passFocusToRest|FilterBar)|ui\/(feedback\/)?(Entry|Told))\./
/** What the screens are made of, but the dialog's window, which has to be asked for, and what no visitor's door shows. A file of its own costs more than the little it holds. */
const PARTS =
  /\/web\/ui\/(?:\w+\/)?(?!\w+\/|DialogPopup|Dialog\.module|PictureIcon|CardSection|writeInto|(MemberIcon|Badge|Checkbox|Counter|Entry|Select|Table|Told|TextArea)\.)|\/web\/platform\/\w+\/(contractProblems|ErrorText|errors|toast|knowsPasskeys)\.|\/contract\/day\./
/** What screens share of a feature, but for what only asks for the rest of it; the styles of sign-up and log-in belong to the forms in them. */
const FEATURE =
  /\/web\/features\/(?!moderation\/reports\/Lazy)([\w-]+\/(?:(?:search|waves|presence|blocks|reports|statements|cases|appeals|settings|sign-up|review|own-data|requests|back-office|declarations)\/)?)|\/web\/pages\/admission\/SignUpPage\.module|\/web\/platform\/forms\/stepForm\./
/** Who signs up, changes an address or is reviewed: with the desk's, strangers would load the desk. */
const BIRTHDATE = /\/contract\/admission\/(birthdate|signup)\./
const WORDS = /\/web\/text\/(\w+)\/(\w+)\.json$/
/** Shared by the screens of members with those of staff, or of those who sign up, and would be packed with theirs. */
const SHARED =
  /\/contract\/admission\/invites\.|\/web\/(features\/rooms\/(refusedEntry|useLeaveRoom|AccessBadge)|text\/format|platform\/\w+\/(LogOutButton|useRefresh|Failed|Portrait|photoPath|Busy|Loaded|LoadFailed|PartFailed|useNow|upload|CharacterCount)|ui\/(?:\w+\/)?(MemberIcon|Badge|Checkbox|Counter|Select|TextArea))\./
/** Long even where the mixture takes no more than is German. */
const OWN_FILE = [
  'admission',
  'audit',
  'auth',
  'billing',
  'contact',
  'desk',
  'factors',
  'house',
  'invitations',
  'moderation',
  'money',
  'pacing',
  'pages',
  'review',
  'rights',
  'signup',
  'statements',
  'verify',
]
/** What one does about another member, in a room and on their page: a file each would cost more than it holds. */
const ABOUT =
  /\/web\/features\/(members\/blocks|posts\/waves)\/|\/web\/features\/moderation\/reports\/Lazy|\/contract\/(members\/safety|posts\/waves)\./
const STYLE = /<style>([^]*?)<\/style>/
const FRAME = '/web/pages/MembersArea.tsx'

/**
 * Packs the app into few files: what every screen needs as `react` and `libraries`, which stay in the
 * browser's cache from one version to the next, and the app's own; what all members' screens need; one
 * for each screen, and its words. The screen's own are asked for in the first lines of the page, and
 * its last lines run the scripts one after the other.
 */
export function appChunks(): Plugin {
  const app = new Set<string>()
  const members = new Set<string>()
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
                { name: 'libraries', test: (id) => LIBRARIES.test(id) && !PAGED.test(id) },
                { name: wordsFile, debugName: 'words', test: WORDS },
                { name: 'app', test: (id) => (app.has(id) && !PAGED.test(id)) || PARTS.test(id) },
                { name: 'members', test: (id) => members.has(id) || SHARED.test(id) },
                { name: 'birthdate', test: BIRTHDATE, minShareCount: 2 },
                { name: 'pages', test: PAGED },
                { name: 'about', test: ABOUT, minShareCount: 2 },
                {
                  name: (id) => FEATURE.exec(id)?.[1]?.slice(0, -1).replace('/', '-') ?? 'accounts',
                  debugName: 'feature',
                  test: FEATURE,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      const reach = (found: Set<string>, id: string) => {
        if (app.has(id) || found.has(id)) return
        found.add(id)
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) reach(found, next)
      }
      const ids = [...this.getModuleIds()]
      for (const id of ids) if (this.getModuleInfo(id)?.isEntry) reach(app, id)
      for (const id of ids) if (id.endsWith(FRAME)) reach(members, id)
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
          .replace(
            STYLE,
            (_, css: string) => `<style>${usedStyles(css, [html.replace(STYLE, '')])}</style>`,
          )
          .replace(tag, () => `${early}\n    <link rel="modulepreload" crossorigin href="${app}">`)
          .replace('</body>', () => `  ${start}\n  </body>`)
      },
    },
  }
}

/** Words of every screen in one file a language; those of the mixture are few. */
function wordsFile(id: string): string {
  const [, language = '', ns = ''] = WORDS.exec(id) ?? []
  const isLate = language === 'mul' && ns === LATE_GERMAN
  const isSmall = language === 'mul' && !OWN_FILE.includes(ns)
  if (!isLate && (isSmall || everywhere.some((one) => one === ns))) return language
  return `${language}-${ns === 'posts' || ns === 'presence' ? 'rooms' : ns}`
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
