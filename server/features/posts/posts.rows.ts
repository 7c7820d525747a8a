import type { Post, Quote, Reply } from '#contract/posts/posts.ts'
import { isoSql } from '#server/platform/database/cells.ts'
import { empty, sql, type Query } from '#server/platform/database/database.ts'
import {
  isAway,
  isPostVisibleSql,
  isVisibleSql,
  seesAll,
  type Visibility,
} from '#server/platform/member-rules/visibility.ts'
import { limits } from '#contract/limits.ts'
import { authorSql } from '#server/platform/member-rules/author.ts'

/** SQL: whom a post names, as JSON; most texts hold no @, and cost nothing. */
const mentionsSql = (postId: Query, text: Query): Query => sql`
  case when strpos(${text}, '@') = 0 then '[]'::json else (
    select coalesce(json_agg(json_build_object('id', f.id, 'username', f.username, 'name', n.name)
      order by f.id), '[]')
    from post_mentions n join profiles f on f.id = n.user_id and f.is_shown
    where n.post_id = ${postId}) end`

/** SQL: the names in a text of those who are not there for others now, as JSON; null for most texts. */
const awaySql = (postId: Query, text: Query): Query => sql`
  case when strpos(${text}, '@') = 0 then null else (
    select json_agg(n.name) from post_mentions n join profiles gone on gone.id = n.user_id
    where n.post_id = ${postId} and ${isAway(sql`gone`)}) end`

type Away = { away: string[] | null }
/** A post as it is read: `away` is still to be taken out of its text, and of what it quotes. */
export type PostRow = Omit<Post, 'reply' | 'replies'> &
  Away & { reply: QuoteRow | null; replies: Reply[] | null }
export type QuoteRow = Quote & Away

/** SQL: what is said of an answered post `q` by `qa`, as JSON; null for one that answers nothing. */
export const quoteSql = (number: Query): Query => sql`
  case when ${number} is not null then json_build_object('id', q.id, 'number', ${number},
    'author', case when q.id is not null then json_build_object('id', qa.id, 'username', qa.username) end,
    'line', split_part(q.text, E'\\n', 1),
    'mentions', coalesce(${mentionsSql(sql`q.id`, sql`q.text`)}, '[]'),
    'away', ${awaySql(sql`q.id`, sql`q.text`)}) end`

/** SQL: an answered post and its author, as far as there is something to quote. */
export const quotedPostSql = (postId: Query, joined: Query = sql`true`): Query => sql`
  left join (posts q join profiles qa on qa.id = q.user_id and qa.is_shown)
    on q.id = ${postId} and q.removed_at is null and ${joined}`

/** SQL: what answers a post, the first of it that is to be seen, as JSON; null where nothing does. */
const repliesSql = (postId: Query, sight?: Visibility): Query => sql`
  (select json_agg(json_build_object('id', y.id, 'number', y.number, 'author',
      json_build_object('id', ya.id, 'username', ya.username, 'portrait', ya.photos[1]))
      order by y.number)
    from (select y.id, y.number, y.user_id from posts y
      join profiles shown on shown.id = y.user_id and shown.is_shown
      where y.reply_to = ${postId} and y.removed_at is null
        ${sight && !seesAll(sight) ? sql`and ${isVisibleSql(sight, sql`y.user_id`)} and ${isPostVisibleSql(sight, sql`y.id`)}` : empty}
      order by y.number limit ${limits.repliesCounted}) y
    join profiles ya on ya.id = y.user_id)`

/** What a post says of the one it answers, for everybody. */
export const noQuote = (number: number): Quote => ({
  id: null,
  number,
  author: null,
  line: null,
  mentions: [],
})

// built as JSON by the database: parsing rows would cost more than reading them. Posts of a
// member without content consent, or one who is leaving, read like removed ones for as long as that lasts.
// With a sight as many answers are counted as somebody with it sees.
export const selectPosts = (sight?: Visibility): Query => sql`
  select p.id, p.number, p.text, p.icebreaker_id as "icebreakerId",
    ${isoSql(sql`p.created_at`)} as "createdAt", ${isoSql(sql`p.edited_at`)} as "editedAt",
    ${authorSql(sql`a`)} as author,
    ${quoteSql(sql`p.reply_number`)} as reply,
    ${mentionsSql(sql`p.id`, sql`p.text`)} as mentions, ${awaySql(sql`p.id`, sql`p.text`)} as away,
    ${repliesSql(sql`p.id`, sight)} as replies
  from posts p join profiles a on a.id = p.user_id and a.is_shown
  ${quotedPostSql(sql`p.reply_to`)}`
export const posts = selectPosts()
