import { readFile } from 'node:fs/promises'
import { at } from '../places.js'

type Wording = [tongue: string, words: string]

const SAID = [
  ['shell', 'loading'],
  ['errors', 'FETCH_ERROR'],
  ['shell', 'try_again'],
] as const

/** What the app's page says before the app is here, and when it does not come; by language. */
export async function firstWords(): Promise<Record<string, Wording[]>> {
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
