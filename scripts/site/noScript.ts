import { readFile } from 'node:fs/promises'
import { pages } from '#contract/pages.ts'
import { at } from '../places.js'

/** What the app's page shows to a browser without scripts: links to all that can be read without them. */
export async function noScript(): Promise<string> {
  const blocks = await Promise.all(
    (['de', 'en'] as const).map(async (lang) => {
      const say = async (ns: string, key: string) => {
        const words = JSON.parse(await readFile(at('web/text', lang, `${ns}.json`), 'utf8'))
        return (words as Record<string, string>)[key]!
      }
      const links = [
        [pages.landing.path, await say('pages', 'go_home')],
        ['/legal/impressum', await say('shell', 'imprint')],
        [pages.contact.path, await say('contact', 'title')],
      ].map(([path, words]) => `<a href="${path}">${words}</a>`)
      return `<p lang="${lang}">${await say('pages', 'no_script')} ${links.join(', ')}.</p>`
    }),
  )
  return blocks.join('')
}
