// Which language the app speaks at present, and how it changes: its words are there before it does.
import { useSyncExternalStore } from 'react'
import { onChosenElsewhere } from './chosenElsewhere.ts'
import { club, onClubChanged } from './club.ts'
import { initialLocale, readLanguage, rememberLanguage, STORED, type Locale } from './language.ts'
import type { Namespace } from './catalogues.ts'
import { loadFirstWords, loadWords } from './words.ts'

let current: Locale = 'mul'
let wanted: Locale = current
const needed = new Set<Namespace>()
const watches = new Set<() => void>()

export const currentLocale = (): Locale => current

export const useLocale = (): Locale =>
  useSyncExternalStore(watchLocale, currentLocale, currentLocale)

/** Called when the language changes, whatever changed it. */
export function watchLocale(watch: () => void): () => void {
  watches.add(watch)
  return () => watches.delete(watch)
}

const loadNeeded = (locale: Locale) =>
  Promise.all([loadFirstWords(locale), loadWords(locale, [...needed])])

/** Loads the first words and those needed so far. Rendering before it resolves would flash keys. */
export async function startText(locale = initialLocale(club().defaultLanguage)): Promise<void> {
  current = wanted = locale
  await loadNeeded(locale)
  onClubChanged(operatorDecides)
  if (globalThis.window) onChosenElsewhere(STORED, followChoice)
}

/** Loads the words of one screen, which from then on come along with every change of language. */
export async function needWords(namespaces: readonly Namespace[]): Promise<void> {
  for (const ns of namespaces) needed.add(ns)
  await Promise.all([current, wanted].map((locale) => loadWords(locale, namespaces)))
}

/** Loads a part of the app together with the words that it shows. */
export async function withWords<T>(words: readonly Namespace[], part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, needWords(words)])
  return loaded
}

const operatorDecides = () => {
  if (!readLanguage()) void applyLanguage(initialLocale(club().defaultLanguage))
}

/** The choice counts for the whole device: left as it is, one tab would go on in the former language. */
const followChoice = () => {
  const chosen = readLanguage()
  // where its words cannot be fetched, the choice waits for the next visit
  if (chosen) applyLanguage(chosen).catch(() => {})
}

/** The words of a language arrive before it becomes current; of two asked for, the later one stays. */
async function become(locale: Locale): Promise<void> {
  wanted = locale
  try {
    await loadNeeded(locale)
  } catch (error) {
    if (wanted === locale) wanted = current
    throw error
  }
  if (wanted !== locale) return
  current = locale
  for (const watch of watches) watch()
}

/** Shows another language, for instance the one kept with the account, without choosing it again. */
export async function applyLanguage(locale: Locale): Promise<void> {
  if (locale !== wanted) await become(locale)
}

const listeners = new Set<(locale: Locale) => void>()

/** Called when the person chooses a language; the session keeps it with the account. */
export function onLanguageChosen(listener: (locale: Locale) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export async function chooseLanguage(locale: Locale): Promise<void> {
  rememberLanguage(locale)
  await applyLanguage(locale)
  for (const listener of listeners) listener(locale)
}
