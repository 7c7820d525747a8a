import type { ContactLine } from '#contract/contact.ts'
import type { TabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { useDisclosure } from '#web/platform/lists/useDisclosure.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Entry, Said } from '#web/ui/Entry.tsx'
import { AnswerForm } from './AnswerForm.tsx'

type Props = {
  message: ContactLine
  drafts: TabDrafts<{ text: string }>
  /** Called when it is answered, by whomever; resolves once the list shows it. */
  onSettled: (words: Key<'contact'>) => Promise<void>
}

export function Message({ message, drafts, onSettled }: Props) {
  const { id, reference, topic, name, email, text, receivedAt, answer } = message
  const { isOpen, takesFocus, opener, open, close } = useDisclosure(drafts.has(id))
  return (
    <Entry
      data-message={id}
      tabIndex={-1}
      titleId={`${id}-title`}
      title={reference}
      badges={
        <Badge>
          <Text ns="contact" k={`${topic}_about`} />
        </Badge>
      }
      when={<Time at={receivedAt} />}
    >
      <p className="break-anywhere soft small">
        <Text ns="contact" k="from" />:{' '}
        <span lang="">{name === null ? email : `${name}, ${email}`}</span>
      </p>
      <p className="prose" lang="" dir="auto">
        {text}
      </p>
      {answer && (
        <Said>
          <p className="break-anywhere soft small">
            <Text ns="contact" k="answered_by" values={{ by: answer.by }} />,{' '}
            <Time at={answer.at} />
          </p>
          <p className="prose" lang="" dir="auto">
            {answer.text}
          </p>
        </Said>
      )}
      {!answer && isOpen && (
        <AnswerForm
          message={message}
          takesFocus={takesFocus}
          drafts={drafts}
          onSettled={onSettled}
          onClose={close}
        />
      )}
      {!answer && !isOpen && (
        <Button
          ref={opener}
          look="quiet"
          className="at-start"
          aria-describedby={`${id}-title`}
          onClick={open}
        >
          <Text ns="contact" k="answer" />
        </Button>
      )}
    </Entry>
  )
}
