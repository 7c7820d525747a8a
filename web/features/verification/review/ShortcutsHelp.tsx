// The keys for reviewing documents, listed behind a button and the key `?`, and whether they are used.
import { useState, type RefObject } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import {
  switchShortcuts,
  useShortcuts,
  useShortcutsEnabled,
} from '#web/platform/shortcuts/shortcuts.ts'
import styles from './ShortcutsHelp.module.css'

type Line = [does: Key<'review'>, ...keys: string[]]
const GROUPS: [title: Key<'review'>, lines: Line[]][] = [
  [
    'keys_list',
    [
      ['key_down', 'j', '↓'],
      ['key_up', 'k', '↑'],
      ['key_enter', 'Enter'],
      ['key_next', 'n'],
      ['key_help', '?'],
    ],
  ],
  [
    'keys_review',
    [
      ['key_all', 'o'],
      ['key_images', 'f', 'b', 's'],
      ['key_check', '1', '2', '3', '4'],
      ['key_approve', 'Enter', 'a'],
      ['key_reject', 'x'],
      ['key_send', 'Control', 'Enter'],
      ['key_next', 'n'],
      ['key_close', 'Esc'],
    ],
  ],
  [
    'keys_image',
    [
      ['key_zoom', '+', '−', '0'],
      ['key_turn', 'r'],
      ['key_pan', '←', '↑', '→', '↓'],
    ],
  ],
]

export function ShortcutsHelp({ place }: { place: RefObject<Element | null> }) {
  const { t } = useText('review')
  const [isOpen, setOpen] = useState(false)
  const isOn = useShortcutsEnabled()
  useShortcuts(place, { '?': () => setOpen(true) })
  const named: Record<string, string> = {
    Enter: t('key_enter_name'),
    Control: t('key_control_name'),
  }

  return (
    <>
      <Button
        look="plain"
        size="s"
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        className={styles.button}
        onClick={() => setOpen(true)}
      >
        <Text ns="review" k="keys" />
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={<Text ns="review" k="keys" />}
        description={<Text ns="review" k="keys_text" />}
      >
        <Checkbox
          checked={isOn}
          label={<Text ns="review" k="keys_on" />}
          hint={<Text ns="review" k="keys_on_hint" />}
          onChange={({ target }) => switchShortcuts(target.checked)}
        />
        {GROUPS.map(([title, lines]) => (
          <section key={title} className="stack-2">
            <Text as="h3" ns="review" k={title} />
            <dl>
              {lines.map(([does, ...keys]) => (
                <div key={does} className={styles.line}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{named[key] ?? key}</kbd>
                    ))}
                  </dt>
                  <Text as="dd" ns="review" k={does} />
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Dialog>
    </>
  )
}
