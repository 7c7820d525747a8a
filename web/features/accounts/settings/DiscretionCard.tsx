import { useEffect, useState } from 'react'
import { isExitKeyEnabled } from '#web/platform/discretion/discretion.ts'
import {
  isTitleNeutral,
  switchExitKey,
  switchTitle,
} from '#web/platform/discretion/discretion.choice.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'

/** Settings for members whose screen others may see. */
export const DiscretionCard = () => (
  <Card titleId="discretion" title={<Text ns="security" k="discretion" />}>
    <Switch name="title_neutral" isOn={isTitleNeutral} onSwitch={switchTitle} />
    <Switch name="exit_key" isOn={isExitKeyEnabled} onSwitch={switchExitKey} />
  </Card>
)

type SwitchProps = {
  name: 'title_neutral' | 'exit_key'
  isOn: () => boolean
  onSwitch: (isOn: boolean) => void
}

/** Kept on the device, and true from the next picture on, in every tab. */
function Switch({ name, isOn, onSwitch }: SwitchProps) {
  const [checked, setChecked] = useState(isOn)
  useEffect(() => {
    const look = () => setChecked(isOn())
    for (const event of ['storage', 'pageshow']) window.addEventListener(event, look)
    return () => {
      for (const event of ['storage', 'pageshow']) window.removeEventListener(event, look)
    }
  }, [isOn])
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
