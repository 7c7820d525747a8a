import type { Quote } from '#contract/posts/posts.ts'
import { Text } from '#web/text/Text.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { PostWords } from './PostWords.tsx'
import styles from './PostQuote.module.css'

type Props = {
  quote: Quote
  /** Said before it, to who cannot see how it is drawn. */
  intro?: 'in_reply_to' | 'replying'
  /** Whose it is is said, and not what. */
  isFolded?: boolean | undefined
  onJump?: ((number: number) => void) | undefined
}

/** What a post answers: whose, and its first line; the way there. */
export function PostQuote({ quote, intro = 'in_reply_to', isFolded, onJump }: Props) {
  if (!quote.author)
    return (
      <p className={styles.quote}>
        <MemberIcon name="reply" size={16} />
        <span className="truncate">
          <Text ns="posts" k={quote.id ? 'quote_earlier' : 'quote_gone'} />
        </span>
      </p>
    )
  const words = (
    <>
      <MemberIcon name="reply" size={16} />
      <Text as="span" className="visually-hidden" ns="posts" k={intro} />{' '}
      <strong className={`truncate bold ${styles.author}`} lang="">
        {quote.author.username}
      </strong>{' '}
      <span className="truncate shrinks" lang="" dir="auto">
        <PostWords text={isFolded ? '…' : (quote.line ?? '')} mentions={quote.mentions} isPlain />
      </span>
    </>
  )
  return onJump ? (
    <button type="button" className={styles.quote} onClick={() => onJump(quote.number)}>
      {words}
    </button>
  ) : (
    <p className={styles.quote}>{words}</p>
  )
}
