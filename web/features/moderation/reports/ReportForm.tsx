// The form to report a post, message, photo or member; sent again after no answer, it is one report.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { createReport, type ReportReason } from '#contract/moderation/reports.ts'
import { countKept } from '#contract/words.ts'
import { codes } from '#contract/errors.ts'
import { call, type CallError } from '#web/platform/api/call.ts'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { FieldText, ErrorText } from '#web/platform/api/ErrorText.tsx'
import { findSendingId } from '#web/platform/session/findSendingId.ts'
import { useCallForm, type FieldProblems } from '#web/platform/forms/useCallForm.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Illegal } from './Illegal.tsx'
import { Reasons } from './Reasons.tsx'
import type { Reported, SentReport } from './ReportDialog.tsx'

export type ReportDraft = {
  reason: ReportReason | ''
  details: string
  explanation: string
  isGoodFaith: boolean
  blocks: boolean
}

const EMPTY: ReportDraft = {
  reason: '',
  details: '',
  explanation: '',
  isGoodFaith: false,
  blocks: false,
}

export const reportDrafts = {
  place: 'report',
  empty: EMPTY,
  wordsIn: ({ details, explanation }: ReportDraft) => details + explanation,
}

type Props = {
  id: string
  target: Reported
  draft: ReportDraft | undefined
  onDraft: (draft: ReportDraft) => void
  onBlock: (() => Promise<unknown>) | undefined
  onPending: (isPending: boolean) => void
  onSent: (sent: SentReport) => void
}

function problemsIn({ reason, details, explanation, isGoodFaith }: ReportDraft) {
  const problems: FieldProblems<ReportDraft> = {}
  if (!reason) problems.reason = 'reason_required'
  if (countKept(details) > limits.reportDetails) problems.details = 'text_too_long'
  if (reason !== 'illegal') return problems
  const length = countKept(explanation)
  if (length === 0) problems.explanation = 'text_missing'
  if (length > limits.noticeText) problems.explanation = 'text_too_long'
  if (!isGoodFaith) problems.isGoodFaith = 'good_faith_required'
  return problems
}

export function ReportForm({ id, target, draft, onDraft, onBlock, onPending, onSent }: Props) {
  /** As they stood when the reason was chosen, for fields that come and go with it. */
  const [fields, setFields] = useState(draft ?? EMPTY)
  const { reason } = fields
  const [used, setUsed] = useState(countKept(fields.details))
  const reasons = useRef<HTMLFieldSetElement>(null)
  const { userId } = useMember()
  const [sending] = useState(() => findSendingId(userId, `report.${target.kind}.${target.id}`))

  const form = useCallForm<ReportDraft>({
    defaults: fields,
    check: problemsIn,
    changed: (fields) => {
      setUsed(countKept(fields.details))
      onDraft(fields)
    },
    invalid: (wrong) => {
      if (wrong.reason) reasons.current?.querySelector('input')?.focus()
    },
    send: async ({ reason, details, explanation, isGoodFaith, blocks }) => {
      if (!reason) return
      const { kind, id: about } = target
      const illegal = reason === 'illegal' &&
        isGoodFaith && { illegal: { explanation, isGoodFaith } }
      const draft = {
        target: { kind, id: about },
        reason,
        ...(details.trim() && { details }),
        ...illegal,
      }
      // the same words once more, after no answer came, are the same report
      const report = await call(createReport, { body: { id: sending.idFor(draft), ...draft } })
      sending.end()
      const block = blocks && onBlock
      onSent({ report, blocked: block ? await settled(block()) : null })
    },
    refused: ({ body }) => {
      const named = (path: string) => body?.errors?.find((one) => one.path.endsWith(path))?.message
      const [details, explanation] = [named('details'), named('explanation')]
      return { ...(details && { details }), ...(explanation && { explanation }) }
    },
  })
  const { isPending, failure } = form
  const notify = useEffectEvent(onPending)
  useEffect(() => notify(isPending), [isPending])

  const choose = (next: ReportReason) => {
    const chosen = { ...form.values(), reason: next }
    setFields(chosen)
    onDraft(chosen)
  }
  const wrong = form.problem('details')
  return (
    <form id={id} className="stack-4" {...form.props}>
      <Reasons
        ref={reasons}
        chosen={reason}
        onChoose={choose}
        isMissing={!reason && form.problem('reason') !== undefined}
      />
      {reason === 'illegal' && <Illegal form={form} begun={fields.explanation} />}
      <Field
        label={<Text ns="reports" k="details" />}
        error={wrong && <FieldText message={wrong} />}
        aside={<CharacterCount used={used} max={limits.reportDetails} />}
      >
        <TextArea rows={2} {...form.register('details')} />
      </Field>
      {onBlock && (
        <Checkbox
          {...form.register('blocks')}
          label={<Text ns="reports" k="block" values={{ username: target.username }} />}
          hint={<Text ns="reports" k="block_hint" />}
        />
      )}
      {failure && <ReportFailed failure={failure} />}
    </form>
  )
}

/** The report has arrived, whatever becomes of the block. */
const settled = (act: Promise<unknown>) =>
  act.then(
    () => 'done' as const,
    () => 'failed' as const,
  )

/** Why it was not sent, and that what was typed is still here. */
function ReportFailed({ failure }: { failure: CallError }) {
  const tongue = useScreenTongue()
  const { code, body } = failure
  const until = code === 'reporting_limited' && body?.until
  return (
    <Notice tone="danger" title={<Text ns="reports" k="not_sent" />}>
      <p>
        {until ? (
          <Text ns="reports" k="limited_until" values={{ when: formatMoment(until, tongue) }} />
        ) : code === codes.notFound ? (
          <Text ns="reports" k="target_gone" />
        ) : (
          <ErrorText failure={failure} />
        )}
      </p>
      {code === 'FETCH_ERROR' && <Text as="p" ns="reports" k="kept" />}
    </Notice>
  )
}
