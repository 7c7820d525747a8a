import { useSyncExternalStore } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getSession } from '#contract/accounts/session.ts'

type Club = Pick<AnswerOf<typeof getSession>['club'], 'name' | 'defaultLanguage' | 'admission'>

const readMeta = (name: string) =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
const languages = ['mul', 'de', 'en', 'auto'] as const

/** The server writes both into the page, so the first paint already says the right name. */
let current: Club = {
  name: readMeta('club-name') || 'Parlour',
  defaultLanguage: languages.find((one) => one === readMeta('default-language')) ?? 'mul',
  admission: 'invitation',
}
const listeners = new Set<() => void>()

export const club = (): Club => current

/** Takes over what the server says of the club; the session calls it with each answer. */
export function applyClub({ name, defaultLanguage, admission }: Club): void {
  const same = (['name', 'defaultLanguage', 'admission'] as const).every(
    (part) => current[part] === { name, defaultLanguage, admission }[part],
  )
  if (same) return
  current = { name, defaultLanguage, admission }
  for (const listener of listeners) listener()
}

export function onClubChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useClub = (): Club => useSyncExternalStore(onClubChanged, club, club)
