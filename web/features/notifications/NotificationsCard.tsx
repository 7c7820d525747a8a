// A member chooses push and digest, whether a push shows content, and quiet hours; all is saved at once.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getNotifications,
  saveNotifications,
  type NoticeSettings,
} from '#contract/notifications/notifications.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { call, query } from '#web/platform/api/call.ts'
import { useSaved } from '#web/platform/forms/useSaved.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field, Select } from '#web/ui/fields/Field.tsx'
import styles from './notifications.module.css'
import { PushPart } from './PushPart.tsx'

/** Settings of push and digest, which are off until a member chooses them. */
export function NotificationsCard() {
  const { t } = useText('bell')
  const result = useQuery(query(getNotifications, {}))
  return (
    <Card>
      <div className="stack-4">
        <Text as="p" className="soft" ns="bell" k="card_text" />
        <QueryView
          query={result}
          isPart
          failed={<Text ns="bell" k="settings_failed" />}
          waiting={<LoadingSkeleton label={t('settings_loading')} lines={3} />}
        >
          {(data) => (
            <>
              <PushPart {...data} />
              <Choices settings={data.settings} />
            </>
          )}
        </QueryView>
      </div>
    </Card>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

function Choices({ settings }: { settings: NoticeSettings }) {
  const { t } = useText('bell')
  const client = useQueryClient()
  // sends only what was changed here: a mail or another page may have changed the rest meanwhile
  const saving = useSaved<Partial<NoticeSettings>>({}, async (body) => {
    const saved = await call(saveNotifications, { body })
    const { queryKey } = query(getNotifications, {})
    client.setQueryData(queryKey, (known) => known && { ...known, settings: saved })
  })
  const value = { ...settings, ...saving.value }
  const change = (chosen: Partial<NoticeSettings>) => saving.change({ ...saving.value, ...chosen })
  const { failure } = saving
  const hour = (name: 'quietFrom' | 'quietUntil', words: 'quiet_begin' | 'quiet_end') => (
    <Field label={<Text ns="bell" k={words} />}>
      <Select
        value={value[name]}
        onChange={({ target }) => change({ [name]: Number(target.value) })}
      >
        {HOURS.map((one) => (
          <option key={one} value={one}>
            {t('hour', { hour: one })}
          </option>
        ))}
      </Select>
    </Field>
  )
  return (
    <>
      <Checkbox
        checked={value.hasDigest}
        onChange={({ target }) => change({ hasDigest: target.checked })}
        label={<Text ns="bell" k="digest" />}
        hint={<Text ns="bell" k="digest_hint" />}
      />
      <Checkbox
        checked={value.pushesMessages}
        onChange={({ target }) => change({ pushesMessages: target.checked })}
        label={<Text ns="bell" k="push_messages" />}
        hint={<Text ns="bell" k="push_messages_hint" />}
      />
      <Checkbox
        checked={value.showsContent}
        onChange={({ target }) => change({ showsContent: target.checked })}
        label={<Text ns="bell" k="content" />}
        hint={<Text ns="bell" k="content_hint" />}
      />
      <fieldset className={`stack-2 ${styles.part}`}>
        <Text as="legend" ns="bell" k="quiet" />
        <Text as="p" className="soft" ns="bell" k="quiet_text" />
        <div className="row-3">
          {hour('quietFrom', 'quiet_begin')}
          {hour('quietUntil', 'quiet_end')}
        </div>
      </fieldset>
      <ErrorNotice failure={failure} />
    </>
  )
}
