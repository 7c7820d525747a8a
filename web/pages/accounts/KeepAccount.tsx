import { undoDeletion } from '#contract/privacy/ownData.ts'
import { MailedLink, logInLink } from '#web/platform/shell/MailedLink.tsx'
import { Text } from '#web/text/Text.tsx'

/** What the link of the mail about a deletion shows: the way back. */
export const KeepAccount = () => (
  <MailedLink
    name="stay"
    to={undoDeletion.path}
    title={<Text ns="landing" k="stay_title" />}
    text={<Text ns="landing" k="stay_text" />}
    button={<Text ns="landing" k="stay_button" />}
    done={{
      title: <Text ns="landing" k="stay_done" />,
      text: <Text ns="landing" k="stay_done_text" />,
    }}
    help={<Text ns="landing" k="stay_failed_help" />}
    onwards={logInLink}
  />
)
