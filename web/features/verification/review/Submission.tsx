// An identity document under review: its images, the birthdate declared, the decision, and the next one.
import { useLayoutEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { checklist, type getSubmission } from '#contract/verification/review.ts'
import { Side } from '#contract/verification/verification.ts'
import { ProofDialog } from '#web/platform/reauthentication/ProofDialog.tsx'
import { useProof } from '#web/platform/reauthentication/useProof.ts'
import type { TabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { DecisionForm } from '#web/features/verification/review/deciding/DecisionForm.tsx'
import {
  approvalProblem,
  emptyDraft,
  dropStaleTicks,
  isComplete,
  type ReviewDraft,
} from '#web/features/verification/review/deciding/draft.ts'
import { ImagePane } from '#web/features/verification/review/image/ImagePane.tsx'
import { tools } from '#web/features/verification/review/image/ImageTools.tsx'
import { useShortcuts } from '#web/platform/shortcuts/shortcuts.ts'
import { ShortcutsHelp } from './ShortcutsHelp.tsx'
import { Overtaken } from '#web/features/verification/review/deciding/Overtaken.tsx'
import { Declared, Outcome, Summary } from './SubmissionFacts.tsx'
import { useDecision } from '#web/features/verification/review/deciding/useDecision.ts'
import { useImage } from '#web/features/verification/review/image/useImage.ts'
import type { useNext } from './useNext.ts'
import styles from './Submission.module.css'

export type Desk = {
  drafts: Map<string, ReviewDraft>
  notes: TabDrafts<{ note: string }>
  waiting: number
  next: ReturnType<typeof useNext>
  /** Resolves once the screen shows how things stand. */
  refresh: () => Promise<void>
}
type Props = { submission: AnswerOf<typeof getSubmission>; name: string; desk: Desk }

const sides = Side.options

export function Submission({ submission, name, desk }: Props) {
  const { id, isOwn } = submission
  const isPending = submission.status === 'pending'
  const place = useRef<HTMLDivElement>(null)
  const summary = useRef<HTMLParagraphElement>(null)
  const nextButton = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const { t } = useText('review')
  const { withProof, isAsking, settle } = useProof()

  const [isLookedAgain, setLookedAgain] = useState(false)
  const purpose = isPending ? 'review' : 'second_look'
  const panes = {
    front: useImage(id, { side: 'front', purpose }, withProof),
    back: useImage(id, { side: 'back', purpose }, withProof),
    selfie: useImage(id, { side: 'selfie', purpose }, withProof),
  }
  const areClosed = !isPending && !isLookedAgain
  const there = sides.filter((side) => submission.sides.includes(side))
  const seen = sides.filter((side) => panes[side].wasSeen || submission.seen.includes(side))
  /** The one the keys of an image are for, unless another has the focus. */
  const [last, setLast] = useState<Side>('front')

  const { drafts, notes } = desk
  const [stored, setDraft] = useState(() => drafts.get(id) ?? { ...emptyDraft, ...notes.get(id) })
  const draft = dropStaleTicks(stored, submission.birthdate)
  const store = (next: ReviewDraft) => {
    drafts.set(id, next)
    if (next.note !== draft.note) notes.set(id, { note: next.note })
    setDraft(next)
  }
  const [wasOpenToAll] = useState(isPending)
  const [isOwnDecision, setOwnDecision] = useState(false)
  const decision = useDecision({
    submissionId: id,
    withProof,
    draft,
    notes,
    onDecided: () => {
      setOwnDecision(true)
      drafts.delete(id)
    },
    onSettled: desk.refresh,
    // nothing more to do if the window was closed meanwhile
    onDone: () => place.current?.closest('[role=dialog]:not([data-closed])') && desk.next.show(id),
  })
  const focusNote = () => form.current?.querySelector<HTMLTextAreaElement>('[name="note"]')?.focus()
  const problem = approvalProblem({ ...submission, seen })
  const approve = () => {
    if (problem || decision.approve()) return
    const undone = isComplete(draft) ? '[name="note"]' : 'input:not(:checked)'
    form.current?.querySelector<HTMLElement>(undone)?.focus()
  }
  const reject = () => void (decision.reject() || focusNote())

  // who comes next, and what became of it, is read out from here; at once, because a dialog
  // that finds the focus lost takes it, and again a frame later
  useLayoutEffect(() => summary.current?.focus(), [])
  const wasPending = useRef(isPending)
  useLayoutEffect(() => {
    if (wasPending.current && !isPending) {
      drafts.delete(id)
      ;(nextButton.current ?? summary.current)?.focus()
    }
    wasPending.current = isPending
  }, [isPending, drafts, id])

  const open = async (...wanted: Side[]) => {
    if (areClosed) return
    // one after the other: what the first may be asked for opens the next, too
    for (const side of wanted.filter((one) => submission.sides.includes(one))) {
      setLast(side)
      await panes[side].open()
    }
  }
  const openAll = () => void open(...sides)
  const tick = (at: number) => () => {
    const one = checklist[at]!
    store({ ...draft, checks: { ...draft.checks, [one]: !draft.checks[one] } })
  }
  const others = desk.waiting - (isPending ? 1 : 0)
  useLayoutEffect(() => {
    // another reviewer may have taken the last one from under the button
    if (document.activeElement === document.body) summary.current?.focus()
  }, [others])

  const look = (key: keyof typeof tools) => () => {
    const inFocus = document.activeElement?.closest<HTMLElement>('[data-side]')?.dataset['side']
    const pane = panes[sides.find((side) => side === inFocus) ?? last]
    return pane.image.phase === 'open' && pane.setView(tools[key].act)
  }
  useShortcuts(place, {
    ...(others > 0 && { n: () => desk.next.show(id) }),
    ...(!isOwn && {
      o: openAll,
      ...Object.fromEntries(sides.map((side) => [side[0], () => void open(side)])),
    }),
    '-': look('-'),
    '0': look('0'),
    '+': look('+'),
    r: look('r'),
    ...(isPending &&
      !isOwn && {
        a: approve,
        // whatever has the focus is pressed with it
        Enter: () => !document.activeElement?.closest('button, a, summary') && approve(),
        x: focusNote,
        ...Object.fromEntries(checklist.map((_, at) => [String(at + 1), tick(at)])),
      }),
  })

  return (
    <div ref={place} className={`stack-4 ${styles.submission}`}>
      <div className={`bar ${styles.head}`}>
        <Summary ref={summary} submission={submission} name={name} />
        {!isOwn && !areClosed && there.length > 1 && (
          <Button
            look="quiet"
            size="s"
            icon={<Icon name="eye" size={18} />}
            aria-keyshortcuts="o"
            disabled={there.every((side) => panes[side].image.phase === 'open')}
            onClick={openAll}
          >
            <Text ns="review" k={there.length === 2 ? 'open_both' : 'open_all'} />
          </Button>
        )}
      </div>
      {wasOpenToAll && !isPending && !isOwnDecision && !decision.pending && (
        <Overtaken reviewer={submission.reviewer} note={draft.note} />
      )}
      {isOwn ? (
        <Notice title={<Text ns="review" k="own_title" />} announced={false}>
          <Text as="p" ns="review" k="own" />
        </Notice>
      ) : submission.sides.length === 0 ? (
        <Text as="p" className={styles.gone} ns="review" k="images_gone" />
      ) : areClosed ? (
        <ImagesClosed
          onLook={() => {
            // what was opened to decide is asked for again
            for (const side of sides) panes[side].close()
            setLookedAgain(true)
          }}
        />
      ) : (
        <section className={styles.images} data-sides={there.length} aria-label={t('images')}>
          {there.map((side) => (
            <ImagePane key={side} pane={panes[side]} name={name} shortcut={side[0]!} />
          ))}
          {there.length < sides.length && (
            <p className={`soft small ${styles.missing}`}>
              {sides
                .filter((side) => !there.includes(side))
                .map((side) => (
                  <span key={side}>
                    <Text ns="review" k={`side_${side}`} />: <Text ns="review" k="image_gone" />
                  </span>
                ))}
            </p>
          )}
        </section>
      )}
      <div className={`stack-4 ${styles.work}`}>
        <Declared submission={submission} />
        {isPending && !isOwn && (
          <DecisionForm
            language={submission.language}
            form={form}
            draft={draft}
            onDraft={store}
            decision={decision}
            problem={problem}
            onApprove={approve}
            onReject={reject}
          />
        )}
        {!isPending && <Outcome submission={submission} />}
      </div>
      <div className={`row-3 ruled ${styles.foot}`}>
        <ShortcutsHelp place={place} />
        <p role="status">{!isPending && others <= 0 && <Text ns="review" k="queue_empty" />}</p>
        {others > 0 && (
          <Button
            ref={nextButton}
            look={isPending && !isOwn ? 'quiet' : 'primary'}
            aria-keyshortcuts="n"
            pending={desk.next.isPending}
            onClick={() => desk.next.show(id)}
          >
            <Text ns="review" k="next" />
          </Button>
        )}
      </div>
      <ProofDialog isOpen={isAsking} onSettled={settle} />
    </div>
  )
}

/** What is decided stays closed, until somebody says that they look once more. */
const ImagesClosed = ({ onLook }: { onLook: () => void }) => (
  <Notice title={<Text ns="review" k="closed_title" />} announced={false}>
    <Text as="p" ns="review" k="closed_text" />
    <Button look="quiet" size="s" onClick={onLook}>
      <Text ns="review" k="closed_open" />
    </Button>
  </Notice>
)
