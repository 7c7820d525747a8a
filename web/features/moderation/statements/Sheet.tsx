// A statement of reasons, all that Art. 17 (3) DSA asks for, as its member reads it.
import { Time } from '#web/text/Time.tsx'
import type { TargetKind } from '#contract/moderation/reports.ts'
import type { Restored, Statement } from '#contract/moderation/statements.ts'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { Words } from './Words.tsx'
import styles from './statements.module.css'

export type SheetWords = Pick<
  Statement,
  'kind' | 'removed' | 'endsAt' | 'facts' | 'ground' | 'rule' | 'source'
> &
  Partial<
    Pick<Statement, 'isAutomated' | 'startsAt' | 'liftedAt' | 'restored' | 'redress' | 'language'>
  >

type Props = {
  statement: SheetWords
  /** Each beside its name, unless there is little room. */
  look?: 'beside' | 'stacked'
}

export function Sheet({ statement, look = 'beside' }: Props) {
  const { kind, removed, startsAt, endsAt, liftedAt, restored, facts, ground, rule, source } =
    statement
  return (
    <div className="stack-4">
      <p className={styles.what}>
        <Words k={`what_${kind}`} />
      </p>
      <Facts look={look}>
        {removed && (
          <Fact name={<Words k="removed" />}>
            <Words k={`removed_${removed.kind}`} />
            {removed.text !== null && (
              <blockquote className={styles.quote} lang="" dir="auto">
                {removed.text}
              </blockquote>
            )}
          </Fact>
        )}
        {startsAt && (
          <Fact name={<Words k="from" />}>
            <Time at={startsAt} />
          </Fact>
        )}
        {(endsAt || kind === 'ban') && (
          <Fact name={<Words k="until" />}>
            {endsAt ? <Time at={endsAt} /> : <Words k="no_end" />}
          </Fact>
        )}
        {liftedAt && (
          <Fact name={<Words k="lifted" />}>
            <Time at={liftedAt} />
          </Fact>
        )}
        {removed && restored && (
          <Fact name={<Words k="restored" />}>
            <Words k={restoredWords(removed.kind, restored)} />
          </Fact>
        )}
        <Fact name={<Words k="facts" />}>
          <span lang="" dir="auto">
            {facts}
          </span>
        </Fact>
        <Fact name={<Words k={ground === 'law' ? 'law' : 'terms'} />}>
          <span lang="" dir="auto">
            {rule}
          </span>
        </Fact>
        <Fact name={<Words k="source" />}>
          <Words k={`source_${source}`} />
        </Fact>
        <Fact name={<Words k="automated" />}>
          <Words k={statement.isAutomated ? 'automated_yes' : 'automated_no'} />
        </Fact>
        <Fact name={<Words k="redress" />}>
          {statement.redress === undefined ? (
            <Words k="redress_follows" />
          ) : (
            <span lang={statement.language}>{statement.redress}</span>
          )}
        </Fact>
      </Facts>
    </div>
  )
}

/** How it ended for something of that kind, where it is said otherwise. */
function restoredWords(kind: TargetKind, restored: Restored) {
  if (restored === 'no_room' && kind === 'photo') return 'restored_no_room_photo' as const
  if (restored === 'not_kept' && kind === 'message') return 'restored_not_kept_message' as const
  return `restored_${restored}` as const
}
