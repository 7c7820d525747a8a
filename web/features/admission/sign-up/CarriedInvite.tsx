import { useState } from 'react'
import { useSession } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import styles from '#web/platform/forms/stepForm.module.css'
import { keepSignUpDraft, readSignUpDraft } from './signUpDraft.ts'

/** The invitation code of the link somebody came by, until they remove it. */
export function useCarriedInvite() {
  const [code, setCode] = useState(() => readSignUpDraft().inviteCode)
  const remove = () => {
    keepSignUpDraft({ inviteCode: null })
    setCode(null)
  }
  return { code, remove }
}

type Props = { code: string; isRefused: boolean; onRemove: () => void }

/** Says that the invitation will be used, or that it was refused and how to go on without one. */
export function CarriedInvite({ code, isRefused, onRemove }: Props) {
  const { club } = useSession()
  return (
    <Notice
      tone={isRefused ? 'danger' : 'success'}
      title={<Text ns="signup" k={isRefused ? 'invite_refused' : 'invite_carried'} />}
    >
      <p>
        <Text
          ns="signup"
          k={isRefused ? 'invite_refused_text' : 'invite_carried_text'}
          values={{ code }}
        />
        {isRefused && club?.admission === 'invitation' && (
          <>
            {' '}
            <Text ns="signup" k="invite_without" />
          </>
        )}
      </p>
      <Button look="quiet" size="s" className={styles.remove} onClick={onRemove}>
        <Text ns="signup" k="invite_remove" />
      </Button>
    </Notice>
  )
}
