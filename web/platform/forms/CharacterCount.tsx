import { cleanText, codePoints } from '#contract/words.ts'
import { useText } from '#web/text/Text.tsx'
import { Counter } from '#web/ui/fields/Counter.tsx'

/** A counter that says how much room is left. */
export function CharacterCount({ used, max }: { used: number; max: number }) {
  const { t } = useText('shell')
  const say = (atMost: number) => {
    if (atMost < 0) return t('characters_over')
    return atMost === 0 ? t('characters_none') : t('characters_left', { count: atMost })
  }
  return <Counter used={used} max={max} say={say} />
}

/**
 * How much of a text's room is used: with the blanks around it, which a person sees being typed,
 * for as long as there is room for them; they are cut off, so they alone are never too much.
 */
export function countUsed(text: string, max: number): number {
  const clean = cleanText(text)
  return Math.max(codePoints(clean.trim()), Math.min(codePoints(clean), max))
}
