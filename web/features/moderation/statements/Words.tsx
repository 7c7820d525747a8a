import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { useClub } from '#web/text/club.ts'
import type { Tongue } from '#web/text/language.ts'
import { Block } from '#web/text/Screen.tsx'
import { Text, type Values } from '#web/text/Text.tsx'
import { loadWords, say } from '#web/text/words.ts'

const Spoken = createContext<Tongue | null>(null)

/** Words of a statement, in the language of its reader. */
export function Words({ k, values }: { k: Key<'statements'>; values?: Values }) {
  const tongue = use(Spoken)
  const { name: product } = useClub()
  if (tongue) return say(tongue, 'statements', k, { product, ...values }).join(' / ')
  return <Text ns="statements" k={k} {...(values && { values })} />
}

/** Shows whom a statement is written for what they will read, whatever the writer's own language. */
export function PreviewLanguage({ tongue, children }: { tongue: Tongue; children: ReactNode }) {
  const [here, setHere] = useState<Tongue | null>(null)
  useEffect(() => {
    let isCurrent = true
    const arrive = () => isCurrent && setHere(tongue)
    void loadWords(tongue, ['statements']).then(arrive, () => {})
    return () => void (isCurrent = false)
  }, [tongue])
  return (
    here === tongue && (
      <Spoken value={tongue}>
        <Block lang={tongue}>{children}</Block>
      </Spoken>
    )
  )
}
