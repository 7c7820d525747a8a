import { Text } from '#web/text/Text.tsx'
import { LogCard } from './LogCard.tsx'
import { useDocumentViews } from './useMine.ts'

/** When and why somebody looked at identity documents; by whom stays unsaid (CJEU C-579/21). */
export const DocumentViewsCard = () => (
  <LogCard
    name="views"
    text={<Text ns="mine" k="views_text" />}
    useLog={useDocumentViews}
    linesOf={({ views }) =>
      views.map(({ at, side, purpose }) => ({
        at,
        what: (
          <>
            <Text ns="mine" k={`side_${side}`} />, <Text ns="mine" k={`purpose_${purpose}`} />
          </>
        ),
      }))
    }
  />
)
