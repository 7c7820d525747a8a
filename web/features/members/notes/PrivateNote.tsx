// What one noted of a member for oneself alone, to write, change or clear.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { getNote, NOTE_LENGTH, saveNote } from '#contract/members/notes.ts'
import { countKept } from '#contract/words.ts'
import { call, query } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import { CharacterCount, countUsed } from '#web/platform/forms/CharacterCount.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import styles from './notes.module.css'

/** `before` is the saved note that the words were typed over. */
type NoteDraft = { text: string; before?: string }

const noteDrafts = {
  place: 'note',
  empty: { text: '' } as NoteDraft,
  wordsIn: ({ text }: NoteDraft) => text,
}

const max = NOTE_LENGTH

const isSame = (one: string, other: string) => one.trim() === other.trim()

export function PrivateNote({ memberId }: { memberId: string }) {
  const { t } = useText('safety')
  const result = useQuery({
    ...query(getNote, { params: { memberId } }),
    gcTime: 0,
  })
  return (
    <QueryView
      query={result}
      isPart
      failed={<Text ns="safety" k="note_failed" />}
      waiting={<LoadingSkeleton label={t('note_loading')} parts={['brief', 'line']} />}
    >
      {({ text }) => <Form memberId={memberId} known={text ?? ''} />}
    </QueryView>
  )
}

function Form({ memberId, known }: { memberId: string; known: string }) {
  const client = useQueryClient()
  const drafts = useTabDrafts(noteDrafts)
  const [begun] = useState<NoteDraft>(() => drafts.get(memberId) ?? { text: known })
  const [defaults] = useState({ text: begun.text })
  const typed = useRef(defaults.text)
  const [used, setUsed] = useState(() => countUsed(defaults.text, max))
  const [done, setDone] = useState<'note_saved' | 'note_cleared' | null>(null)
  /** The saved note that what stands here was typed over. */
  const [before, setBefore] = useState(begun.before ?? known)
  /** What another tab or device saved while words were typed here. */
  const [elsewhere, setElsewhere] = useState<string | null>(null)
  /** Only what differs from the saved note: else it would come back over what is saved elsewhere later. */
  const keepDraft = (text: string, over: string) => {
    if (isSame(text, over)) drafts.delete(memberId)
    else drafts.set(memberId, { text, before: over })
  }
  const form = useCallForm({
    defaults,
    check: ({ text }) => (countKept(text) > max ? { text: 'text_too_long' } : {}),
    changed: (fields) => {
      typed.current = fields.text
      setDone(null)
      setUsed(countUsed(fields.text, max))
      keepDraft(fields.text, before)
    },
    send: async (fields) => {
      const params = { memberId }
      const saved = await call(saveNote, { params, body: fields })
      const { queryKey } = query(getNote, { params })
      // one that was asked for before would bring back what stood there then
      await client.cancelQueries({ queryKey })
      setBefore(saved.text ?? '')
      setElsewhere(null)
      client.setQueryData(queryKey, saved)
      // more may have been typed meanwhile
      if (typed.current !== fields.text) return keepDraft(typed.current, saved.text ?? '')
      drafts.delete(memberId)
      setDone(saved.text === null ? 'note_cleared' : 'note_saved')
    },
    refused: ({ body }) => (body?.errors?.length ? { text: body.errors[0]!.message } : {}),
  })
  const follow = useEffectEvent(() => {
    if (known === before) return setElsewhere(null)
    if (![before, known].some((text) => isSame(typed.current, text))) return setElsewhere(known)
    drafts.delete(memberId)
    setBefore(known)
    setElsewhere(null)
    form.put('text', known)
    typed.current = known
    setUsed(countUsed(known, max))
    setDone(null)
  })
  useEffect(() => follow(), [known])
  const wrong = form.problem('text')
  return (
    <form className={`stack-2 ${styles.note}`} {...form.props}>
      <Field
        label={<Text ns="safety" k="note" />}
        hint={<Text ns="safety" k="note_hint" />}
        error={wrong && <FieldText message={wrong} />}
        aside={<CharacterCount used={used} max={max} />}
      >
        <TextArea rows={2} {...form.register('text')} />
      </Field>
      {elsewhere !== null && (
        <Notice
          title={<Text ns="safety" k={elsewhere ? 'note_elsewhere' : 'note_elsewhere_none'} />}
        >
          {elsewhere && (
            <p className="prose" lang="" dir="auto">
              {elsewhere}
            </p>
          )}
        </Notice>
      )}
      <ErrorNotice failure={form.failure} />
      <div className="toolbar">
        <Button type="submit" look="quiet" size="s" pending={form.isPending}>
          <Text ns="safety" k="note_save" />
        </Button>
        <StatusMessage>{done && <Text ns="safety" k={done} />}</StatusMessage>
      </div>
    </form>
  )
}
