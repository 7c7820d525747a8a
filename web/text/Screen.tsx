import { createContext, use, useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react'
import { useLocale } from './i18n.ts'
import type { Tongue } from './language.ts'

const ScreenTongue = createContext<Tongue | null>(null)

/** The language around a text, which it need not mark: the block's, the screen's, or, for toasts, the page's. */
export function useScreenTongue(): Tongue {
  const page = useSyncExternalStore(onPageTongue, pageTongue, (): Tongue => 'en')
  return use(ScreenTongue) ?? page
}

type Props = { language?: Tongue; children: ReactNode }

/** One screen. `language` is its language in the mixture; a person's choice overrides it. */
export function Screen({ language = 'en', children }: Props) {
  const locale = useLocale()
  const tongue = locale === 'mul' ? language : locale
  useLayoutEffect(() => {
    document.documentElement.lang = tongue
    for (const listener of listeners) listener()
  }, [tongue])
  return <ScreenTongue value={tongue}>{children}</ScreenTongue>
}

const listeners = new Set<() => void>()
const pageTongue = (): Tongue => (document.documentElement.lang === 'de' ? 'de' : 'en')

function onPageTongue(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A block in a language of its own, marked, inside which that language needs no marks. */
export const Block = ({ lang, children }: { lang: Tongue; children: ReactNode }) => (
  <ScreenTongue value={lang}>
    <div lang={lang}>{children}</div>
  </ScreenTongue>
)
