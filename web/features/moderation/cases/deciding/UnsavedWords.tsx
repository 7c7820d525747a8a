import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Said } from '#web/ui/Entry.tsx'
import type { DecisionDraft } from './draft.ts'
import { Reasons } from './Reasons.tsx'
import styles from '#web/features/moderation/cases/cases.module.css'

type Props = { id?: string; draft: Pick<DecisionDraft, 'rule' | 'facts'>; onDiscard: () => void }

/** What somebody was writing when it was decided without them. */
export const UnsavedWords = ({ id = 'unsaved', draft: { rule, facts }, onDiscard }: Props) => (
  <Card titleId={id} title={<Text ns="moderation" k="unsaved" />}>
    <Text as="p" ns="moderation" k="unsaved_text" />
    <Said tone="plain">
      <Reasons rule={rule} facts={facts} />
    </Said>
    <Button look="quiet" className={styles.act} onClick={onDiscard}>
      <Text ns="moderation" k="unsaved_discard" />
    </Button>
  </Card>
)
