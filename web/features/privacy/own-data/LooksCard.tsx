import { Text } from '#web/text/Text.tsx'
import { LogCard } from './LogCard.tsx'
import { useLooks } from './useMine.ts'

/** When and in which capacity reported words of a table were read; by whom stays unsaid (CJEU C-579/21). */
export const LooksCard = () => (
  <LogCard
    name="looks"
    text={<Text ns="mine" k="looks_text" />}
    useLog={useLooks}
    linesOf={({ looks }) =>
      looks.map(({ at, capacity, caseNumber, isAbout }) => ({
        at,
        what: (
          <>
            <Text ns="mine" k={`look_${capacity}`} />,{' '}
            <Text
              ns="mine"
              k={isAbout ? 'look_about' : 'look_reported'}
              values={{ number: caseNumber }}
            />
          </>
        ),
      }))
    }
  />
)
