import { switchShortcuts, useShortcutsEnabled } from '#web/platform/shortcuts/shortcuts.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import styles from './KeysList.module.css'

const LINES: [does: Key<'navigation'>, ...keys: string[]][] = [
  ['key_jump', 'Ctrl/⌘ K'],
  ['key_rooms', 'Alt ↑', 'Alt ↓'],
  ['key_new', 'Alt Shift ↓'],
  ['key_search', '/'],
  ['key_write', 'n'],
  ['key_posts', 'j', 'k'],
  ['key_reply', 'r'],
  ['key_wave', 'w'],
  ['key_read', 'Shift Esc'],
  ['key_help', '?'],
]

/** The keyboard shortcuts, and whether those of a single key are used. */
export const KeysList = () => (
  <>
    <Text as="p" className="soft small" ns="navigation" k="keys_text" />
    <dl className={`ruled-list ${styles.keys}`}>
      {LINES.map(([does, ...keys]) => (
        <div key={does}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <Text as="dd" ns="navigation" k={does} />
        </div>
      ))}
    </dl>
    <KeysSwitch />
  </>
)

export function KeysSwitch() {
  const isOn = useShortcutsEnabled()
  return (
    <Checkbox
      checked={isOn}
      label={<Text ns="navigation" k="keys_on" />}
      hint={<Text ns="navigation" k="keys_on_hint" />}
      onChange={({ target }) => switchShortcuts(target.checked)}
    />
  )
}
