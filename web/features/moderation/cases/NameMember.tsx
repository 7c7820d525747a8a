import type { ReactNode } from 'react'
import { nameMember, type CaseFile } from '#contract/moderation/cases.ts'
import { call } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import styles from './cases.module.css'

type Props = {
  file: CaseFile
  onMoved: (caseId: string) => void
  onSettled: (words: ReactNode) => Promise<void>
}

const REFUSED: Partial<Record<string, Key<'moderation'>>> = {
  PGRST116: 'nobody',
  already_pending: 'both_wait',
}

/** Whom a notice from outside is about; nothing but "no breach" can be decided before. */
export function NameMember({ file, onMoved, onSettled }: Props) {
  const { attempt, proof } = useAttempt()
  const form = useCallForm({
    defaults: { username: '' },
    check: ({ username }) => (username.trim() ? {} : { username: 'text_missing' }),
    send: async (body) => {
      const params = { caseId: file.id }
      await attempt(async () => {
        const { caseId } = await call(nameMember, { params, body })
        if (caseId === file.id) await onSettled(<Text ns="moderation" k="named" />)
        else onMoved(caseId)
      })
    },
    refused: ({ code }) => (REFUSED[code] ? { username: code } : {}),
  })
  const wrong = form.problem('username')
  return (
    <Card titleId="name" title={<Text ns="moderation" k="unknown_member" />}>
      <Text as="p" className="soft small" ns="moderation" k="name_text" />
      <form className="stack-4" {...form.props}>
        <Field
          label={<Text ns="moderation" k="username" />}
          error={wrong && <Text ns="moderation" k={REFUSED[wrong] ?? 'words_missing'} />}
        >
          <TextInput required autoComplete="off" {...form.register('username')} />
        </Field>
        <ErrorNotice failure={form.failure} />
        <Button type="submit" look="quiet" className={styles.act} pending={form.isPending}>
          <Text ns="moderation" k="name" />
        </Button>
      </form>
      {proof}
    </Card>
  )
}
