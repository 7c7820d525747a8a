import { Reasons } from '#web/features/moderation/cases/deciding/Reasons.tsx'
import type { DecisionDraft } from '#web/features/moderation/cases/deciding/draft.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Said } from '#web/ui/Entry.tsx'

/** Replaces the form by the decision that is held back for some seconds and not sent yet. */
export const HeldCase = ({ draft: { kind, rule, facts } }: { draft: DecisionDraft }) => (
  <Card titleId="decide" title={<Text ns="moderation" k={kind ?? 'decide'} />}>
    {kind !== 'no_breach' && (
      <Said tone="plain">
        <Reasons rule={rule} facts={facts} />
      </Said>
    )}
    <Text as="p" className="soft small" ns="moderation" k="held_here" />
  </Card>
)
