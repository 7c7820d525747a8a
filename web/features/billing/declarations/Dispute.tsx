import { disputeDeclaration } from '#contract/billing/declarations.ts'
import { paths } from '#web/paths.ts'
import { MailedLink } from '#web/platform/shell/MailedLink.tsx'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'

/** What the link "that was not me" shows, in place of the form. */
export const Dispute = () => (
  <>
    <template data-opening="dispute">
      <Text as="h1" ns="declarations" k="dispute_heading" />
      <Text as="p" ns="declarations" k="dispute_lead" />
    </template>
    <MailedLink
      name="dispute"
      to={disputeDeclaration.path}
      title={<Text ns="declarations" k="dispute_title" />}
      text={<Text ns="declarations" k="dispute_text" />}
      button={<Text ns="declarations" k="dispute_button" />}
      done={{
        title: <Text ns="declarations" k="dispute_done" />,
        text: <Text ns="declarations" k="dispute_done_text" />,
      }}
      help={<Text ns="declarations" k="dispute_help" />}
      onwards={() => (
        <Button look="quiet" render={<DocumentLink to={paths.contact} />}>
          <Text ns="declarations" k="dispute_contact" />
        </Button>
      )}
    />
  </>
)
