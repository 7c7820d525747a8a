// One cancellation or withdrawal as it was declared; an admin settles it where it still waits.
import type { DeclarationLine } from '#contract/billing/backOffice.ts'
import type { TabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { useDisclosure } from '#web/platform/lists/useDisclosure.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatDate } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Entry, Said } from '#web/ui/Entry.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { SettleForm, type SettleDraft } from './SettleForm.tsx'

const TONES = {
  matched: 'success',
  waiting: 'lamp',
  disputed: 'danger',
  settled: 'plain',
} as const

type Props = {
  line: DeclarationLine
  drafts: TabDrafts<SettleDraft>
  /** Called when it is settled, by whomever; resolves once the list shows it. */
  onSettled: (words: Key<'money'>) => Promise<void>
}

export function Declaration({ line, drafts, onSettled }: Props) {
  const { id, reference, kind, receivedAt, isExtraordinary, state, settlement } = line
  const { t } = useText('money')
  const { isOpen, takesFocus, opener, open, close } = useDisclosure(drafts.has(id))
  return (
    <Entry
      data-declaration={id}
      tabIndex={-1}
      titleId={`${id}-title`}
      title={reference}
      level="h3"
      badges={
        <>
          <Badge tone="accent">
            <Text ns="money" k={`${kind}_kind`} />
            {isExtraordinary && (
              <>
                {' '}
                <Text ns="money" k="extraordinary" />
              </>
            )}
          </Badge>
          <Badge tone={TONES[state]}>
            <Text ns="money" k={`${state}_state`} />
          </Badge>
        </>
      }
      when={<Time at={receivedAt} />}
    >
      <Declared line={line} />
      {settlement && (
        <Said>
          <p className="soft small">
            <Text ns="money" k="settled_by" values={{ by: settlement.by }} />,{' '}
            <Time at={settlement.at} />
          </p>
          <p lang="">{settlement.note}</p>
        </Said>
      )}
      {state === 'waiting' && isOpen && (
        <SettleForm
          line={line}
          drafts={drafts}
          takesFocus={takesFocus}
          onSettled={onSettled}
          onClose={close}
        />
      )}
      {state === 'waiting' && !isOpen && (
        <Button
          ref={opener}
          look="quiet"
          className="at-start"
          aria-label={t('settle_named', { reference })}
          onClick={open}
        >
          <Text ns="money" k="settle" />
        </Button>
      )}
    </Entry>
  )
}

function Declared({ line }: { line: DeclarationLine }) {
  const tongue = useScreenTongue()
  const { name, contract, email, endDate, reason, number } = line
  const facts: [Key<'money'>, string | null][] = [
    ['name', name],
    ['contract', contract],
    ['email', email],
    // a day of the calendar is that day wherever it is read
    ['wanted_end', endDate && formatDate(endDate, tongue)],
    ['given_reason', reason],
    ['belongs_to', number],
  ]
  return (
    <Facts look="spread">
      {facts.map(
        ([words, value]) =>
          value !== null && (
            <Fact
              key={words}
              name={<Text ns="money" k={words} />}
              // in whatever language they wrote
              lang={words === 'wanted_end' ? undefined : ''}
            >
              {value}
            </Fact>
          ),
      )}
    </Facts>
  )
}
