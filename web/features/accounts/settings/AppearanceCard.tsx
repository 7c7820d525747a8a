// Where somebody chooses language, light or dark, and whether the newest posts stand first or last.
import { useSyncExternalStore, type ReactNode } from 'react'
import { useNewestLast } from '#web/platform/lists/newestLast.ts'
import { putNewestLast } from '#web/platform/lists/newestLast.choice.ts'
import { pickLanguage } from '#web/platform/lists/pickLanguage.tsx'
import { chooseTheme, currentTheme, onThemeChanged, type Theme } from '#web/platform/shell/theme.ts'
import type { Key } from '#web/text/catalogues.ts'
import { useClub } from '#web/text/club.ts'
import { useLocale } from '#web/text/i18n.ts'
import type { Locale } from '#web/text/language.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './security.module.css'

const THEMES: Theme[] = ['light', 'dark']
const ORDERS = ['first', 'last'] as const
const LANGUAGES: Record<Locale, ReactNode> = {
  de: <span lang="de">Deutsch</span>,
  en: <span lang="en">English</span>,
  mul: <Text ns="security" k="language_mul" />,
}

export function AppearanceCard() {
  const locale = useLocale()
  const { defaultLanguage } = useClub()
  const isLast = useNewestLast()
  const theme = useSyncExternalStore(onThemeChanged, currentTheme)
  const languages: Locale[] =
    defaultLanguage === 'mul' || locale === 'mul' ? ['de', 'en', 'mul'] : ['de', 'en']
  return (
    <Card>
      <Choices
        name="language"
        title="language"
        chosen={locale}
        choices={languages}
        words={(one) => LANGUAGES[one]}
        onChoose={(next) => void pickLanguage(next)}
      />
      <Choices
        name="theme"
        title="theme"
        chosen={theme}
        choices={THEMES}
        words={(one) => <Text ns="security" k={`theme_${one}`} />}
        onChoose={chooseTheme}
      />
      <Text as="p" className="soft small" ns="security" k="theme_text" />
      <Choices
        name="order"
        title="order"
        chosen={isLast ? 'last' : 'first'}
        choices={ORDERS}
        words={(one) => <Text ns="security" k={`order_${one}`} />}
        onChoose={(one) => putNewestLast(one === 'last')}
      />
    </Card>
  )
}

type Props<T extends string> = {
  name: string
  title: Key<'security'>
  chosen: T
  choices: readonly T[]
  words: (choice: T) => ReactNode
  onChoose: (choice: T) => void
}

const Choices = <T extends string>({ name, title, chosen, choices, words, onChoose }: Props<T>) => (
  <fieldset className={`stack-1 ${styles.choices}`}>
    <Text as="legend" ns="security" k={title} />
    {choices.map((value) => (
      <label key={value}>
        <input
          type="radio"
          name={name}
          value={value}
          checked={value === chosen}
          onChange={() => onChoose(value)}
        />
        {words(value)}
      </label>
    ))}
  </fieldset>
)
