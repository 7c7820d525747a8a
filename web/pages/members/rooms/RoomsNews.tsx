import { NewsList } from '#web/features/posts/news/NewsList.tsx'
import { PostNotes } from '#web/pages/members/PostNotes.tsx'

/** What was missed in all of one's rooms, and the ways to answer it where it stands. */
export const RoomsNews = () => (
  <NewsList notes={(slug, text) => <PostNotes place={slug} text={text} />} />
)
