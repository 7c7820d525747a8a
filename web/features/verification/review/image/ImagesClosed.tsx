import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

/** What is decided stays closed, until somebody says that they look once more. */
export const ImagesClosed = ({ onLook }: { onLook: () => void }) => (
  <Notice title={<Text ns="review" k="closed_title" />} announced={false}>
    <Text as="p" ns="review" k="closed_text" />
    <Button look="quiet" size="s" onClick={onLook}>
      <Text ns="review" k="closed_open" />
    </Button>
  </Notice>
)
