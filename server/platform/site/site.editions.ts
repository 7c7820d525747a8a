import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { legalPages } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import { fillPage, type Facts } from './site.assets.ts'
import { parseEditions, type Edition } from './site.terms.ts'

const [TERMS] = legalPages

type Wanted = { language: 'de' | 'en'; version: string }

/**
 * The terms in one language, word for word as the site shows them, in force or earlier. Throws when
 * the site that lies in `folder` has no such version.
 */
export async function readTerms(
  folder: string,
  facts: Facts & Pick<Config, 'admission'>,
  { language, version }: Wanted,
): Promise<Edition> {
  const earlier = `${TERMS}-${version.replaceAll('.', '-')}`
  for (const name of [TERMS, earlier])
    for (const ending of [`.${facts.admission}.html`, '.html']) {
      const file = join(folder, 'pages', language, 'legal', name + ending)
      const html = await readFile(file, 'utf8').catch(() => '')
      const edition = parseEditions(fillPage(html, facts)).find(
        (one) => one.language === language && one.version === version,
      )
      if (edition) return edition
    }
  throw new Error(`the site has no terms ${version}`)
}
