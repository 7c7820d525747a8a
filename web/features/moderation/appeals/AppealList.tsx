// The appeals of one desk: those that wait or were answered, with what was being written to them.
import { useRef, useState } from 'react'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { regainOnceDrawn } from '#web/platform/lists/regainOnceDrawn.ts'
import { useUnsavedWords } from '#web/platform/lists/useUnsavedWords.tsx'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { answerDrafts } from './AppealAnswer.tsx'
import { AppealItem } from './AppealItem.tsx'
import {
  useAppeals,
  useRefreshDesk,
  type CaseState,
} from '#web/features/moderation/cases/useDesk.ts'
import styles from '#web/features/moderation/cases/cases.module.css'

/** The appeals that wait, by their deadline, or those that were answered. */
export function AppealList() {
  const { t } = useText('moderation')
  const [state, setState] = useState<CaseState>('open')
  const list = useAppeals(state)
  const refresh = useRefreshDesk()
  const place = useRef<HTMLDivElement>(null)
  const drafts = useTabDrafts(answerDrafts)
  const unsaved = useUnsavedWords({
    list,
    key: state,
    hasEveryOpen: state === 'open',
    kinds: [{ drafts, isOpen: ({ decidedAt, refusal }) => !decidedAt && !refusal }],
    nameOf: ({ number }) => number,
    place,
  })
  const [status, setStatus] = useState<{ k: Key<'moderation'>; number: string } | null>(null)

  /** The answered appeal may leave the list and take the focus along, so the list gets it. */
  const settle = async (words: { k: Key<'moderation'>; number: string }) => {
    setStatus(words)
    await refresh()
    regainOnceDrawn(() => place.current)
  }
  const swap = () => {
    setStatus(null)
    setState(state === 'open' ? 'decided' : 'open')
  }
  return (
    <div ref={place} tabIndex={-1} className={`stack-4 no-ring ${styles.part}`}>
      <StatusMessage>
        {status && <Text ns="moderation" k={status.k} values={{ number: status.number }} />}
      </StatusMessage>
      {unsaved}
      <PagedList
        list={list}
        failed={<Text ns="moderation" k="failed" />}
        empty={<EmptyState title={<Text ns="moderation" k={`no_appeals_${state}`} />} />}
      >
        {(appeals) => (
          <ol className={`stack-4 ${styles.list}`} aria-label={t('appeals')}>
            {appeals.map((appeal) => (
              <li key={appeal.id}>
                <AppealItem
                  appeal={appeal}
                  drafts={drafts}
                  onSettled={(k) => settle({ k, number: appeal.number })}
                />
              </li>
            ))}
          </ol>
        )}
      </PagedList>
      <Button look="plain" flush className={styles.act} onClick={swap}>
        <Text ns="moderation" k={state === 'open' ? 'appeals_answered' : 'appeals_open'} />
      </Button>
    </div>
  )
}
