import { useText } from '#web/text/Text.tsx'
import { toPercent, type Box, type Size } from './boxes.ts'
import type { EditTarget } from './edit.ts'

/** What a box is called, and where it lies, for those who do not see it. */
export function useBoxName(target: EditTarget, box: Box, size: Size): string {
  const { t } = useText('verify')
  const { x, y, width, height } = toPercent(box, size)
  const values = {
    left: Math.round(x),
    top: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  }
  return target === 'crop'
    ? t('crop_name', values)
    : t('box_name', { number: target + 1, ...values })
}
