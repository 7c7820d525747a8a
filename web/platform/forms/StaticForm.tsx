// Forms of public pages as they are written out: fields, what may be wrong, what may fail, the receipt.
import type { ReactNode } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import type { ValidationKey } from '#contract/fields.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { ErrorText, FieldText } from '#web/platform/api/ErrorText.tsx'
import styles from './StaticForm.module.css'

const PROBLEMS = [
  'text_missing',
  'text_too_long',
  'email_invalid',
  'email_too_long',
  'good_faith_required',
  'invalid',
] as const satisfies ValidationKey[]

/** `unexpected` for every code that is not here. */
const FAILURES = [
  'FETCH_ERROR',
  'invalid_input',
  'too_many_attempts',
  'unavailable',
  'unexpected',
] as const satisfies (ErrorCode | 'FETCH_ERROR')[]
type Failure = (typeof FAILURES)[number]

type Props = {
  /** The call it makes. */
  to: string
  /** For a form that does more than show its receipt: what `static/main.ts` wires it with. */
  kind?: 'waitlist' | 'invite' | 'cancellation' | 'withdrawal'
  send: ReactNode
  /** Where what it says is the law's: the same in the reader's language, beside it. */
  beside?: ReactNode
  sending: string
  failureTitle?: (code: Failure) => ReactNode
  /** A second step, in which what was typed is looked at before it is sent. */
  check?: { next: ReactNode; back: ReactNode; what: ReactNode }
  children: ReactNode
}

/**
 * A form of a public page; `static/forms/form.ts` sends it. All it may ever say stands in templates. Its
 * button waits for the script, so that nothing typed can end up in an address.
 */
export function StaticForm({ to, kind, failureTitle, check, children, ...sending }: Props) {
  return (
    <>
      <form
        method="post"
        data-post={to}
        data-kind={kind}
        noValidate
        className={`stack-4 ${styles.form}`}
      >
        {check ? (
          <>
            <div data-step="fields" className={`stack-4 ${styles.form}`}>
              {children}
              <Button type="submit" disabled className="at-start">
                {check.next}
              </Button>
            </div>
            <div data-step="check" hidden className={`stack-4 ${styles.form}`}>
              {check.what}
              <Send {...sending} />
              <Button look="plain" flush data-back="">
                {check.back}
              </Button>
            </div>
          </>
        ) : (
          <>
            {children}
            <Send {...sending} />
          </>
        )}
      </form>
      {PROBLEMS.map((key) => (
        <Problem key={key} name={key}>
          <FieldText message={key} />
        </Problem>
      ))}
      {FAILURES.map((code) => (
        <template key={code} data-failed={code}>
          <Notice tone="danger" announced={false} title={failureTitle?.(code)}>
            {code === 'too_many_attempts' ? (
              // written before anybody waits; a limit may last a day
              <Text ns="errors" k="too_many_attempts_later" />
            ) : (
              <ErrorText failure={{ code }} />
            )}
          </Notice>
        </template>
      ))}
    </>
  )
}

function Send({ send, beside, sending }: Pick<Props, 'send' | 'beside' | 'sending'>) {
  const button = (
    <Button type="submit" disabled className="at-start" data-sending={sending}>
      {send}
    </Button>
  )
  return (
    <>
      <div role="alert" data-failure="" />
      {beside ? (
        <div className="toolbar soft">
          {button}
          {beside}
        </div>
      ) : (
        button
      )}
    </>
  )
}

/** What may be wrong with a field of it. */
export const Problem = ({ name, children }: { name: string; children: ReactNode }) => (
  <template data-problem={name}>
    <Icon name="warning" size={18} />
    <span>{children}</span>
  </template>
)

type ReceiptProps = {
  /** The refusal that counts as arrived, if it is not the answer itself. */
  code?: ErrorCode
  title: ReactNode
  children: ReactNode
}

/** What stands in place of the form once it has arrived. */
export const Receipt = ({ code, title, children }: ReceiptProps) => (
  <template data-receipt={code ?? ''}>
    <div className={`stack-3 ${styles.receipt}`}>
      <h2 tabIndex={-1}>{title}</h2>
      {children}
    </div>
  </template>
)
