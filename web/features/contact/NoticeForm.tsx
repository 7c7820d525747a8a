import { noticeKinds, sendNotice } from '#contract/contact.ts'
import { limits } from '#contract/limits.ts'
import { PrivacyLine } from '#web/platform/discretion/PrivacyLine.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field, Select, TextInput, TextArea } from '#web/ui/fields/Field.tsx'
import { StaticForm } from './StaticForm.tsx'

/** Name and address are optional for a report about a minor (Art. 16 (2) (c) DSA). */
const FREE_FOR_MINORS = { required: true, 'data-free-when': 'kind=minor' } as const

/** A notice of content (Art. 16 DSA), from anyone; `#url=` fills in the place. */
export function NoticeForm() {
  const { t } = useText('contact')
  return (
    <StaticForm
      to={sendNotice.path}
      send="notice_send"
      receipt={{ title: 'notice_sent_title', text: 'notice_sent_text' }}
    >
      <Field label={<Text ns="contact" k="kind" />}>
        <Select name="kind" required defaultValue="">
          <option value="" disabled>
            {t('choose')}
          </option>
          {noticeKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`${kind}_kind`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={<Text ns="contact" k="location" />}
        hint={<Text ns="contact" k="location_hint" />}
      >
        <TextInput name="location" required data-from="url" data-max={limits.noticeLocation} />
      </Field>
      <Field
        label={<Text ns="contact" k="explanation" />}
        hint={<Text ns="contact" k="explanation_hint" values={{ max: limits.noticeText }} />}
      >
        <TextArea name="explanation" rows={6} required data-max={limits.noticeText} />
      </Field>
      <Field
        label={<Text ns="contact" k="name" />}
        hint={<Text ns="contact" k="notice_name_hint" />}
      >
        <TextInput
          name="name"
          autoComplete="name"
          data-max={limits.contactName}
          {...FREE_FOR_MINORS}
        />
      </Field>
      <Field
        label={<Text ns="contact" k="email" />}
        hint={<Text ns="contact" k="notice_email_hint" />}
      >
        <TextInput
          type="email"
          name="email"
          autoComplete="email"
          data-max={limits.email}
          {...FREE_FOR_MINORS}
        />
      </Field>
      <Checkbox name="isGoodFaith" required label={<Text ns="contact" k="good_faith" />} />
      <PrivacyLine />
    </StaticForm>
  )
}
