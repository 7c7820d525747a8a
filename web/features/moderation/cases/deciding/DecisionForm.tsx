// The form to decide a case, with the reasons for its member; decided elsewhere, what was typed stays.
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { decideCase, type CaseFile, type DecisionKind } from '#contract/moderation/cases.ts'
import { decisionKinds } from '#contract/moderation/caseFile.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { useShortcuts, useShortcutsEnabled } from '#web/platform/shortcuts/shortcuts.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Choice, Choices } from './Choices.tsx'
import {
  toRequestBody,
  emptyDraft,
  hasWords,
  isSevere,
  isTaken,
  resolveSeen,
  toPreview,
  findProblems,
  stillThere,
  type DecisionDraft,
  type Preview,
} from './draft.ts'
import { Grounds } from './Grounds.tsx'
import {
  findDecision,
  forgetDecision,
  holdDecision,
  sendHeld,
} from '#web/features/moderation/cases/holding/held.ts'
import { Overtaken } from '#web/features/moderation/cases/Overtaken.tsx'
import { DecisionScope } from './DecisionScope.tsx'
import { Unfounded } from './Unfounded.tsx'
import { UnsavedWords } from '#web/platform/lists/UnsavedWords.tsx'
import { Reasons } from './Reasons.tsx'
import { useCaseDraft } from './useCaseDraft.ts'
import styles from '#web/features/moderation/cases/cases.module.css'

type Props = {
  file: CaseFile
  preview: (statement: Preview) => ReactNode
  onSettled: (words: ReactNode) => Promise<void>
  onDecided: () => unknown
  /** It is made, and nobody knows of it yet. */
  onHeld: () => unknown
}

/** Somebody is found to be a minor only where that was asked. */
const kindsFor = ({ age }: CaseFile) =>
  decisionKinds.filter((kind) => kind !== 'minor' || age !== null)

export function DecisionForm({ file, preview, onSettled, onDecided, onHeld }: Props) {
  const { run, isPending, failure, decline, proof } = useAct()
  const now = useNow()
  const { userId, username } = useMember()
  const form = useRef<HTMLFormElement>(null)
  const [stored, changeDraft] = useCaseDraft(file.id)
  const draft = stillThere(stored, file)
  const [isTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { kind } = draft
  const problems = isTried ? findProblems(draft) : {}
  const statement = toPreview(draft, file, now)
  const change = (more: Partial<DecisionDraft>) =>
    changeDraft({ ...resolveSeen(draft, file), ...more })

  const tooLate = (words: ReactNode) =>
    onSettled(<span className="bold tabular danger">{words}</span>)
  const isDecided = file.state === 'decided'
  const wasDecided = useRef(isDecided)
  // the event about one's own decision may arrive before the response
  const isSending = useRef(false)
  const overtake = useEffectEvent(() => {
    if (isSending.current) return
    decline()
    setAsking(false)
    if (hasWords(draft)) void tooLate(<Overtaken caseId={file.id} />)
  })
  useEffect(() => {
    if (isDecided && !wasDecided.current) overtake()
    wasDecided.current = isDecided
  }, [isDecided])

  // taken back, it is as it was, and one goes on from what was chosen
  useEffect(() => {
    if (findDecision(file.id)?.state !== 'undone') return
    forgetDecision(file.id)
    form.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [file.id])
  const wasTaken = isDecided && isTaken(draft, file, username)
  const clear = useEffectEvent(() => changeDraft(emptyDraft))
  useEffect(() => {
    if (wasTaken) clear()
  }, [wasTaken])

  const send = () =>
    run(async () => {
      void sendHeld()
      isSending.current = true
      try {
        await call(decideCase, {
          params: { caseId: file.id },
          body: toRequestBody(draft, file, now),
        })
      } catch (error) {
        isSending.current = false
        const code = error instanceof CallError ? error.code : null
        // asked for in front of the question, which stays
        if (code === 'proof_needed') throw error
        setAsking(false)
        if (code === 'already_decided') return tooLate(<Overtaken caseId={file.id} />)
        if (code === 'more_reported') {
          changeDraft({ seen: null, version: null })
          return tooLate(<ErrorText failure={{ code }} />)
        }
        // what was to be removed may be gone by now
        if (code === 'invalid_input') await onSettled(null)
        throw error
      }
      isSending.current = false
      setAsking(false)
      changeDraft(emptyDraft)
      forgetDecision(file.id)
      await onSettled(<Text ns="moderation" k="decision_done" values={{ number: file.number }} />)
      onDecided()
    })
  const kinds = kindsFor(file)
  const isOff = (one: DecisionKind) =>
    (one !== 'no_breach' && file.about === null) || (isSevere(one) && file.keepOutRefusal !== null)
  const hasKeys = useShortcutsEnabled()
  const choose = (one: DecisionKind, key: string) => {
    if (isOff(one)) return
    change({ kind: one })
    // said aloud, and what it takes is the next to be reached
    form.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.focus()
  }
  useShortcuts(
    form,
    Object.fromEntries(
      kinds.map((one, index) => [String(index + 1), () => choose(one, String(index + 1))]),
    ),
  )
  const submit = () => {
    setTried(true)
    if (Object.keys(findProblems(draft)).length > 0) {
      // what is wrong is marked with the next picture
      requestAnimationFrame(() =>
        form.current
          ?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')
          ?.focus(),
      )
      return
    }
    if (isSevere(kind)) return setAsking(true)
    holdDecision({
      caseId: file.id,
      number: file.number,
      userId,
      by: username,
      draft: { ...draft, ...resolveSeen(draft, file) },
      body: toRequestBody(draft, file, now),
    })
    onHeld()
  }
  if (isDecided || file.refusal) {
    if (isPending || !hasWords(draft) || wasTaken) return null
    const discard = () => {
      changeDraft(emptyDraft)
      forgetDecision(file.id)
      void onSettled(null)
    }
    return (
      <UnsavedWords onDiscard={discard}>
        <Reasons rule={draft.rule} facts={draft.facts} />
      </UnsavedWords>
    )
  }
  return (
    <Card titleId="decide" title={<Text ns="moderation" k="decide" />}>
      <form
        ref={form}
        noValidate
        className="stack-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Choices
          legend={<Text ns="moderation" k="decision" />}
          hint={file.keepOutRefusal && <ErrorText failure={{ code: file.keepOutRefusal }} />}
          error={problems.kind && <Text ns="moderation" k="decision_missing" />}
        >
          {kinds.map((one, index) => (
            <Choice
              key={one}
              name="kind"
              isChosen={kind === one}
              isOff={isOff(one)}
              shortcut={hasKeys ? String(index + 1) : undefined}
              onChoose={() => change({ kind: one })}
              label={<Text ns="moderation" k={one} />}
              hint={<Text ns="moderation" k={`${one}_hint`} />}
            />
          ))}
        </Choices>
        {kind === 'no_breach' && <Unfounded file={file} draft={draft} onChange={change} />}
        {kind && kind !== 'no_breach' && (
          <>
            <DecisionScope
              file={file}
              draft={draft}
              problems={problems}
              now={now}
              onChange={change}
            />
            <Grounds draft={draft} problems={problems} language={file.language} onChange={change} />
            {statement && preview(statement)}
          </>
        )}
        {!isAsking && <ErrorNotice failure={failure} />}
        <div className={styles.send}>
          <Button
            type="submit"
            wide
            look={isSevere(kind) ? 'danger' : 'primary'}
            pending={isPending}
          >
            <Text ns="moderation" k="decide_send" />
          </Button>
        </div>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        draft={draft}
        username={file.about?.username ?? ''}
        now={now}
        isPending={isPending}
        onConfirm={() => void send()}
        onClose={() => setAsking(false)}
      >
        <ErrorNotice failure={failure} />
        {isAsking && proof}
      </ConfirmDialog>
      {!isAsking && proof}
    </Card>
  )
}
