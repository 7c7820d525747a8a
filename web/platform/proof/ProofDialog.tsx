import type { ReactNode } from 'react'
import { prove } from '#contract/review.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PasswordInput } from '#web/ui/PasswordInput.tsx'
import { call } from '../call.ts'
import { problemsOf } from '../contractProblems.ts'
import { ErrorText, FieldText } from '../ErrorText.tsx'
import { useMember } from '../session.ts'
import { useCallForm, type Problems } from '../useCallForm.ts'
import styles from './ProofDialog.module.css'

/** What the screen it stands on says. */
type Words = Record<'title' | 'text' | 'password' | 'wrong' | 'confirm', ReactNode>
type Props = { isOpen: boolean; words: Words; onSettled: (isProven: boolean) => void }

/** Asks once more for the password; good for ten minutes, as the server counts them. */
export function ProofDialog({ isOpen, words, onSettled }: Props) {
  const { t } = useText('shell')
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onSettled(false)}
      title={words.title}
      description={words.text}
      closeLabel={t('close')}
    >
      <ProofForm words={words} onProven={() => onSettled(true)} />
    </Dialog>
  )
}

type Fields = { password: string }

function ProofForm({ words, onProven }: { words: Words; onProven: () => void }) {
  const { email } = useMember()
  const { t } = useText('shell')
  const { register, failure, problem, isPending, props } = useCallForm<Fields>({
    defaults: { password: '' },
    check: (fields) => problemsOf(prove.body, fields),
    send: async (fields) => {
      await call(prove, { body: fields })
      onProven()
    },
    refused: ({ code }): Problems<Fields> =>
      code === 'invalid_credentials' ? { password: code } : {},
  })
  const wrong = problem('password')

  return (
    <form className={styles.form} {...props}>
      {/* tells a password manager whose password is meant */}
      <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <Field
        label={words.password}
        error={
          wrong === 'invalid_credentials' ? words.wrong : wrong && <FieldText message={wrong} />
        }
      >
        <PasswordInput
          required
          autoComplete="current-password"
          words={{ show: t('show_password'), hide: t('hide_password') }}
          {...register('password')}
        />
      </Field>
      {failure && (
        <Notice tone="danger">
          <ErrorText failure={failure} />
        </Notice>
      )}
      <div className={styles.acts}>
        <DialogClose render={<Button look="quiet" />}>
          <Text ns="shell" k="cancel" />
        </DialogClose>
        <Button type="submit" pending={isPending}>
          {words.confirm}
        </Button>
      </div>
    </form>
  )
}
