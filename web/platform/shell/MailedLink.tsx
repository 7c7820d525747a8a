// What somebody sees who opens the link of a mail: it acts only on a click, for mail scanners open links too.
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { DocumentLink } from './DocumentLink.tsx'

/** What may go wrong besides a link that is used up; anything else reads as `unexpected`. */
const FAILURES = ['FETCH_ERROR', 'too_many_attempts', 'unavailable', 'unexpected'] as const

type Props = {
  /** As its fragment begins: `#confirm=…`. */
  name: 'confirm' | 'email' | 'email-undo' | 'stay' | 'leave' | 'dispute'
  /** The call its click makes. */
  to: string
  title: ReactNode
  text: ReactNode
  button: ReactNode
  done: { title: ReactNode; text: ReactNode }
  /** What helps where the link is used up. */
  help: ReactNode
  /** Ways on from where it ends. */
  onwards: (state: End) => ReactNode
}

type End = 'done' | 'invalid_link'

/** The way on of links about an account. */
export const logInLink = (state: End) => (
  <Button look={state === 'done' ? 'primary' : 'quiet'} render={<DocumentLink to={paths.logIn} />}>
    <Text ns="landing" k="log_in" />
  </Button>
)

/**
 * What a link of a mail shows in place of the ways in, one template a state; `static/confirm.ts`
 * puts them in. It takes a click, because mail scanners open links as well.
 */
export function MailedLink({ text, done, help, onwards, ...asking }: Props) {
  const { name, title } = asking
  return (
    <>
      <State name={name} state="asking">
        <Asking {...asking}>
          <p>{text}</p>
        </Asking>
      </State>
      <State name={name} state="done">
        <Card tone="lamp">
          <Notice tone="success" title={done.title}>
            {done.text}
          </Notice>
          {onwards('done')}
        </Card>
      </State>
      <State name={name} state="invalid_link">
        <Card tone="lamp" titleId={name} title={title}>
          <Notice tone="danger" title={<ErrorText failure={{ code: 'invalid_link' }} />}>
            {help}
          </Notice>
          {onwards('invalid_link')}
        </Card>
      </State>
      {FAILURES.map((code) => (
        <State key={code} name={name} state={code}>
          <Asking {...asking}>
            <Notice tone="danger" title={<ErrorText failure={{ code }} />} />
          </Asking>
        </State>
      ))}
    </>
  )
}

type StateProps = { name: Props['name']; state: string; children: ReactNode }

const State = ({ name, state, children }: StateProps) => (
  <template {...{ [`data-${name}`]: state }}>{children}</template>
)

type AskingProps = Pick<Props, 'name' | 'to' | 'title' | 'button'> & { children: ReactNode }

const Asking = ({ name, to, title, button, children }: AskingProps) => (
  <Card tone="lamp" titleId={name} title={title}>
    {children}
    <Button data-post={to}>{button}</Button>
  </Card>
)
