import { limits } from '#contract/limits.ts'
import { joinWaitlist } from '#contract/admission/waitlist.ts'
import { paths } from '#web/paths.ts'
import { PrivacyLine } from '#web/platform/discretion/PrivacyLine.tsx'
import { Receipt, StaticForm } from '#web/platform/forms/StaticForm.tsx'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

/** The form, and what happens next. A repeated address is told so, and then reads the same. */
export function WaitlistForm() {
  const { t } = useText('door')
  return (
    <>
      <StaticForm
        to={joinWaitlist.path}
        kind="waitlist"
        send={<Text ns="door" k="waitlist_join" />}
        sending={t('sending')}
        failureTitle={(code) => (
          <Text ns="toast" k={code === 'too_many_attempts' ? 'too_many_attempts' : 'join_failed'} />
        )}
      >
        <Field label={<Text ns="door" k="waitlist_email" />}>
          <TextInput
            type="email"
            name="email"
            autoComplete="email"
            required
            data-max={limits.email}
          />
        </Field>
        <PrivacyLine />
      </StaticForm>
      {/* `static/forms/door.ts` puts it in place of what the page begins with, while that is so */}
      <template data-open="">
        <Text ns="door" k="waitlist_open" />{' '}
        <DocumentLink to={paths.signUp}>
          <Text ns="door" k="waitlist_sign_up" />
        </DocumentLink>
      </template>
      <Receipt title={<Text ns="door" k="waitlist_sent_title" />}>
        <Joined />
      </Receipt>
      <Receipt code="23505" title={<Text ns="door" k="waitlist_sent_title" />}>
        <Notice title={<Text ns="toast" k="already_on_waitlist" />} />
        <Joined />
      </Receipt>
    </>
  )
}

/** `static/forms/door.ts` shows one of the two lines on how long it took others, if that is known. */
function Joined() {
  return (
    <>
      <Text as="p" ns="door" k="waitlist_next" />
      <Text as="p" ns="door" k="waitlist_turn" />
      <p hidden data-median="one">
        <Text ns="door" k="median" values={{ count: 1 }} />
      </p>
      <p hidden data-median="other">
        <Text ns="door" k="median" values={{ count: 2, days: '{days}' }} />
      </p>
      <Text as="p" ns="door" k="waitlist_withdraw" />
      <Text as="p" className="soft small" ns="door" k="waitlist_spam" />
    </>
  )
}
