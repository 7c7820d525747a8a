import { Fragment } from 'react'
import { Link } from 'react-router'
import { mentionParts } from '#contract/posts/mentions.ts'
import type { Post } from '#contract/posts/posts.ts'
import { paths } from '#web/paths.ts'
import styles from './PostWords.module.css'

type Props = Pick<Post, 'text' | 'mentions'> & { isPlain?: boolean }

/** What somebody wrote, as it is: nothing in it becomes a link but the members it names. */
export const PostWords = ({ text, mentions, isPlain = false }: Props) =>
  mentionParts(text, mentions).map((part, index) => {
    // parts never change places
    const key = index
    if (typeof part === 'string') return <Fragment key={key}>{part}</Fragment>
    const name = `@${part.username}`
    return isPlain ? (
      <Fragment key={key}>{name}</Fragment>
    ) : (
      <Link key={key} to={paths.member(part.id)} className={styles.mention}>
        {name}
      </Link>
    )
  })
