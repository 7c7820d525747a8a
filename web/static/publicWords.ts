import type { Namespace } from '#web/text/catalogues.ts'
import type { Locale } from '#web/text/language.ts'
import { teachWords } from '#web/text/words.ts'

const files = import.meta.glob<Record<string, string>>(
  '../text/{mul,de,en}/{declarations,door,landing}.json',
  { import: 'default', eager: true },
)

/** Words that no screen of the app says, so no browser has to know where they would be. */
export function teachPublicWords(): void {
  for (const [path, words] of Object.entries(files)) {
    const [part, ns = ''] = path.split(/[/.]+/).slice(-3)
    teachWords(part as Locale, ns as Namespace, words)
  }
}
