// Admins add and remove the blocked words, which nobody may write in this club.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { codes } from '#contract/errors.ts'
import { listWords, removeWord, addWord } from '#contract/content-rules/contentRules.ts'
import { limits } from '#contract/limits.ts'
import { call, CallError, query } from '#web/platform/api/call.ts'
import { ErrorText, FieldText } from '#web/platform/api/ErrorText.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { regainFocus } from '#web/ui/behaviour/regainFocus.ts'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { findContractProblems } from '#web/platform/forms/contractProblems.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import styles from './contentRules.module.css'

/** The words nobody writes in this club, and how admins change them. */
export function WordsDesk() {
  const { t } = useText('pacing')
  const list = useQuery({ ...query(listWords, {}), staleTime: 0 })
  const place = useRef<HTMLElement>(null)
  const [status, setStatus] = useState<{ k: Key<'pacing'>; word: string } | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)

  async function remove({ id, word }: { id: string; word: string }, line: Element | null) {
    setFailure(null)
    try {
      await call(removeWord, { params: { wordId: id } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // somebody else was first
      if (error.code !== codes.notFound) return setFailure(error)
    }
    setStatus({ k: 'word_removed', word })
    await list.refetch()
    regainFocus(place.current, line)
  }

  return (
    <div className="stack-4">
      <WordForm
        onAdded={async (word) => {
          setStatus({ k: 'word_added', word })
          await list.refetch()
        }}
      />
      <StatusMessage size="s">
        {status && <Text ns="pacing" k={status.k} values={{ word: status.word }} />}
      </StatusMessage>
      <p role="alert" className="floats-empty danger small">
        {failure && <ErrorText failure={failure} />}
      </p>
      <section ref={place} tabIndex={-1} aria-label={t('words_list')}>
        <QueryView
          query={list}
          failed={<Text ns="pacing" k="words_failed" />}
          waiting={<LoadingSkeleton label={t('words_loading')} lines={4} />}
        >
          {({ words }) =>
            words.length === 0 ? (
              <EmptyState title={<Text ns="pacing" k="words_none" />} />
            ) : (
              <ul role="list" className={`panel ${styles.words}`}>
                {words.map((one) => (
                  <li key={one.id}>
                    <span lang="" className="shrinks break-anywhere">
                      {one.word}
                    </span>
                    <Button
                      look="plain"
                      size="s"
                      aria-label={t('word_remove_named', { word: one.word })}
                      onClick={({ currentTarget }) => void remove(one, currentTarget.closest('li'))}
                    >
                      <Text ns="pacing" k="word_remove" />
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </section>
    </div>
  )
}

type Fields = { word: string }
/** What the club calls a word that is there already. */
const THERE = 'there'

function WordForm({ onAdded }: { onAdded: (word: string) => Promise<void> }) {
  const form = useCallForm<Fields>({
    defaults: { word: '' },
    check: (fields) => findContractProblems(addWord.body, fields),
    send: async (fields) => {
      await call(addWord, { body: fields })
      form.clear(fields)
      await onAdded(fields.word.trim())
    },
    refused: ({ code }) => (code === codes.conflict ? { word: THERE } : {}),
  })
  const problem = form.problem('word')
  return (
    <form className={`stack-4 ${styles.form}`} {...form.props}>
      <Field
        label={<Text ns="pacing" k="word_label" />}
        hint={<Text ns="pacing" k="word_hint" />}
        error={
          problem &&
          (problem === THERE ? (
            <Text ns="pacing" k="word_there" />
          ) : (
            <FieldText message={problem} />
          ))
        }
      >
        <TextInput
          required
          autoComplete="off"
          maxLength={limits.blockedWord.max}
          {...form.register('word')}
        />
      </Field>
      <ErrorNotice failure={form.failure} />
      <Button type="submit" className="at-start" pending={form.isPending}>
        <Text ns="pacing" k="word_add" />
      </Button>
    </form>
  )
}
