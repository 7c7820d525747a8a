import type { ComponentProps } from 'react'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { Button } from './Button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'icon'> & {
  /** What it is about, since it has no words. */
  label: string
  isOpen: boolean
}

/** A small button with three dots, behind which there is a window of what one can do. */
export const MoreButton = ({ label, isOpen, look = 'plain', size = 'm', ...more }: Props) => (
  <Button
    {...more}
    {...{ look, size }}
    aria-haspopup="dialog"
    aria-expanded={isOpen}
    aria-label={label}
    icon={size === 's' ? <MemberIcon name="more" size={18} /> : <MemberIcon name="more" />}
  />
)
