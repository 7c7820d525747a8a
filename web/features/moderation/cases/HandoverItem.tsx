// A proposal to hand a case over to an authority, and what the other admin says to it.
import type { ReactNode } from 'react'
import { answerHandover, getHandoverPackage, type Handover } from '#contract/moderation/cases.ts'
import { call, callPath } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { saveFile } from '#web/platform/api/saveFile.ts'
import { useMember } from '#web/platform/session/session.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Said } from '#web/ui/Entry.tsx'
import { Refusal } from '#web/features/moderation/cases/deciding/Refusal.tsx'
import styles from './cases.module.css'

const TONES = { proposed: 'lamp', confirmed: 'success', refused: 'plain' } as const

type Props = { handover: Handover; onSettled: (words: ReactNode) => Promise<void> }

export function HandoverItem({ handover, onSettled }: Props) {
  const {
    id: handoverId,
    facts,
    proposedBy,
    proposedAt,
    state,
    answeredBy,
    answeredAt,
    refusal,
  } = handover
  const tongue = useScreenTongue()
  const { isAdmin } = useMember()
  const { run, isPending, failure, proof } = useAct()
  const answer = (isConfirmed: boolean) =>
    void run(async () => {
      await call(answerHandover, { params: { handoverId }, body: { isConfirmed } })
      await onSettled(
        <Text ns="moderation" k={isConfirmed ? 'handover_yes_done' : 'handover_no_done'} />,
      )
    })
  return (
    <Said className={styles.handover}>
      <p className={`toolbar ${styles.head}`}>
        <Badge tone={TONES[state]}>
          <Text ns="moderation" k={`handover_${state}`} />
        </Badge>
        <span className="soft small">
          <Text
            ns="moderation"
            k="proposed_by"
            values={{ by: proposedBy ?? '–', when: formatMoment(proposedAt, tongue) }}
          />
          {answeredBy !== null && (
            <>
              {' · '}
              <Text ns="moderation" k="answered_by" values={{ by: answeredBy }} />
            </>
          )}
        </span>
      </p>
      <p className="prose" lang="" dir="auto">
        {facts}
      </p>
      {state === 'proposed' && refusal && <Refusal code={refusal} other="needs_other_admin" />}
      {state === 'refused' && answeredAt === null && (
        <Text as="p" className="soft small" ns="moderation" k="handover_abandoned" />
      )}
      <ErrorNotice failure={failure} />
      {state === 'proposed' && !refusal && (
        <div className={`row-2 ${styles.acts}`}>
          <Button look="danger" pending={isPending} onClick={() => answer(true)}>
            <Text ns="moderation" k="handover_yes" />
          </Button>
          <Button look="quiet" pending={isPending} onClick={() => answer(false)}>
            <Text ns="moderation" k="handover_no" />
          </Button>
        </div>
      )}
      {state === 'confirmed' && isAdmin && (
        <Button
          look="quiet"
          className={styles.act}
          pending={isPending}
          onClick={() =>
            void run(() =>
              saveFile(callPath(getHandoverPackage, { handoverId }), `handover-${handoverId}.json`),
            )
          }
        >
          <Text ns="moderation" k="handover_package" />
        </Button>
      )}
      {proof}
    </Said>
  )
}
