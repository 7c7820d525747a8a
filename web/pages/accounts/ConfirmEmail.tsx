import { confirmEmail } from '#contract/accounts/auth.ts'
import { MailedLink, logInLink } from '#web/platform/shell/MailedLink.tsx'
import { Text } from '#web/text/Text.tsx'

/** What the link of the confirmation mail shows. */
export function ConfirmEmail() {
  return (
    <MailedLink
      name="confirm"
      to={confirmEmail.path}
      title={<Text ns="landing" k="confirm_title" />}
      text={<Text ns="landing" k="confirm_text" />}
      button={<Text ns="landing" k="confirm_button" />}
      done={{
        title: <Text ns="landing" k="confirm_done" />,
        text: <Text ns="landing" k="confirm_done_text" />,
      }}
      help={<Text ns="landing" k="confirm_failed_help" />}
      onwards={logInLink}
    />
  )
}
