// An invitation by the club itself, good for one or several, perhaps for one address only.
import { useId } from 'react'
import { cleanCode } from '#contract/digits.ts'
import { issueInvitation } from '#contract/admission/admission.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#web/platform/api/call.ts'
import { findContractProblems } from '#web/platform/forms/contractProblems.ts'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import desk from '#web/features/admission/desk.module.css'
import type { GivenInvitation } from './GivenCode.tsx'
import { useMaking } from './useMaking.ts'

const defaults = { maxUses: '1', days: String(limits.inviteDays), email: '', note: '' }
type Fields = typeof defaults

const toBody = ({ maxUses, days, email, note }: Fields) => ({
  maxUses: Number(cleanCode(maxUses) || Number.NaN),
  days: Number(cleanCode(days) || Number.NaN),
  ...(email.trim() && { email }),
  ...(note.trim() && { note }),
})

export function IssueForm({ onCreated }: { onCreated: (given: GivenInvitation) => void }) {
  const id = useId()
  const make = useMaking((body: ReturnType<typeof toBody>) => call(issueInvitation, { body }))
  const form = useCallForm<Fields>({
    defaults,
    check: (fields) => findContractProblems<object>(issueInvitation.body, toBody(fields)),
    send: async (fields) => {
      const { invitation, code, url } = await make(toBody(fields))
      onCreated({ ...invitation, code, url })
    },
    refused: ({ body }) =>
      Object.fromEntries((body?.errors ?? []).map(({ path, message }) => [path, message])),
  })
  const numberProblem = (field: 'maxUses' | 'days', max: number) =>
    form.problem(field) && <Text ns="admission" k="number_invalid" values={{ max }} />
  const problem = (field: 'email' | 'note') => {
    const message = form.problem(field)
    return message && <FieldText message={message} />
  }
  return (
    <Card titleId={id} title={<Text ns="admission" k="new" />}>
      <form {...form.props} className="stack-4">
        <div className={desk.fields}>
          <Field
            label={<Text ns="admission" k="uses" />}
            error={numberProblem('maxUses', limits.inviteUses)}
          >
            <TextInput inputMode="numeric" {...form.register('maxUses')} />
          </Field>
          <Field
            label={<Text ns="admission" k="days" />}
            error={numberProblem('days', limits.inviteDaysMax)}
          >
            <TextInput inputMode="numeric" {...form.register('days')} />
          </Field>
          <Field label={<Text ns="admission" k="email" />} error={problem('email')}>
            <TextInput type="email" autoComplete="off" {...form.register('email')} />
          </Field>
          <Field
            label={<Text ns="admission" k="note" />}
            hint={<Text ns="admission" k="note_hint" />}
            error={problem('note')}
          >
            <TextInput autoComplete="off" {...form.register('note')} />
          </Field>
        </div>
        <ErrorNotice failure={form.failure} />
        <Button type="submit" className="at-start" pending={form.isPending}>
          <Text ns="admission" k="create" />
        </Button>
      </form>
    </Card>
  )
}
