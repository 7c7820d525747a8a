// What was reported, as it stood at that moment, and what stood around it.
import type { CaseFile } from '#contract/moderation/cases.ts'
import type { Evidence } from '#contract/moderation/caseFile.ts'
import { useFits } from '#web/platform/shell/useFits.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Said } from '#web/ui/Entry.tsx'
import { EvidencePhoto } from './EvidencePhoto.tsx'
import styles from './cases.module.css'

type Props = { evidence: Evidence; index: number; reasons: CaseFile['reasons'] }

export function EvidenceItem({ evidence, index, reasons }: Props) {
  const { id, kind, frozenAt, author, text, city, room, createdAt, context, hasPhoto } = evidence
  const tongue = useScreenTongue()
  const { t } = useText('moderation')
  // on a phone the decision would lie far below it
  const hasRoom = useFits('words')
  const isOfTable = kind === 'message'
  const isDelicate = reasons.includes('intimate') || reasons.includes('minor')
  return (
    <Card aria-labelledby={id}>
      <header className={`toolbar ${styles.head}`}>
        <h2 id={id}>
          <Text ns="moderation" k="evidence" values={{ number: index, kind: t(kind) }} />
        </h2>
        {evidence.isGone && (
          <Badge>
            <Text ns="moderation" k="source_gone" />
          </Badge>
        )}
      </header>
      <p className="soft small">
        <span lang="">{author}</span>
        {city && (
          <>
            , <span lang="">{city}</span>
          </>
        )}
        {room && (
          <>
            {' · '}
            <span lang="">{room}</span>
          </>
        )}
        {createdAt && (
          <>
            {' · '}
            <Time at={createdAt} />
          </>
        )}
      </p>
      {text !== null && (
        <blockquote className={`prose ${styles.evidence}`} lang="" dir="auto">
          {text}
        </blockquote>
      )}
      {hasPhoto && <EvidencePhoto id={id} number={index} isDelicate={isDelicate} />}
      {context.length > 0 && (
        <details open={hasRoom} className={styles.context}>
          <Text
            as="summary"
            ns="moderation"
            k={isOfTable ? 'said_around' : 'context'}
            values={{ count: context.length }}
          />
          <ol
            className={`stack-4 ${styles.list}`}
            aria-label={t(isOfTable ? 'said_around_list' : 'context_list')}
          >
            {context.map((post) => (
              <li key={post.createdAt + post.text}>
                <Said tone="plain">
                  <p className="soft small">
                    <span lang="">{post.author}</span>, <Time at={post.createdAt} />{' '}
                    {post.isQuoted && (
                      <Badge tone="lamp">
                        <Text ns="moderation" k="quoted" />
                      </Badge>
                    )}
                  </p>
                  <p className="prose" lang="" dir="auto">
                    {post.text}
                  </p>
                </Said>
              </li>
            ))}
          </ol>
        </details>
      )}
      <p className="soft small">
        <Text ns="moderation" k="frozen" values={{ when: formatMoment(frozenAt, tongue) }} />
        {isOfTable && (
          <>
            {' '}
            <Text ns="moderation" k="look_noted" />
          </>
        )}
      </p>
    </Card>
  )
}
