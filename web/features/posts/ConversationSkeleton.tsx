import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { isNewestLast } from '#web/platform/lists/newestLast.ts'
import conversation from './Conversation.module.css'
import list from './PostList.module.css'

/** The placeholder of the composer and the posts while a room loads. */
export const ConversationSkeleton = () => (
  <div className={conversation.conversation} data-newest-last={isNewestLast() || undefined}>
    <div className={conversation.composer}>
      <Skeleton parts={['line', 'brief']} className={conversation.ghost} />
    </div>
    <div className={conversation.ghosts}>
      <div className={`panel ${list.list}`}>
        {[1, 2, 3, 4, 5].map((one) => (
          <Skeleton key={one} parts={['round', 'brief', 'line']} className={list.ghost} />
        ))}
      </div>
    </div>
  </div>
)
