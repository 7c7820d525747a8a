import { limits } from '#contract/limits.ts'
import { Text } from '#web/text/Text.tsx'
import { LogCard } from './LogCard.tsx'
import { useSentMails } from './useMine.ts'

export const SentMailsCard = () => (
  <LogCard
    name="mails"
    text={<Text ns="mine" k="mails_text" values={{ days: limits.mailsShownDays }} />}
    useLog={useSentMails}
    linesOf={({ mails }) =>
      // in whichever language it was written
      mails.map(({ sentAt, subject }) => ({ at: sentAt, what: <span lang="">{subject}</span> }))
    }
  />
)
