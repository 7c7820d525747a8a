import { readFile } from 'node:fs/promises'
import { minify, type Plugin } from 'vite'
import { at } from '../places.js'
import { filesToAskFor } from './earlyFiles.ts'

const LIBRARIES = /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zod)\//
/** What the screens are made of, but the dialog's window, which has to be asked for. */
const PARTS = /\/web\/ui\/(?!DialogPopup|Dialog\.module)/
const FEATURE = /\/web\/features\/(\w+)\//
const FRAME = '/web/platform/MembersFrame.tsx'

/**
 * Packs the app into few files: what every screen needs as `libraries`, which stay in the browser's
 * cache from one version to the next, and `app`; what all members' screens need; one for each screen.
 * The screen's own are asked for in the first lines of the page.
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
                { name: 'libraries', test: LIBRARIES },
                { name: 'app', test: (id) => app.has(id) || PARTS.test(id) },
                { name: 'members', test: (id) => members.has(id) },
                {
                  name: (id) => FEATURE.exec(id)![1]!,
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
        const source = await readFile(at('web/early.js'), 'utf8')
        const files = JSON.stringify(filesToAskFor(bundle))
        const { code } = await minify('early.js', `{${source.replace('= FILES', `= ${files}`)}}`)
        const libraries = Object.keys(bundle).find((file) => /\/libraries-[^/]+\.js$/.test(file))
        // a script of its own is a task of its own: a slow phone answers a tap in between
        const alone = libraries
          ? `<script type="module" async crossorigin src="/${libraries}"></script>\n    `
          : ''
        // before the style sheets, which it would have to wait for
        return html.replace(
          '<script type="module"',
          `<script>${code.trim()}</script>\n    ${alone}$&`,
        )
      },
    },
  }
}
