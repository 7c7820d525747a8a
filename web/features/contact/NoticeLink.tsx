import { confirmNotice } from '#contract/contact.ts'
import { paths } from '#web/paths.ts'
import { MailedLink } from '#web/platform/shell/MailedLink.tsx'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'

/** What the link in the receipt of a notice shows, in place of the form. */
export const NoticeLink = () => (
  <MailedLink
    name="confirm"
    to={confirmNotice.path}
    title={<Text ns="contact" k="notice_confirm_title" />}
    text={<Text ns="contact" k="notice_confirm_text" />}
    button={<Text ns="contact" k="notice_confirm_button" />}
    done={{
      title: <Text ns="contact" k="notice_confirm_done" />,
      text: <Text ns="contact" k="notice_confirm_done_text" />,
    }}
    help={<Text ns="contact" k="notice_confirm_help" />}
    onwards={() => (
      <Button look="quiet" render={<DocumentLink to={paths.contact} />}>
        <Text ns="contact" k="notice_confirm_contact" />
      </Button>
    )}
  />
)
