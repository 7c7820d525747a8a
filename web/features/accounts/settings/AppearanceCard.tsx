import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { isExitKeyEnabled } from '#web/platform/discretion/discretion.ts'
import {
  isTitleNeutral,
  switchExitKey,
  switchTitle,
} from '#web/platform/discretion/discretion.choice.ts'
import { pickLanguage } from '#web/platform/lists/pickLanguage.tsx'
import { chooseTheme, currentTheme, onThemeChanged, type Theme } from '#web/platform/shell/theme.ts'
import type { Key } from '#web/text/catalogues.ts'
import { useClub } from '#web/text/club.ts'
import { useLocale } from '#web/text/i18n.ts'
import type { Locale } from '#web/text/language.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import styles from './security.module.css'

const THEMES: Theme[] = ['light', 'dark']
const LANGUAGES: Record<Locale, ReactNode> = {
  de: <span lang="de">Deutsch</span>,
  en: <span lang="en">English</span>,
  mul: <Text ns="security" k="language_mul" />,
}

/** What the header's switches do, in words. */
export function AppearanceCard() {
  const locale = useLocale()
  const { defaultLanguage } = useClub()
  const theme = useSyncExternalStore(onThemeChanged, currentTheme)
  const languages: Locale[] =
    defaultLanguage === 'mul' || locale === 'mul' ? ['de', 'en', 'mul'] : ['de', 'en']
  return (
    <Card titleId="appearance" title={<Text ns="security" k="appearance" />}>
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
      <p className={styles.soft}>
        <Text ns="security" k="theme_text" />
      </p>
      <fieldset className={styles.choices}>
        <legend>
          <Text ns="security" k="discretion" />
        </legend>
        <Switch name="title_neutral" isOn={isTitleNeutral} onSwitch={switchTitle} />
        <Switch name="exit_key" isOn={isExitKeyEnabled} onSwitch={switchExitKey} />
      </fieldset>
    </Card>
  )
}

type SwitchProps = {
  name: 'title_neutral' | 'exit_key'
  isOn: () => boolean
  onSwitch: (isOn: boolean) => void
}

/** Kept on the device, and true from the next picture on. */
function Switch({ name, isOn, onSwitch }: SwitchProps) {
  const [checked, setChecked] = useState(isOn)
  return (
    <Checkbox
      label={<Text ns="security" k={name} />}
      hint={<Text ns="security" k={`${name}_text`} />}
      checked={checked}
      onChange={({ target }) => {
        onSwitch(target.checked)
        setChecked(target.checked)
      }}
    />
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
  <fieldset className={styles.choices}>
    <legend>
      <Text ns="security" k={title} />
    </legend>
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
