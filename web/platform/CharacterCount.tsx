import { useText } from '#web/text/useText.ts'
import { Counter } from '#web/ui/Counter.tsx'

/** A counter that says how much room is left. */
export function CharacterCount({ used, max }: { used: number; max: number }) {
  const { t } = useText('shell')
  const announcement = t('characters_left', { count: Math.max(0, max - used) })
  return <Counter used={used} max={max} announcement={announcement} />
}
