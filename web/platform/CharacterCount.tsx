import { useText } from '#web/text/useText.ts'
import { Counter } from '#web/ui/Counter.tsx'

/** A counter that says how much room is left. */
export function CharacterCount({ used, max }: { used: number; max: number }) {
  const { t } = useText('shell')
  const say = (atMost: number) => {
    if (atMost < 0) return t('characters_over')
    return atMost === 0 ? t('characters_none') : t('characters_left', { count: atMost })
  }
  return <Counter used={used} max={max} say={say} />
}
