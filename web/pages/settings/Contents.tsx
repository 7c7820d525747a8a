import { useEffect, useState, type FocusEvent, type ReactNode } from 'react'
import { useText } from '#web/text/useText.ts'
import styles from './SettingsPage.module.css'

export type ContentsEntry = { id: string; name: ReactNode }

/** The cards by name: beside them where there is room, else a strip above them. */
export function Contents({ groups }: { groups: ContentsEntry[][] }) {
  const { t } = useText('settings')
  const current = useCurrent(groups)
  return (
    <nav aria-label={t('contents')} className={styles.contents}>
      {groups.map((places) => (
        <ul key={places[0]?.id}>
          {places.map(({ id, name }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === current ? 'location' : undefined}
                onFocus={whole}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

/** Browsers leave a name that is half out of the strip where it is. */
const whole = ({ currentTarget }: FocusEvent) =>
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** The card that stands where one reads: in the upper third of the window. */
function useCurrent(groups: ContentsEntry[][]): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return
    const ids = groups.flat().map(({ id }) => id)
    const cards = ids.map((id) => document.getElementById(id)?.closest('section'))
    const read = new Set<Element>()
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes)
          if (isIntersecting) read.add(target)
          else read.delete(target)
        setCurrent(ids[cards.findIndex((card) => card && read.has(card))])
      },
      { rootMargin: '-10% 0px -67% 0px' },
    )
    for (const card of cards) if (card) observer.observe(card)
    return () => observer.disconnect()
  }, [groups])
  return current
}
