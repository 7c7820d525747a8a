import { renderToStaticMarkup } from 'react-dom/server'
import { applyClub } from '#web/text/club.ts'
import { applyLanguage, needWords, startText } from '#web/text/i18n.ts'
import type { Locale } from '#web/text/language.ts'
import { publicWords } from '#web/text/screenWords.ts'
import { Document, type Parts } from './Document.tsx'
import { CLUB_NAME } from './holes.ts'
import { staticPages, type StaticPage } from './pages.tsx'
import { teachPublicWords } from './publicWords.ts'

const LOCALES = ['mul', 'de', 'en'] as const satisfies Locale[]
const ADMISSIONS = ['open', 'invitation'] as const

/** `name` is the page's path within the folder of a language, with its admission where that matters. */
export type WrittenPage = { name: string; html: string }

/** Writes out every public page in every language, one after the other, as the words are one state for all. */
export async function renderAll(parts: Parts, pages = staticPages): Promise<WrittenPage[]> {
  const written: WrittenPage[] = []
  teachPublicWords()
  await startText('mul')
  await needWords(publicWords)
  for (const locale of LOCALES) {
    await applyLanguage(locale)
    for (const page of pages)
      for (const admission of page.asksAdmission ? ADMISSIONS : [null]) {
        const path = page.path === '/' ? '/index' : page.path
        const name = `${locale}${path}${admission ? `.${admission}` : ''}.html`
        written.push({ name, html: render(page, locale, admission ?? 'open', parts) })
      }
  }
  return written
}

function render(
  page: StaticPage,
  locale: Locale,
  admission: (typeof ADMISSIONS)[number],
  parts: Parts,
): string {
  applyClub({ name: CLUB_NAME, defaultLanguage: 'mul', admission })
  const tongue = locale === 'mul' ? 'en' : locale
  const markup = renderToStaticMarkup(
    <Document page={page} locale={locale} tongue={tongue} parts={parts}>
      {page.element}
    </Document>,
  )
  return `<!doctype html>${markup}`
}
