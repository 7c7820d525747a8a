import { useEffect, useState } from 'react'
import { EXIT_KEY, isStored, NEUTRAL } from '#web/platform/discretion/discretion.ts'
import { switchExitKey, switchTitle } from '#web/platform/discretion/discretion.choice.ts'
import { onChosenElsewhere } from '#web/text/chosenElsewhere.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'

/** Settings for members whose screen others may see. */
export const DiscretionCard = () => (
  <Card titleId="discretion" title={<Text ns="security" k="discretion" />}>
    <Switch name="title_neutral" stored={NEUTRAL} onSwitch={switchTitle} />
    <Switch name="exit_key" stored={EXIT_KEY} onSwitch={switchExitKey} />
  </Card>
)

type SwitchProps = {
  name: 'title_neutral' | 'exit_key'
  /** Under what name the device keeps it. */
  stored: string
  onSwitch: (isOn: boolean) => void
}

/** Kept on the device, and true from the next picture on, in every tab. */
function Switch({ name, stored, onSwitch }: SwitchProps) {
  const [checked, setChecked] = useState(() => isStored(stored))
  useEffect(() => onChosenElsewhere(stored, (kept) => setChecked(kept !== null)), [stored])
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
