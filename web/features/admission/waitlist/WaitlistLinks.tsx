import type { ReactNode } from 'react'
import { confirmWaitlist, leaveWaitlist } from '#contract/admission/waitlist.ts'
import { paths } from '#web/paths.ts'
import { MailedLink } from '#web/platform/shell/MailedLink.tsx'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'

/** What the links in the waitlist's mails show: to confirm an address, and to take it back. */
export function WaitlistLinks() {
  return (
    <>
      <MailedLink
        name="confirm"
        to={confirmWaitlist.path}
        title={<Text ns="door" k="confirm_title" />}
        text={<Text ns="door" k="confirm_text" />}
        button={<Text ns="door" k="confirm_button" />}
        done={{
          title: <Text ns="door" k="confirm_done" />,
          text: <Text ns="door" k="waitlist_turn" />,
        }}
        help={<Text ns="door" k="link_help" />}
        onwards={(state) =>
          state === 'done' ? (
            <Way to={paths.landing}>
              <Text ns="pages" k="go_home" />
            </Way>
          ) : (
            <Way to={paths.waitlist}>
              <Text ns="door" k="waitlist_join" />
            </Way>
          )
        }
      />
      <MailedLink
        name="leave"
        to={leaveWaitlist.path}
        title={<Text ns="door" k="leave_title" />}
        text={<Text ns="door" k="leave_text" />}
        button={<Text ns="door" k="leave_button" />}
        done={{
          title: <Text ns="door" k="leave_done" />,
          text: <Text ns="door" k="leave_done_text" />,
        }}
        help={null}
        onwards={() => (
          <Way to={paths.landing}>
            <Text ns="pages" k="go_home" />
          </Way>
        )}
      />
    </>
  )
}

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button look="quiet" render={<DocumentLink to={to} />}>
    {children}
  </Button>
)
