import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** What may go wrong besides a link that is used up; anything else reads as `unexpected`. */
const FAILURES = ['FETCH_ERROR', 'too_many_attempts', 'unavailable', 'unexpected'] as const

/**
 * What the link of the confirmation mail shows in place of the ways in, one template a state;
 * `static/confirm.ts` puts them in. Confirming takes a click, because mail scanners open links as well.
 */
export function ConfirmEmail() {
  return (
    <>
      <State name="asking">
        <Asking>
          <p>
            <Text ns="landing" k="confirm_text" />
          </p>
        </Asking>
      </State>
      <State name="done">
        <Card tone="lamp">
          <Notice tone="success" title={<Text ns="landing" k="confirm_done" />}>
            <Text ns="landing" k="confirm_done_text" />
          </Notice>
          <LogIn />
        </Card>
      </State>
      <State name="invalid_link">
        <Card tone="lamp" titleId="confirm" title={<Text ns="landing" k="confirm_title" />}>
          <Notice tone="danger" title={<ErrorText failure={{ code: 'invalid_link' }} />}>
            <Text ns="landing" k="confirm_failed_help" />
          </Notice>
          <LogIn look="quiet" />
        </Card>
      </State>
      {FAILURES.map((code) => (
        <State key={code} name={code}>
          <Asking>
            <Notice tone="danger" title={<ErrorText failure={{ code }} />} />
          </Asking>
        </State>
      ))}
    </>
  )
}

const State = ({ name, children }: { name: string; children: ReactNode }) => (
  <template data-confirm={name}>{children}</template>
)

const Asking = ({ children }: { children: ReactNode }) => (
  <Card tone="lamp" titleId="confirm" title={<Text ns="landing" k="confirm_title" />}>
    {children}
    <Button>
      <Text ns="landing" k="confirm_button" />
    </Button>
  </Card>
)

const LogIn = ({ look }: { look?: 'quiet' }) => (
  <Button {...(look && { look })} render={<DocumentLink to={paths.logIn} />}>
    <Text ns="landing" k="log_in" />
  </Button>
)
