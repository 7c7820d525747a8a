import { createInstance } from 'i18next'
import de from './de/export.json' with { type: 'json' }
import en from './en/export.json' with { type: 'json' }
import type { MailLanguage } from './words.ts'

const words = createInstance()
await words.init({
  ns: ['export'],
  defaultNS: 'export',
  resources: { de: { export: de }, en: { export: en } },
  fallbackLng: 'en',
  // what is written is escaped where HTML is made of it
  interpolation: { escapeValue: false },
})

export type ExportWords = (key: string, values?: Record<string, string | number>) => string

/** The words of the copy somebody gets of their data, in one language: `say('sections.posts')`. */
export function exportTranslator(language: MailLanguage): ExportWords {
  const say: unknown = words.getFixedT(language, 'export')
  return say as ExportWords
}

/** What there are words for, by part of the catalogue. */
export const worded = {
  columns: Object.keys(en.columns),
  sections: Object.keys(en.sections),
  purposes: Object.keys(en.purposes),
  leftOut: Object.keys(en.leftOut),
  information: Object.keys(en.information) as (keyof typeof en.information)[],
}
