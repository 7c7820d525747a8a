import { contactTopics, sendMessage } from '#contract/contact.ts'
import { limits } from '#contract/limits.ts'
import { PrivacyLine } from '#web/platform/discretion/PrivacyLine.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Field, Select, TextInput, TextArea } from '#web/ui/fields/Field.tsx'
import { StaticForm } from './StaticForm.tsx'

/** A message to the club, from anyone. */
export function ContactForm() {
  const { t } = useText('contact')
  return (
    <StaticForm
      to={sendMessage.path}
      send="send"
      receipt={{ title: 'sent_title', text: 'sent_text' }}
    >
      <Field label={<Text ns="contact" k="topic" />}>
        <Select name="topic" required defaultValue="">
          <option value="" disabled>
            {t('choose')}
          </option>
          {contactTopics.map((topic) => (
            <option key={topic} value={topic}>
              {t(`${topic}_topic`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={<Text ns="contact" k="name_optional" />}>
        <TextInput name="name" autoComplete="name" data-max={limits.contactName} />
      </Field>
      <Field label={<Text ns="contact" k="email" />} hint={<Text ns="contact" k="email_hint" />}>
        <TextInput
          type="email"
          name="email"
          autoComplete="email"
          required
          data-max={limits.email}
        />
      </Field>
      <Field
        label={<Text ns="contact" k="text" />}
        hint={<Text ns="contact" k="text_hint" values={{ max: limits.contactText }} />}
      >
        <TextArea name="text" rows={6} required data-max={limits.contactText} />
      </Field>
      <PrivacyLine />
    </StaticForm>
  )
}
