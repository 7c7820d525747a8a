import type { ReactNode } from 'react'
import type { CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'

type Props = {
  failure: CallError | null
  isPending: boolean
  onClose: () => void
  /** Of the button that sends. */
  children: ReactNode
}

/** What keeps a form from being sent, if anything, and the ways out of it. */
export const FormEnd = ({ failure, isPending, onClose, children }: Props) => (
  <>
    <ErrorNotice failure={failure} />
    <div className="row-2">
      <Button type="submit" pending={isPending}>
        {children}
      </Button>
      <Button look="plain" onClick={onClose}>
        <Text ns="shell" k="cancel" />
      </Button>
    </div>
  </>
)
