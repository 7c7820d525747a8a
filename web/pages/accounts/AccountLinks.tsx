import { confirmEmail } from '#contract/accounts/auth.ts'
import { confirmEmailChange, undoEmailChange } from '#contract/accounts/security.ts'
import { undoDeletion } from '#contract/privacy/ownData.ts'
import { paths } from '#web/paths.ts'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { MailedLink, logInLink } from '#web/platform/shell/MailedLink.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'

/** What the links of mails about an account show. Of a change of address there are two: the one to the new address, and the way back for the old one. */
export const AccountLinks = () => (
  <>
    <MailedLink name="confirm" to={confirmEmail.path} {...say('confirm')} onwards={logInLink} />
    <MailedLink
      name="email"
      to={confirmEmailChange.path}
      {...say('email')}
      onwards={() => (
        <Button look="quiet" render={<DocumentLink to={paths.settings} />}>
          <Text ns="landing" k="email_onwards" />
        </Button>
      )}
    />
    <MailedLink
      name="email-undo"
      to={undoEmailChange.path}
      {...say('undo')}
      onwards={(state) =>
        state === 'done' ? (
          <Button render={<DocumentLink to={paths.resetPassword} />}>
            <Text ns="landing" k="undo_onwards" />
          </Button>
        ) : (
          <Button look="quiet" render={<DocumentLink to={paths.contact} />}>
            <Text ns="landing" k="undo_contact" />
          </Button>
        )
      }
    />
    <MailedLink name="stay" to={undoDeletion.path} {...say('stay')} onwards={logInLink} />
  </>
)

/** What a link asks and answers. */
const say = (about: 'confirm' | 'email' | 'undo' | 'stay') => ({
  title: <Text ns="landing" k={`${about}_title`} />,
  text: <Text ns="landing" k={`${about}_text`} />,
  button: <Text ns="landing" k={`${about}_button`} />,
  done: {
    title: <Text ns="landing" k={`${about}_done`} />,
    text: <Text ns="landing" k={`${about}_done_text`} />,
  },
  help: <Text ns="landing" k={`${about}_failed_help`} />,
})
