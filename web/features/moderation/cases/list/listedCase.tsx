import type { ListedCase } from '#contract/moderation/cases.ts'
import { paths } from '#web/paths.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Age } from './Clock.tsx'
import styles from './list.module.css'

/** The address of a case in a list; beside a decided one the decided ones stay. */
export const caseAddress = ({ id, state }: Pick<ListedCase, 'id' | 'state'>): string =>
  paths.adminReport(id) + (state === 'decided' ? '?show=decided' : '')

/** What was reported, as its room shows it, in one line. */
export const ReportedWords = ({ words }: Pick<ListedCase, 'words'>) =>
  words === null ? (
    <p className={`soft small ${styles.sealed}`}>
      <Text ns="moderation" k="words_sealed" />
    </p>
  ) : (
    <p className={`truncate ${styles.said}`} lang="" dir="auto">
      {words}
    </p>
  )

/** In which room it was said, and for how long it has waited. */
export const CaseOrigin = ({
  room,
  state,
  openedAt,
}: Pick<ListedCase, 'room' | 'state' | 'openedAt'>) => (
  <>
    {room !== null && (
      <>
        {' · '}
        <span lang="">{room}</span>
      </>
    )}
    {state === 'open' && (
      <>
        {' · '}
        <Age openedAt={openedAt} />
      </>
    )}
  </>
)

/** Why it was reported, each reason once. */
export function useReasons({ reasons }: Pick<ListedCase, 'reasons'>): string {
  const { t } = useText('moderation')
  return reasons.map((reason) => t(`${reason}_reason`)).join(', ')
}
