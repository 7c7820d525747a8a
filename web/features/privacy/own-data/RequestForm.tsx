// The form to claim a right of the GDPR; the same words sent again after no answer are one request.
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { makeRequest, RequestKind, type DataRequest } from '#contract/privacy/dataRequests.ts'
import { countKept } from '#contract/words.ts'
import { call } from '#web/platform/api/call.ts'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { findSendingId } from '#web/platform/session/findSendingId.ts'
import { useCallForm, type FieldProblems } from '#web/platform/forms/useCallForm.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { focus } from '#web/ui/behaviour/focus.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, Select, TextArea } from '#web/ui/fields/Field.tsx'
import type { RequestDraft } from './RequestsCard.tsx'
import styles from './ownData.module.css'

type Props = {
  draft: RequestDraft
  takesFocus: boolean
  onDraft: (draft: RequestDraft) => void
  onSent: (request: DataRequest) => Promise<void>
  onCancel: () => void
}

type Fields = { text: string }

const KINDS = RequestKind.options

export function RequestForm({ draft, takesFocus, onDraft, onSent, onCancel }: Props) {
  const { t } = useText('mine')
  const { kind } = draft
  const [begun] = useState({ text: draft.text })
  const { userId } = useMember()
  const [sending] = useState(() => findSendingId(userId, 'request'))
  const form = useCallForm<Fields>({
    defaults: begun,
    check: ({ text }): FieldProblems<Fields> => {
      const length = countKept(text)
      if (length > 0 && length <= limits.requestText) return {}
      return { text: length === 0 ? 'request_missing' : 'request_long' }
    },
    changed: ({ text }) => onDraft({ kind, text }),
    send: async ({ text }) => {
      // the same words once more, after no answer came, are the same request
      const body = { kind, text }
      const request = await call(makeRequest, { body: { id: sending.idFor(body), ...body } })
      sending.end()
      await onSent(request)
    },
    refused: () => ({}),
  })
  const wrong = form.problem('text')

  return (
    <form className={`stack-4 ${styles.form}`} {...form.props}>
      <Field
        label={<Text ns="mine" k="request_kind" />}
        hint={<Text ns="mine" k={`${kind}_self`} />}
      >
        <Select
          ref={takesFocus ? focus : null}
          value={kind}
          onChange={({ target }) =>
            onDraft({ ...draft, kind: KINDS.find((one) => one === target.value) ?? kind })
          }
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {t(one)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={<Text ns="mine" k="request_words" />}
        hint={<Text ns="mine" k="request_hint" />}
        error={
          wrong && (
            <Text
              ns="mine"
              k={wrong === 'request_missing' ? 'request_missing' : 'request_long'}
              values={{ max: limits.requestText }}
            />
          )
        }
        aside={<CharacterCount used={countKept(draft.text)} max={limits.requestText} />}
      >
        <TextArea rows={5} required {...form.register('text')} />
      </Field>
      <ErrorNotice failure={form.failure} />
      <div className={styles.acts}>
        <Button type="submit" pending={form.isPending}>
          <Text ns="mine" k="request_send" />
        </Button>
        <Button look="quiet" onClick={onCancel}>
          <Text ns="mine" k="request_cancel" />
        </Button>
      </div>
    </form>
  )
}
