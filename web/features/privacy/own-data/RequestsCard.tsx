// What somebody may ask for by right and cannot do themselves, and what became of it.
import { useRef, useState } from 'react'
import type { DataRequest, RequestKind } from '#contract/privacy/dataRequests.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { RequestForm } from './RequestForm.tsx'
import { RequestList } from './RequestList.tsx'
import { useOwnRequests, useRefresh } from './useMine.ts'

export type RequestDraft = { kind: RequestKind; text: string }

const NONE: RequestDraft = { kind: 'rectification', text: '' }
const DRAFTS = {
  place: 'request',
  empty: NONE,
  wordsIn: ({ text }: RequestDraft) => text,
}

export function RequestsCard() {
  const tongue = useScreenTongue()
  const result = useOwnRequests()
  const refresh = useRefresh()
  const opener = useRef<HTMLButtonElement>(null)
  const drafts = useTabDrafts(DRAFTS)
  /** Kept however often the form is put away. */
  const [draft, setDraft] = useState(() => drafts.get('own') ?? NONE)
  const [isOpen, setOpen] = useState(() => drafts.has('own'))
  /** What somebody finds again takes no focus. */
  const [isAsked, setAsked] = useState(false)
  const [sent, setSent] = useState<DataRequest | null>(null)

  const write = (next: RequestDraft) => {
    setDraft(next)
    drafts.set('own', next)
  }
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const arrived = async (request: DataRequest) => {
    // first, because whatever is left tells what is in it
    close()
    setDraft(NONE)
    drafts.delete('own')
    setSent(request)
    await refresh.askRequests()
  }
  return (
    <Card titleId="requests" title={<Text ns="mine" k="requests" />}>
      <Text as="p" className="soft small" ns="mine" k="requests_text" />
      <Button
        ref={opener}
        look="quiet"
        className="at-start"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen)
          setAsked(true)
        }}
      >
        <Text ns="mine" k="request_make" />
      </Button>
      {isOpen && (
        <RequestForm
          draft={draft}
          takesFocus={isAsked}
          onDraft={write}
          onSent={arrived}
          onCancel={close}
        />
      )}
      <StatusMessage size="s">
        {sent && (
          <Text
            ns="mine"
            k="request_sent"
            values={{ number: sent.number, day: formatDay(sent.dueAt, tongue) }}
          />
        )}
      </StatusMessage>
      <QueryView query={result} isPart failed={<Text ns="mine" k="requests_failed" />}>
        {({ requests }) => requests.length > 0 && <RequestList requests={requests} />}
      </QueryView>
    </Card>
  )
}
