import type { Post } from '#contract/posts.ts'
import type { Sight } from '#server/platform/sight.ts'

/** A post as somebody with this sight gets it: the same one, or nothing. */
export const shown = ({ blockedWith, hiddenPosts }: Sight, post: Post): Post | null =>
  blockedWith.has(post.author.id) || hiddenPosts.has(post.id) ? null : post

/** Whom a post names: nobody else's sight of it differs. */
export const peopleOf = (post: Post): string[] => [post.author.id]
