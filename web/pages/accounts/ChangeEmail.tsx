import { confirmEmailChange, undoEmailChange } from '#contract/accounts/security.ts'
import { paths } from '#web/paths.ts'
import { MailedLink } from '#web/platform/shell/MailedLink.tsx'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'

/** What the links of a change of address show: the one to the new address, and the way back for the old one. */
export function ChangeEmail() {
  return (
    <>
      <MailedLink
        name="email"
        to={confirmEmailChange.path}
        title={<Text ns="landing" k="email_title" />}
        text={<Text ns="landing" k="email_text" />}
        button={<Text ns="landing" k="email_button" />}
        done={{
          title: <Text ns="landing" k="email_done" />,
          text: <Text ns="landing" k="email_done_text" />,
        }}
        help={<Text ns="landing" k="email_failed_help" />}
        onwards={() => (
          <Button look="quiet" render={<DocumentLink to={paths.settings} />}>
            <Text ns="landing" k="email_onwards" />
          </Button>
        )}
      />
      <MailedLink
        name="email-undo"
        to={undoEmailChange.path}
        title={<Text ns="landing" k="undo_title" />}
        text={<Text ns="landing" k="undo_text" />}
        button={<Text ns="landing" k="undo_button" />}
        done={{
          title: <Text ns="landing" k="undo_done" />,
          text: <Text ns="landing" k="undo_done_text" />,
        }}
        help={<Text ns="landing" k="undo_failed_help" />}
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
    </>
  )
}
