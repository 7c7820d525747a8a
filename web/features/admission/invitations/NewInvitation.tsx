import { createInvitation } from '#contract/admission/invitations.ts'
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
import type { GivenInvitation } from './GivenCode.tsx'
import { useMaking } from './useMaking.ts'

type Body = { email?: string }
type Props = {
  /** Whether there may be one by now that nobody has the code of. */
  onAsked: (isUnsure: boolean) => void
  onCreated: (given: GivenInvitation) => void
}

const toBody = ({ email }: { email: string }): Body => (email.trim() ? { email } : {})

/** One more invitation, for anybody or for one address. */
export function NewInvitation({ onAsked, onCreated }: Props) {
  const make = useMaking((body: Body) => call(createInvitation, { body }))
  const form = useCallForm({
    defaults: { email: '' },
    check: (fields) =>
      findContractProblems<{ email: string }>(createInvitation.body, toBody(fields) as never),
    send: async (fields) => {
      onAsked(true)
      const { invitation, code, url } = await make(toBody(fields))
      onCreated({ ...invitation, code, url })
    },
    refused: ({ code, body }) => {
      if (code === 'invitations_used_up' || code === 'not_admitted') onAsked(false)
      return body?.errors?.[0] ? { email: body.errors[0].message } : {}
    },
  })
  const problem = form.problem('email')
  return (
    <Card titleId="new" title={<Text ns="invitations" k="new" />}>
      <form {...form.props} className="stack-4">
        <Field
          label={<Text ns="invitations" k="email" />}
          hint={<Text ns="invitations" k="email_hint" values={{ days: limits.inviteDays }} />}
          error={problem && <FieldText message={problem} />}
        >
          <TextInput type="email" autoComplete="off" {...form.register('email')} />
        </Field>
        <ErrorNotice failure={form.failure} />
        <Button type="submit" className="at-start" pending={form.isPending}>
          <Text ns="invitations" k="create" />
        </Button>
      </form>
    </Card>
  )
}
